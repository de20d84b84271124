import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';

/** The head of a patient's page: name, status, how to reach them. */
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

/** Whether nobody has this id, or nobody could have it. */
export function isUnknownPatient(error: Error | null): boolean {
  return (
    error instanceof ApiFailure && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')
  );
}
