export { patientsCrumb } from './patients-crumb.tsx';
export { useMedicalHistory } from './use-patient.ts';
