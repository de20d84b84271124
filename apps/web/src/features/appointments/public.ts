export { askAgainForAppointments, putAppointment } from './appointment-cache.ts';
export { appointmentStatus } from './appointment-status.ts';
export { EditAppointmentModal } from './EditAppointmentModal.tsx';
export { NewAppointmentButton } from './NewAppointmentButton.tsx';
export { NewAppointmentModal } from './NewAppointmentModal.tsx';
export { currentOf, overlapOf } from './refusals.ts';
export { SaveFailure } from './SaveFailure.tsx';
export { useAppointmentEditor } from './use-appointment-editor.ts';
export { saveAppointment } from './use-update-appointment.ts';
