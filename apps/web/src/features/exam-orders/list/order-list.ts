import type { ListedOrder, OrderPage } from '@simiente/contract/exam-orders/calls';
import { queries } from '../../../lib/api/client.ts';
import {
  byCursor,
  type ListView,
  pageInput,
  type RecordList,
  useListPages,
} from '../../records/public.ts';
import type { OrdersSearch } from './orders-search.ts';

export const orderList: Pick<RecordList<OrderPage, ListedOrder>, 'getRows' | 'getId'> = {
  getRows: (page) => page.orders,
  getId: ({ idOrder }) => idOrder,
};

/** The input of the list's call, by its page; an export has the same, without one. */
export function ordersInput({ search, text }: ListView<OrdersSearch>) {
  const { estado, vencidas, laboratorio, estudio, desde, hasta, orden } = search;
  return pageInput(
    {
      sort: orden,
      ...(estado && { state: estado }),
      ...(vencidas && { overdue: true }),
      ...(laboratorio !== undefined && { idLaboratory: laboratorio }),
      ...(estudio !== undefined && { examType: estudio }),
      ...(desde !== undefined && { from: desde }),
      ...(hasta !== undefined && { to: hasta }),
    },
    text,
  );
}

/** The loaded pages of the list. */
export function useOrders(view: ListView<OrdersSearch>) {
  return useListPages(
    orderList,
    queries.examOrders.listAll.infiniteOptions({
      ...byCursor,
      input: ordersInput(view),
    }),
  );
}
