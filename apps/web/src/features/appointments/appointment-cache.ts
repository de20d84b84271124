import type { DoctorAppointment } from '@simiente/contract/appointments';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { patientListsKey } from '../patients/public.ts';

const agendaKey = queries.doctors.agenda.key();

/** Cached answer of a doctor's agenda. */
interface AgendaAnswer {
  readonly status: 200;
  readonly data: { readonly appointments: DoctorAppointment[] };
}

/** Puts an appointment into the cached history of its patient and into cached agendas. */
export async function putAppointment(cache: QueryClient, next: DoctorAppointment): Promise<void> {
  await Promise.all([putIntoHistory(cache, next), putIntoAgendas(cache, next)]);
}

/** Replaces the known appointment; a new one appears with the next refetch. */
async function putIntoAgendas(cache: QueryClient, next: DoctorAppointment): Promise<void> {
  await cache.cancelQueries({
    queryKey: agendaKey,
    // Cancelling the first load of an agenda would leave it without data.
    predicate: ({ state }) => state.data !== undefined,
  });
  cache.setQueriesData<AgendaAnswer>({ queryKey: agendaKey }, (answer) => {
    if (answer === undefined) return undefined;
    const appointments = answer.data.appointments.map((known) =>
      known.id === next.id ? next : known,
    );
    return { ...answer, data: { appointments } };
  });
}

/** Replaces the known appointment, or adds a new one. */
async function putIntoHistory(cache: QueryClient, next: DoctorAppointment): Promise<void> {
  const { queryKey } = queries.patients.getMedicalHistory.queryOptions({
    input: { idUser: next.idUser },
  });
  // A pending answer predates the change.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (answer) => {
    if (answer === undefined) return undefined;
    const { appointments } = answer.data;
    const isKnown = appointments.doctorAppointments.some(({ id }) => id === next.id);
    const doctorAppointments = isKnown
      ? appointments.doctorAppointments.map((known) => (known.id === next.id ? next : known))
      : [...appointments.doctorAppointments, next];
    return {
      ...answer,
      data: { ...answer.data, appointments: { ...appointments, doctorAppointments } },
    };
  });
}

/**
 * Invalidates everything else that shows appointments: the list of patients, doctors with their counts
 * and agendas, and free times.
 */
export function invalidateAppointments(cache: QueryClient): void {
  for (const queryKey of [
    patientListsKey,
    queries.doctors.key(),
    queries.appointments.freeTimes.key(),
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
}
