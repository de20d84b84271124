export { useMedicalHistory } from './use-patient.ts';
