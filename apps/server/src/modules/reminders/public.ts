export { createAppointmentMailReader, remindersJob } from './letters.ts';
export { createAppointmentTokens } from './links.ts';
export { DEFAULT_APPOINTMENT_LIMIT, registerAppointmentPages } from './public-routes.ts';
