import { createFileRoute } from '@tanstack/react-router';
import { OrdersPage } from '../../../features/exam-orders/list/OrdersPage.tsx';
import { ordersSearch } from '../../../features/exam-orders/list/orders-search.ts';

export const Route = createFileRoute('/_shell/_guarded/ordenes')({
  staticData: { capabilities: ['orders.read'] },
  ...ordersSearch.route,
  component: OrdersPage,
});
