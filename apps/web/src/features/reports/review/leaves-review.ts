/** Whether another address of a report's page leaves its review. */
export const leavesReview = ({ search }: { readonly search: object }) =>
  !('lectura' in search && search.lectura === 'revisar');
