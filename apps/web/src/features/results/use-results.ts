import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** A patient's result sets, the latest sample first. */
export function useResults(idUser: string) {
  return useQuery(
    queries.results.ofPatient.queryOptions({
      input: { idUser },
      select: ({ data }) => data.sets,
    }),
  );
}
