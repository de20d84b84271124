import type { Patient } from '@simiente/contract/patients';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { changeRows } from '../records/public.ts';
import { patientList, patientListsKey } from './patient-list.ts';

/** A patient as the server has just told them takes the place of the one on every screen, without a reload. */
export async function replacePatient(cache: QueryClient, patient: Patient): Promise<void> {
  const input = { idUser: patient.idUser };
  const one = queries.patients.getOne.queryKey({ input });
  const history = queries.patients.getMedicalHistory.queryKey({ input });
  // Answers under way are older.
  await Promise.all(
    [one, history, patientListsKey].map((queryKey) => cache.cancelQueries({ queryKey })),
  );
  cache.setQueryData(one, (answer) => answer && { ...answer, data: patient });
  cache.setQueryData(history, (answer) => {
    if (answer === undefined) return undefined;
    const { name, email, phone } = patient;
    const { appointments } = answer.data;
    const doctorAppointments = appointments.doctorAppointments.map((appointment) => ({
      ...appointment,
      patient: { name, email, phone },
    }));
    return {
      ...answer,
      data: { ...answer.data, name, appointments: { ...appointments, doctorAppointments } },
    };
  });
  const { userData: _, ...summary } = patient;
  changeRows(cache, patientList, (row) => (row.idUser === summary.idUser ? summary : row));
}
