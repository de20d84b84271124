export { WithoutPatientNotice } from './WithoutPatientNotice.tsx';
