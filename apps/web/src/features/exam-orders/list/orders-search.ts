import { orderSorts, orderStates } from '@simiente/contract/exam-orders/states';
import { periodParams } from '../../../lib/period/period.ts';
import { choice, flag, listSearch, type Search, textParam } from '../../../lib/search-params.ts';

const filters = {
  ...periodParams,
  estado: choice(orderStates),
  vencidas: flag,
  /** An exam type. */
  estudio: textParam,
};
const others = { orden: choice(orderSorts, '-createDate') };

/** The search parameters of /ordenes. */
export const ordersSearch = listSearch(filters, others);
export type OrdersSearch = Search<typeof filters & typeof others>;
