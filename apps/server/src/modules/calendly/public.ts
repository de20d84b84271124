export { readWithoutPatient, withoutPatientIds } from './without-patient.ts';
