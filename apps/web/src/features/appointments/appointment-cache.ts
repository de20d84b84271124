import { hasConsultation } from '@simiente/contract/appointments/attendance';
import {
  type AppointmentCardData,
  type DoctorAppointment,
  doctorAppointment,
  type OverlapDetails,
  overlapDetails,
  type RecipeAppointment,
  recipeAppointment,
  type SameTime,
  sameTime,
} from '@simiente/contract/appointments/calls';
import {
  type AppointmentStatus,
  appointmentStatuses,
  formatAppointmentStatus,
} from '@simiente/contract/appointments/statuses';
import type { AgendaRow } from '@simiente/contract/doctors/calls';
import type { Query } from '@tanstack/react-query';
import { cache, changeAnswer, invalidate, queries } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import type { StatusPillProps } from '../../ui/status/StatusPill.tsx';
import { patientListsKey } from '../patients/public.ts';

const agendaKeys = [queries.doctors.agenda.key(), queries.doctors.day.key()];

interface AgendaAnswer {
  readonly status: 200;
  readonly data: { readonly appointments: AgendaRow[] };
}

/** Shows the changed card of an appointment, and refetches all data that show the appointment. */
export async function showAppointment(card: AppointmentCardData): Promise<void> {
  const input = { idAppointment: card.appointment.id };
  await changeAnswer(queries.appointments.getOne.queryKey({ input }), () => card);
  void refreshAppointments(card.kind === 'doctor_appointment' ? card.appointment : undefined);
}

/** Replaces an appointment in the cached agendas that have it. A new appointment appears with the next refetch. */
export async function putIntoAgendas(next: AgendaRow): Promise<void> {
  const loadedAgendas = agendaKeys.map((queryKey) => ({
    queryKey,
    // Cancelling the first load of an agenda would leave it without data.
    predicate: ({ state }: Query) => state.data !== undefined,
  }));
  await Promise.all(loadedAgendas.map((filters) => cache.cancelQueries(filters)));
  for (const filters of loadedAgendas) {
    cache.setQueriesData<AgendaAnswer>(filters, (answer) => {
      if (answer === undefined) return undefined;
      const appointments = answer.data.appointments.map((row) => (row.id === next.id ? next : row));
      return { ...answer, data: { ...answer.data, appointments } };
    });
  }
}

/**
 * Refetches all data that show appointments. Resolves when the shown agendas and history are loaded: a dialog that
 * waits must not stay open for a slower list.
 * @param saved replaces the earlier one in its patient's history, which is otherwise refetched too
 */
export async function refreshAppointments(saved?: DoctorAppointment): Promise<void> {
  const { getMedicalHistory } = queries.patients;
  if (saved) {
    const input = { idUser: saved.idUser };
    await changeAnswer(getMedicalHistory.queryKey({ input }), (history) => {
      const { doctorAppointments: before } = history.appointments;
      const doctorAppointments = [...before.filter(({ id }) => id !== saved.id), saved];
      return { ...history, appointments: { ...history.appointments, doctorAppointments } };
    });
  }
  void invalidate(
    patientListsKey,
    queries.appointments.key(),
    queries.calendly.key(),
    queries.reminders.key(),
    queries.dashboard.today.key(),
    queries.dashboard.attendance.key(),
  );
  await invalidate(queries.doctors.key(), ...(saved ? [] : [getMedicalHistory.key()]));
}

/** Tone and label of a status; the label of an unknown status is the status itself. */
export function appointmentStatus(status: string): StatusPillProps {
  return {
    tone: status === 'pending' ? 'green' : 'orange',
    label: formatAppointmentStatus(status),
  };
}

/** Statuses to choose from. An appointment whose consultation began cannot be cancelled. */
export function offeredStatuses({
  status,
  attendance,
}: Pick<DoctorAppointment, 'status' | 'attendance'>): readonly AppointmentStatus[] {
  if (status === 'cancelled' || !hasConsultation({ attendance })) return appointmentStatuses;
  return appointmentStatuses.filter((offered) => offered !== 'cancelled');
}

/** Details of an overlap, if the edit was rejected because of it. */
export function parseOverlap(error: Error | null): OverlapDetails | undefined {
  return overlapDetails.safeParse(getDetails(error, 'APPOINTMENT_OVERLAP')).data;
}

/** The patient's other appointment at the same time, if the request was rejected because of it. */
export function parseSameTime(error: Error | null): SameTime | undefined {
  return sameTime.safeParse(getDetails(error, 'SAME_TIME')).data;
}

/** The current appointment, if the edit was rejected because another user changed it. */
export function parseCurrent(error: Error | null): DoctorAppointment | undefined {
  return doctorAppointment.safeParse(staleDetails(error)).data;
}

/** The current prescription appointment, if the edit was rejected because another user changed it. */
export function parseCurrentPrescription(error: Error | null): RecipeAppointment | undefined {
  return recipeAppointment.safeParse(staleDetails(error)).data;
}

function getDetails(error: Error | null, code: ApiFailure['code']): Record<string, unknown> {
  const hasCode = error instanceof ApiFailure && error.code === code;
  return hasCode && typeof error.details === 'object' ? { ...error.details } : {};
}
