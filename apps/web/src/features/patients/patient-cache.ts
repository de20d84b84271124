import type { Patient } from '@simiente/contract/patients/calls';
import { useQuery } from '@tanstack/react-query';
import { cache, changeAnswer, queries } from '../../lib/api/client.ts';
import { changeRows } from '../records/public.ts';
import { patientList, patientListsKey } from './patient-list.ts';

/** Replaces the patient on every screen. */
export async function replacePatient(patient: Patient): Promise<void> {
  const { idUser } = patient;
  const patientKey = queries.patients.getOne.queryKey({ input: { idUser } });
  // The answer to a list that is being fetched may be older than the change.
  await cache.cancelQueries({ queryKey: patientListsKey });
  await changeAnswer(patientKey, () => patient);
  void cache.invalidateQueries({
    queryKey: queries.patients.getMedicalHistory.key({ input: { idUser } }),
  });
  changeRows(patientList, (row) => (row.idUser === idUser ? { ...row, ...patient } : row));
}

/** The head of a patient's page: name, status, contact data. */
export function usePatient(idUser: string) {
  return useQuery(
    queries.patients.getOne.queryOptions({ input: { idUser }, select: ({ data }) => data }),
  );
}

/** A patient's reports, exams and appointments. */
export function useMedicalHistory(idUser: string, { enabled = true } = {}) {
  return useQuery(
    queries.patients.getMedicalHistory.queryOptions({
      input: { idUser },
      select: ({ data }) => data,
      enabled,
    }),
  );
}
