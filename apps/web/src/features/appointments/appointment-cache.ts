import type { DoctorAppointment } from '@simiente/contract/appointments';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { patientListsKey } from '../patients/public.ts';

const agendaKey = queries.doctors.agenda.key();

/** A doctor's agenda as the cache holds it. */
interface AgendaAnswer {
  readonly status: 200;
  readonly data: { readonly appointments: DoctorAppointment[] };
}

/** Puts an appointment where it is shown: in its patient's history and in agendas. */
export async function putAppointment(cache: QueryClient, next: DoctorAppointment): Promise<void> {
  await Promise.all([putIntoHistory(cache, next), putIntoAgendas(cache, next)]);
}

/** In the place of what it was; a new one comes when the agenda asks again. */
async function putIntoAgendas(cache: QueryClient, next: DoctorAppointment): Promise<void> {
  await cache.cancelQueries({
    queryKey: agendaKey,
    // An agenda that is on its way for the first time would never come.
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

/** In the place of what it was, or beside the others when it is new. */
async function putIntoHistory(cache: QueryClient, next: DoctorAppointment): Promise<void> {
  const { queryKey } = queries.patients.getMedicalHistory.queryOptions({
    input: { idUser: next.idUser },
  });
  // An answer that is on its way was made before.
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
 * What tells of appointments elsewhere asks again when somebody looks at it: the list of patients says
 * who has one to come, a doctor how many, and their agenda and free times which.
 */
export function askAgainForAppointments(cache: QueryClient): void {
  for (const queryKey of [
    patientListsKey,
    queries.doctors.key(),
    queries.appointments.freeTimes.key(),
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
}
