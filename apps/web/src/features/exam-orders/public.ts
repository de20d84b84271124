export { OrderList } from './OrderList.tsx';
export { PendingResults } from './pending/PendingResults.tsx';
