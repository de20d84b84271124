import { orderSorts, orderStates } from '@simiente/contract/exam-orders/states';
import { periodParams } from '../../../lib/period/period.ts';
import { flag, listSearch, oneOf, type SearchOf, textParam } from '../../../lib/search-params.ts';

const filters = {
  ...periodParams,
  estado: oneOf(orderStates),
  vencidas: flag,
  /** An exam type. */
  estudio: textParam,
};
const others = { orden: oneOf(orderSorts, '-createDate') };

/** The search parameters of /ordenes. */
export const ordersSearch = listSearch(filters, others);
export type OrdersSearch = SearchOf<typeof filters & typeof others>;
