import { partnerTitles } from '@simiente/contract/common/column-titles';
import { partnerExamNames } from '@simiente/contract/exams/catalogue';
import type { Partner } from '@simiente/contract/partners/calls';
import { taggedPartnerTypes } from '@simiente/contract/partners/filters';
import { inArray } from 'drizzle-orm';
import { partners } from '../../schema/partners.ts';
import { exportedList, type FiltersOf, plain, yesOrNo } from '../list-exports/public.ts';
import { partnerColumns, presentPartners } from './present.ts';
import { matches, orderBy } from './query.ts';

const tagged: readonly string[] = taggedPartnerTypes;
const names: Readonly<Record<string, string>> = partnerExamNames;

export const partnersList = exportedList<FiltersOf<'partners'>, Partner>({
  fileName: 'partners',
  ids: (transaction, filter, timeZone) =>
    transaction
      .select({ id: partners.id })
      .from(partners)
      .where(matches(transaction, filter, timeZone))
      .orderBy(...orderBy(filter.sort)),
  read: async (transaction, ids) => {
    const rows = await transaction
      .select(partnerColumns)
      .from(partners)
      .where(inArray(partners.id, ids));
    return presentPartners(transaction, rows);
  },
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
