export { useProspectsOfPatient } from './use-prospects-of-patient.ts';
