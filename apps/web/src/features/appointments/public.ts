export { appointmentStatus, invalidateAppointments, putAppointment } from './appointment-cache.ts';
export { DateStrip } from './appointment-parts.tsx';
export { AppointmentDialog } from './card/AppointmentDialog.tsx';
export { toWhen } from './form/appointment-fields.tsx';
export { NewAppointmentModal, type NewAppointmentRequest } from './form/NewAppointmentModal.tsx';
export { NewAppointmentButton, NewRecipeButton } from './form/new-buttons.tsx';
export { describeSameTime, SaveFailure } from './form/SaveFailure.tsx';
export { parseCurrent, parseOverlap, parseSameTime, saveAppointment } from './save-appointment.ts';
