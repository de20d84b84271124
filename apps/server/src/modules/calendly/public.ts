import type { AppointmentWithoutPatient } from '@simiente/contract/calendly/calls';
import { withoutPatientTitles } from '@simiente/contract/common/column-titles';
import { exportedList, plain, time } from '../list-exports/public.ts';
import { readWithoutPatient, withoutPatientIds } from './without-patient.ts';

export const appointmentsWithoutPatientList = exportedList<object, AppointmentWithoutPatient>({
  fileName: 'citas-sin-paciente',
  ids: withoutPatientIds,
  read: readWithoutPatient,
  getId: ({ idAppointment }) => idAppointment,
  getPersonIds: () => [],
  columns: [
    plain(withoutPatientTitles.who, ({ invitee }) => invitee.name),
    plain('Correo', ({ invitee }) => invitee.email),
    plain(withoutPatientTitles.type, ({ type }) => type),
    // The screen shows both zones, UTC first.
    time(withoutPatientTitles.when, ({ calendly_data: { start_time } }) => start_time, 'UTC'),
    time(withoutPatientTitles.when, ({ calendly_data: { start_time } }) => start_time),
    time(withoutPatientTitles.booked, ({ createDate }) => createDate),
    plain('Enlace de la reunión', ({ calendly_data: { meeting_url } }) => meeting_url),
    plain('Id', ({ idAppointment }) => idAppointment),
  ],
});
