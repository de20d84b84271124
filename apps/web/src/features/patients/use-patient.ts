import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

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
