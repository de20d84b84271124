import { orderSorts, orderStates } from '@simiente/contract/exam-orders/states';
import {
  flag,
  idParam,
  listSearch,
  oneOf,
  type SearchOf,
  textParam,
} from '../../../lib/search-params.ts';

const filters = {
  estado: oneOf(orderStates),
  vencidas: flag,
  laboratorio: idParam,
  /** An exam type. */
  estudio: textParam,
};
const others = { orden: oneOf(orderSorts, '-createDate') };

/** The search parameters of /ordenes. */
export const ordersSearch = listSearch(filters, others);
export type OrdersSearch = SearchOf<typeof filters & typeof others>;
