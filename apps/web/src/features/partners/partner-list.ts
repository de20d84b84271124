import type { Partner, PartnerPage } from '@simiente/contract/partners';
import { queries } from '../../lib/api/client.ts';
import type { RecordList } from '../records/public.ts';

/** The lists of partners in the cache. */
export const partnerList: RecordList<PartnerPage, Partner> = {
  listsKey: queries.partners.list.key(),
  pagesKey: queries.partners.list.key({ type: 'infinite' }),
  rowsOf: (page) => page.partners,
  withRows: (page, rows) => ({ ...page, partners: [...rows] }),
  idOf: ({ idPartner }) => idPartner,
};
