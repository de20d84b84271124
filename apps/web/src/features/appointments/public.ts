export { appointmentStatus } from './appointment-status.ts';
export { NewAppointmentButton } from './NewAppointmentButton.tsx';
/** @public An agenda opens it at a time that somebody pointed at. */
export { NewAppointmentModal } from './NewAppointmentModal.tsx';
