import type { Branch, branchListInput } from '@simiente/contract/branches/calls';
import { branchTitles } from '@simiente/contract/common/column-titles';
import { examName } from '@simiente/contract/exams/catalogue';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq, inArray, isNull, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { branches, partners } from '../../schema/partners.ts';
import { exportedList, type FiltersOf, plain, yesOrNo } from '../list-exports/public.ts';
import { branchColumns, presentBranch } from './present.ts';
import { matches, orderBy } from './query.ts';

export const branchesList = exportedList<FiltersOf<'branches'>, Branch>({
  fileName: 'sucursales',
  ids: branchIds,
  read: readBranches,
  getId: ({ idBranch }) => idBranch,
  getPersonIds: () => [],
  columns: [
    plain(branchTitles.state, ({ state }) => state),
    plain(branchTitles.name, ({ name }) => name),
    plain(branchTitles.address, ({ address }) => addressLine(address)),
    plain('Código postal', ({ zip }) => zip),
    plain(branchTitles.exams, ({ exam_available }) =>
      [...new Set(exam_available.map(examName))].join('; '),
    ),
    plain(branchTitles.phone, ({ phone }) => phone),
    plain('Sitio web', ({ website }) => website),
    plain('Latitud', ({ location }) => location?.lat ?? null),
    plain('Longitud', ({ location }) => location?.lng ?? null),
    plain('Enlace UTM', ({ utm }) => yesOrNo(utm)),
    plain('Partner', ({ namePartner }) => namePartner),
    plain('Id', ({ idBranch }) => idBranch),
  ],
});

/**
 * The query for the ids of a partner's branches under the list's filters, in its order; empty for a deleted partner.
 */
export function branchIds(
  transaction: Transaction,
  filter: Omit<z.output<typeof branchListInput>, 'limit' | 'cursor' | 'lastBranch'>,
): SQLWrapper {
  return transaction
    .select({ id: branches.id })
    .from(branches)
    .innerJoin(partners, and(eq(partners.id, branches.partnerId), isNull(partners.deletedAt)))
    .where(matches(filter))
    .orderBy(...orderBy(filter.sort));
}

/** Rows of the list with these ids, in any order. */
async function readBranches(transaction: Transaction, ids: string[]): Promise<Branch[]> {
  const rows = await transaction
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(inArray(branches.id, ids));
  return rows.map(presentBranch);
}
