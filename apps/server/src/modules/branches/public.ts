import type { Branch } from '@simiente/contract/branches/calls';
import { branchTitles } from '@simiente/contract/common/column-titles';
import { examName } from '@simiente/contract/exams/catalogue';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { branches, partners } from '../../schema/partners.ts';
import { defineExport, type ListFilters, plain, yesOrNo } from '../list-exports/public.ts';
import { matches, orderBy, presentBranch, selectBranches } from './query.ts';

export const branchesList = defineExport<ListFilters<'branches'>, Branch>({
  fileName: 'sucursales',
  ids: (filter, _timeZone, transaction) =>
    transaction
      .select({ id: branches.id })
      .from(branches)
      .innerJoin(partners, and(eq(partners.id, branches.partnerId), isNull(partners.deletedAt)))
      .where(matches(filter))
      .orderBy(...orderBy(filter.sort)),
  read: async (transaction, ids) => {
    const rows = await selectBranches(transaction).where(inArray(branches.id, ids));
    return rows.map(presentBranch);
  },
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
