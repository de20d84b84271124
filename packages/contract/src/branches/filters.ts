import { bothOrders } from '../common/lists.ts';

export const branchSorts = bothOrders('state', 'name', 'address', 'exams', 'phone');
export type BranchSort = (typeof branchSorts)[number];
