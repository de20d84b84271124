import type { AppointmentWithoutPatient } from '@simiente/contract/calendly';
import { exportedList, plain, time } from '../list-exports/public.ts';
import { readWithoutPatient, withoutPatientIds } from './without-patient.ts';

export const appointmentsWithoutPatientList = exportedList<object, AppointmentWithoutPatient>({
  fileName: 'citas-sin-paciente',
  ids: withoutPatientIds,
  read: readWithoutPatient,
  idOf: ({ idAppointment }) => idAppointment,
  personsOf: () => [],
  columns: [
    plain('Quién agendó', ({ invitee }) => invitee.name),
    plain('Correo', ({ invitee }) => invitee.email),
    plain('Tipo', ({ type }) => type),
    // The screen shows both zones, UTC first.
    time('Cuándo', ({ calendly_data: { start_time } }) => start_time, 'UTC'),
    time('Cuándo', ({ calendly_data: { start_time } }) => start_time),
    time('Agendada', ({ createDate }) => createDate),
    plain('Enlace de la reunión', ({ calendly_data: { meeting_url } }) => meeting_url),
    plain('Id', ({ idAppointment }) => idAppointment),
  ],
});
