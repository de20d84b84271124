import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** One doctor, retired or not. */
export function useDoctor(idDoctor: string) {
  return useQuery(
    queries.doctors.getOne.queryOptions({ input: { idDoctor }, select: ({ data }) => data }),
  );
}
