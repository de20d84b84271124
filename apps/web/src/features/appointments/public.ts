export { invalidateAppointments, putAppointment } from './appointment-cache.ts';
export { appointmentStatus } from './appointment-status.ts';
export { DateStrip } from './DateStrip.tsx';
export { whenOf } from './form/appointment-fields.tsx';
export { type AppointmentRequest, EditAppointment } from './form/EditAppointment.tsx';
export { NewAppointmentButton } from './form/NewAppointmentButton.tsx';
export { NewAppointmentModal, type NewAppointmentRequest } from './form/NewAppointmentModal.tsx';
export { SaveFailure } from './form/SaveFailure.tsx';
export { currentOf, overlapOf, saveAppointment } from './save-appointment.ts';
