export { countOrders, findLaboratory, orderDownloadsList, ordersList } from './order-lists.ts';
export { linkOrder, openOrders, rejectStudy, unlinkOrder } from './orders.ts';
