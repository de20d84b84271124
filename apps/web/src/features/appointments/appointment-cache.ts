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
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import type { Query } from '@tanstack/react-query';
import { api, cache, changeAnswer, queries } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import type { StatusPillProps } from '../../ui/status/StatusPill.tsx';
import { changeHistory, patientListsKey, withRecord } from '../patients/public.ts';

const agendaKeys = [queries.doctors.agenda.key(), queries.doctors.day.key()];

interface AgendaAnswer {
  readonly status: 200;
  readonly data: { readonly appointments: AgendaRow[] };
}

/** A saved appointment as a row of an agenda; undefined without start and end. */
function toAgendaRow(appointment: DoctorAppointment): AgendaRow | undefined {
  const { id, idUser, idDoctor, patient, status, attendance, place, version } = appointment;
  const { date, endDate } = appointment.appointmentDate;
  if (date === null || endDate === null) return undefined;
  const row = { id, idUser, idDoctor, status, attendance, place, version, ...patient };
  return { ...row, kind: 'doctor', startsAt: date, endsAt: endDate };
}

/** Puts a saved appointment into every cached answer that has it. */
export async function showAppointment(card: AppointmentCardData) {
  const idAppointment = card.appointment.id;
  const appointmentKey = queries.appointments.getOne.queryKey({ input: { idAppointment } });
  await changeAnswer(appointmentKey, () => card);
  if (card.kind === 'doctor_appointment') await putAppointment(card.appointment);
  else await putPrescriptionAppointment(card.patient.idUser, card.appointment);
  invalidateAppointments();
}

/** Puts an appointment into the cached history of its patient and into cached agendas. */
export async function putAppointment(next: DoctorAppointment): Promise<void> {
  const row = toAgendaRow(next);
  const saving = changeAppointments(next.idUser, ({ doctorAppointments }) => ({
    doctorAppointments: withRecord(doctorAppointments, next),
  }));
  await Promise.all([saving, row && putIntoAgendas(row)]);
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

export const putPrescriptionAppointment = (idUser: string, next: RecipeAppointment) =>
  changeAppointments(idUser, ({ recipeAppointments }) => ({
    recipeAppointments: withRecord(recipeAppointments, next),
  }));

type Appointments = MedicalHistory['appointments'];

const changeAppointments = (
  idUser: string,
  change: (appointments: Appointments) => Partial<Appointments>,
) =>
  changeHistory(idUser, (history) => ({
    ...history,
    appointments: { ...history.appointments, ...change(history.appointments) },
  }));

/** Invalidates all other data that show appointments. */
export function invalidateAppointments(): void {
  for (const queryKey of [
    patientListsKey,
    queries.doctors.key(),
    queries.appointments.key(),
    queries.calendly.key(),
    queries.reminders.key(),
    queries.dashboard.today.key(),
    queries.dashboard.attendance.key(),
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
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

export interface AppointmentEdit {
  readonly idAppointment: string;
  readonly status: AppointmentStatus;
  readonly date: string;
  /** Absent to keep the doctor. */
  readonly idDoctor?: string;
  readonly version: number;
  /** Allows another appointment of the patient at the same time. */
  readonly despiteSameTime?: boolean;
}

/** Saves an edit. A retry after a lost answer succeeds if the record already has the values. */
export async function saveAppointment(edit: AppointmentEdit) {
  try {
    return (await api.appointments.updateStatus(edit)).data;
  } catch (error) {
    const current = error instanceof Error ? parseCurrent(error) : undefined;
    // The first attempt was saved, but its answer was lost, so the retry's version is stale.
    if (current && isAlreadySaved(current, edit)) {
      return { appointment: current, outsideWorkingHours: false };
    }
    throw error;
  }
}

function isAlreadySaved(
  { status, appointmentDate, idDoctor }: DoctorAppointment,
  edit: AppointmentEdit,
): boolean {
  return (
    status === edit.status &&
    idDoctor === (edit.idDoctor ?? idDoctor) &&
    appointmentDate.date !== null &&
    Date.parse(appointmentDate.date) === Date.parse(edit.date)
  );
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
