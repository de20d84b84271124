import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';

/** One doctor, retired or not. */
export function useDoctor(idDoctor: string) {
  return useQuery(
    queries.doctors.getOne.queryOptions({ input: { idDoctor }, select: ({ data }) => data }),
  );
}

/** Whether nobody has this id, or nobody could have it. */
export function isUnknownDoctor(error: Error | null): boolean {
  return (
    error instanceof ApiFailure && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')
  );
}
