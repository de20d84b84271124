import { createFileRoute } from '@tanstack/react-router';
import { OrdersPage } from '../../../features/exam-orders/list/OrdersPage.tsx';
import { ordersSearch } from '../../../features/exam-orders/list/orders-search.ts';
import { May } from '../../../features/session/public.ts';
import { NotAllowedPage } from '../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/ordenes')({
  validateSearch: ordersSearch.validateSearch,
  search: ordersSearch.search,
  component: () => (
    <May act="orders.read" otherwise={<NotAllowedPage />}>
      <OrdersPage />
    </May>
  ),
});
