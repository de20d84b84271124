import type { AppointmentWithoutPatient, WithoutPatientPage } from '@simiente/contract/calendly';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { byCursor, dropRows, pageInput, type RecordList, useListPages } from '../records/public.ts';

const listKey = queries.calendly.withoutPatient.key();

const withoutPatientList: RecordList<WithoutPatientPage, AppointmentWithoutPatient> = {
  listsKey: listKey,
  pagesKey: listKey,
  rowsOf: (page) => page.appointments,
  withRows: (page, rows) => ({ ...page, appointments: [...rows] }),
  idOf: (appointment) => appointment.idAppointment,
};

/** The appointments that wait for a patient, page by page. */
export function useWithoutPatient() {
  return useListPages(
    withoutPatientList,
    queries.calendly.withoutPatient.infiniteOptions({ ...byCursor, input: pageInput({}, '') }),
  );
}

/** Takes an appointment out of the list at once; the server is asked again all the same. */
export async function dropFromList(cache: QueryClient, idAppointment: string): Promise<void> {
  await cache.cancelQueries({ queryKey: listKey });
  dropRows(cache, withoutPatientList, [idAppointment]);
  refreshLists(cache);
}

/** Asks again for the list, the failed deliveries and their figures. */
export function refreshLists(cache: QueryClient): void {
  const { attention, failedDeliveries } = queries.calendly;
  for (const queryKey of [listKey, attention.key(), failedDeliveries.key()]) {
    void cache.invalidateQueries({ queryKey });
  }
}
