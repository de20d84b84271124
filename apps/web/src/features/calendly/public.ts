export { useAttention, WithoutPatientNotice } from './WithoutPatientNotice.tsx';
