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
export {
  AppointmentForm,
  type AppointmentRequest,
  NewAppointmentButton,
  useSavedAppointment,
} from './form/AppointmentForm.tsx';
export { toDateTime } from './form/appointment-fields.tsx';
export { describeSameTime, SaveFailure } from './form/FreeTimes.tsx';
export { NewPrescriptionButton } from './form/PrescriptionForm.tsx';
