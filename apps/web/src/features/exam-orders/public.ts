export { BranchPicker } from './BranchPicker.tsx';
export { OrderList } from './OrderList.tsx';
export { WaitingOrders } from './waiting/WaitingOrders.tsx';
