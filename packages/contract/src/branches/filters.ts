export const branchSorts = [
  'state',
  '-state',
  'name',
  '-name',
  'address',
  '-address',
  'exams',
  '-exams',
  'phone',
  '-phone',
] as const;
export type BranchSort = (typeof branchSorts)[number];
