export {
  appointmentStatus,
  parseCurrent,
  parseOverlap,
  parseSameTime,
  putIntoAgendas,
  refreshAppointments,
} from './appointment-cache.ts';
export { DateStrip } from './appointment-parts.tsx';
export {
  AttendanceButton,
  AttendanceMark,
  AttendanceShortcut,
  isAttendanceShortcut,
} from './attendance/AttendanceButton.tsx';
export { AppointmentDialog } from './card/AppointmentDialog.tsx';
export { toWhen } from './form/appointment-fields.tsx';
export {
  type AppointmentRequest,
  EditAppointment,
  useSavedAppointment,
} from './form/EditAppointment.tsx';
export { describeSameTime, SaveFailure } from './form/FreeTimes.tsx';
export { NewAppointmentModal, type NewAppointmentRequest } from './form/NewAppointmentModal.tsx';
export { NewAppointmentButton, NewPrescriptionButton } from './form/new-buttons.tsx';
