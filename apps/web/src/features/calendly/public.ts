export { AssignPatientDialog } from './AssignPatientDialog.tsx';
export { useAttention, WithoutPatientNotice } from './WithoutPatientNotice.tsx';
