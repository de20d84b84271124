import type {
  AppointmentWithoutPatient,
  WithoutPatientPage,
} from '@simiente/contract/calendly/calls';
import { cache, queries } from '../../lib/api/client.ts';
import { dropRows, type RecordList } from '../records/public.ts';

const listKey = queries.calendly.withoutPatient.key();

export const withoutPatientList: RecordList<WithoutPatientPage, AppointmentWithoutPatient> = {
  edits: 'patients.edit',
  listsKey: listKey,
  pagesKey: listKey,
  getRows: (page) => page.appointments,
  withRows: (page, rows) => ({ ...page, appointments: [...rows] }),
  getId: (appointment) => appointment.idAppointment,
};

export async function dropFromList(idAppointment: string): Promise<void> {
  await cache.cancelQueries({ queryKey: listKey });
  dropRows(withoutPatientList, [idAppointment]);
  refreshLists();
}

export function refreshLists(): void {
  const agendas = [queries.doctors.agenda.key(), queries.doctors.day.key()];
  for (const queryKey of [listKey, queries.calendly.attention.key(), ...agendas]) {
    void cache.invalidateQueries({ queryKey });
  }
}
