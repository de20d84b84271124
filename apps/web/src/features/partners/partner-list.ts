import type { Partner, PartnerPage } from '@simiente/contract/partners/calls';
import { queries } from '../../lib/api/client.ts';
import {
  byCursor,
  type ListView,
  pageInput,
  type RecordList,
  useListPages,
} from '../records/public.ts';
import type { PartnersSearch } from './partners-search.ts';

/** The lists of partners in the cache. */
export const partnerList: RecordList<PartnerPage, Partner> = {
  edits: 'directory.edit',
  listsKey: queries.partners.list.key(),
  pagesKey: queries.partners.list.key({ type: 'infinite' }),
  getRows: (page) => page.partners,
  withRows: (page, rows) => ({ ...page, partners: [...rows] }),
  getId: ({ idPartner }) => idPartner,
};

/** The input of the list's call, by its page; an export has the same, without one. */
export function partnersInput({ search, text }: ListView<PartnersSearch>) {
  const { tipo, sucursales, orden, hasta, laboratorio } = search;
  return pageInput(
    {
      ...(tipo !== undefined && { type: tipo }),
      withBranches: sucursales,
      sort: orden,
      ...(hasta !== undefined && { activeUntil: hasta }),
      ...(laboratorio !== undefined && { idPartner: laboratorio }),
    },
    text,
  );
}

/** The loaded pages of the list. */
export function usePartners(view: ListView<PartnersSearch>) {
  return useListPages(
    partnerList,
    queries.partners.list.infiniteOptions({ ...byCursor, input: partnersInput(view) }),
  );
}
