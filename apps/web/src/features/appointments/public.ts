export { appointmentStatus, invalidateAppointments, putAppointment } from './appointment-cache.ts';
export { DateStrip } from './appointment-parts.tsx';
export { AppointmentDialog } from './card/AppointmentDialog.tsx';
export { whenOf } from './form/appointment-fields.tsx';
export { NewAppointmentModal, type NewAppointmentRequest } from './form/NewAppointmentModal.tsx';
export { NewAppointmentButton, NewRecipeButton } from './form/new-buttons.tsx';
export { describeSameTime, SaveFailure } from './form/SaveFailure.tsx';
export { currentOf, overlapOf, sameTimeOf, saveAppointment } from './save-appointment.ts';
