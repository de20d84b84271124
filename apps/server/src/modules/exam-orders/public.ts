export { countOrders, findLaboratory, orderDownloadsList, ordersList } from './order-lists.ts';
export { findOpenOrders, linkOrder, rejectStudy, unlinkOrder } from './orders.ts';
