export { appointmentStatus } from './appointment-status.ts';
