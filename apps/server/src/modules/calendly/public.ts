export { appointmentsWithoutPatientList } from './calls.ts';
