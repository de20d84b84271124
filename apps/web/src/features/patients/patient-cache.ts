import type { MedicalHistory, Patient } from '@simiente/contract/patients/calls';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { changeRows } from '../records/public.ts';
import { patientList, patientListsKey } from './patient-list.ts';

/** Replaces the patient on every screen, without a refetch. */
export async function replacePatient(cache: QueryClient, patient: Patient): Promise<void> {
  const { idUser, name, email, phone } = patient;
  const one = queries.patients.getOne.queryKey({ input: { idUser } });
  // Pending answers predate the change.
  await Promise.all([one, patientListsKey].map((queryKey) => cache.cancelQueries({ queryKey })));
  cache.setQueryData(one, (answer) => answer && { ...answer, data: patient });
  await changeHistory(cache, idUser, (history) => ({
    ...history,
    name,
    appointments: {
      ...history.appointments,
      doctorAppointments: history.appointments.doctorAppointments.map((appointment) => ({
        ...appointment,
        patient: { name, email, phone },
      })),
    },
  }));
  changeRows(cache, patientList, (row) => (row.idUser === idUser ? { ...row, ...patient } : row));
}

/** Changes the cached history of a patient. */
export async function changeHistory(
  cache: QueryClient,
  idUser: string,
  change: (history: MedicalHistory) => MedicalHistory,
): Promise<void> {
  const queryKey = queries.patients.getMedicalHistory.queryKey({ input: { idUser } });
  // A pending answer predates the change.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (answer) => answer && { ...answer, data: change(answer.data) });
}

/** Replaces the known record of the same id, or adds a new one at the end. */
export function withRecord<Row extends { readonly id: string }>(
  rows: readonly Row[],
  next: Row,
): Row[] {
  return rows.some(({ id }) => id === next.id)
    ? rows.map((known) => (known.id === next.id ? next : known))
    : [...rows, next];
}
