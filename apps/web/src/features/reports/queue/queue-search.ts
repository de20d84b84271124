import { reportKinds } from '@simiente/contract/reports/states';
import { listSearch, oneOf } from '../../../lib/search-params.ts';

export const queueSearch = listSearch({
  informe: oneOf(reportKinds),
  avisos: oneOf(['con', 'sin']),
});
export type QueueSearch = ReturnType<typeof queueSearch.route.validateSearch>;
