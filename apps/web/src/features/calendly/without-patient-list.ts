import type {
  AppointmentWithoutPatient,
  WithoutPatientPage,
} from '@simiente/contract/calendly/calls';
import { invalidate, queries } from '../../lib/api/client.ts';
import type { RecordList } from '../records/public.ts';

const listKey = queries.calendly.withoutPatient.key();

export const withoutPatientList: RecordList<WithoutPatientPage, AppointmentWithoutPatient> = {
  editCapability: 'patients.edit',
  listsKey: listKey,
  getRows: (page) => page.appointments,
  getId: (appointment) => appointment.idAppointment,
};

/** Refetches the list, its counts and the agendas. Resolves when the list is loaded. */
export function refreshLists(): Promise<void> {
  const { calendly, doctors } = queries;
  void invalidate(calendly.attention.key(), doctors.agenda.key(), doctors.day.key());
  return invalidate(listKey);
}
