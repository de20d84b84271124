import { partnerTitles } from '@simiente/contract/common/column-titles';
import { partnerExamNames } from '@simiente/contract/exams/catalogue';
import type { Partner, partnerListInput } from '@simiente/contract/partners/calls';
import { taggedPartnerTypes } from '@simiente/contract/partners/filters';
import { inArray, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { partners } from '../../schema/partners.ts';
import { exportedList, type FiltersOf, plain, yesOrNo } from '../list-exports/public.ts';
import { partnerColumns, presentPartners } from './present.ts';
import { matches, orderBy } from './query.ts';

const tagged: readonly string[] = taggedPartnerTypes;
const names: Readonly<Record<string, string>> = partnerExamNames;

export const partnersList = exportedList<FiltersOf<'partners'>, Partner>({
  fileName: 'partners',
  ids: partnerIds,
  read: readPartners,
  getId: ({ idPartner }) => idPartner,
  getPersonIds: () => [],
  columns: [
    plain(partnerTitles.name, ({ name }) => name),
    plain(partnerTitles.branches, ({ branches }) => branches),
    plain(partnerTitles.country, ({ country }) => country),
    plain(partnerTitles.type, ({ type }) =>
      type !== null && tagged.includes(type) ? type : 'Sin tipo',
    ),
    plain('Sitio web', ({ website }) => website),
    plain('Estudios', ({ all_exams_available: exams }) =>
      exams.map((exam) => (Object.hasOwn(names, exam) ? names[exam] : exam)).join('; '),
    ),
    plain('Enlace UTM', ({ utm_available }) => yesOrNo(utm_available)),
    plain('Id', ({ idPartner }) => idPartner),
  ],
});

/** The query for the ids of every partner in the list under its filters, in its order. */
export function partnerIds(
  transaction: Transaction,
  filter: Omit<z.output<typeof partnerListInput>, 'limit' | 'cursor'>,
  clinicTimeZone: string,
): SQLWrapper {
  return transaction
    .select({ id: partners.id })
    .from(partners)
    .where(matches(transaction, filter, clinicTimeZone))
    .orderBy(...orderBy(filter.sort));
}

/** Rows of the list with these ids, in any order. */
async function readPartners(transaction: Transaction, ids: string[]): Promise<Partner[]> {
  const rows = await transaction
    .select(partnerColumns)
    .from(partners)
    .where(inArray(partners.id, ids));
  return presentPartners(transaction, rows);
}
