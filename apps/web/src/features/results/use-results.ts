import type { ResultSet } from '@simiente/contract/results/calls';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** A patient's result sets, the latest sample first. */
export function useResults(idUser: string) {
  return useQuery(
    queries.results.ofPatient.queryOptions({
      input: { idUser },
      // The typed client knows no read-only lists.
      select: ({ data }) => data.sets as readonly ResultSet[],
    }),
  );
}
