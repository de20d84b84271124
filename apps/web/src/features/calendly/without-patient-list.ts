import type {
  AppointmentWithoutPatient,
  WithoutPatientPage,
} from '@simiente/contract/calendly/calls';
import { cache, queries } from '../../lib/api/client.ts';
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
  for (const { key } of [calendly.attention, doctors.agenda, doctors.day]) {
    void cache.invalidateQueries({ queryKey: key() });
  }
  return cache.invalidateQueries({ queryKey: listKey });
}
