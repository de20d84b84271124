import type {
  AppointmentWithoutPatient,
  WithoutPatientPage,
} from '@simiente/contract/calendly/calls';
import { cache, queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { byCursor, dropRows, pageInput, type RecordList, useListPages } from '../records/public.ts';

const listKey = queries.calendly.withoutPatient.key();

export const withoutPatientList: RecordList<WithoutPatientPage, AppointmentWithoutPatient> = {
  edits: 'patients.edit',
  listsKey: listKey,
  pagesKey: listKey,
  getRows: (page) => page.appointments,
  withRows: (page, rows) => ({ ...page, appointments: [...rows] }),
  getId: (appointment) => appointment.idAppointment,
};

export function useWithoutPatient() {
  return useListPages(
    withoutPatientList,
    queries.calendly.withoutPatient.infiniteOptions({ ...byCursor, input: pageInput({}, '') }),
  );
}

/** Removes an appointment from the cached list and refetches it. */
export async function dropFromList(idAppointment: string): Promise<void> {
  await cache.cancelQueries({ queryKey: listKey });
  dropRows(withoutPatientList, [idAppointment]);
  refreshLists();
}

/** Refetches the list, its count and agendas. */
export function refreshLists(): void {
  const agendas = [queries.doctors.agenda.key(), queries.doctors.day.key()];
  for (const queryKey of [listKey, queries.calendly.attention.key(), ...agendas]) {
    void cache.invalidateQueries({ queryKey });
  }
}

export const TITLE = 'Citas sin paciente';

export function appointmentsWithoutPatient(count: number): string {
  return pluralize(count, ['cita sin paciente', 'citas sin paciente']);
}

export function appointmentsToAssign(count: number): string {
  return pluralize(count, ['cita por asignar', 'citas por asignar']);
}

export function failedNotices(count: number): string {
  return pluralize(count, ['notificación sin procesar', 'notificaciones sin procesar']);
}
