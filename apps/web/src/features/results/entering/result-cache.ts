import type { ResultSet } from '@simiente/contract/results/calls';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../../lib/api/client.ts';

/** Shows a set that the server returned, and marks what else depends on it. */
export async function showSet(cache: QueryClient, set: ResultSet): Promise<void> {
  const queryKey = queries.results.ofPatient.queryKey({ input: { idUser: set.idUser } });
  // A pending answer predates the change.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (answer) => {
    if (answer === undefined) return answer;
    const sets = answer.data.sets;
    const isKnown = sets.some(({ idResultSet }) => idResultSet === set.idResultSet);
    const next = isKnown
      ? sets.map((one) => (one.idResultSet === set.idResultSet ? set : one))
      : [set, ...sets];
    return { ...answer, data: { sets: next } };
  });
  // Its place, its neighbours' checks and its exam may be others now.
  void cache.invalidateQueries({ queryKey });
  void cache.invalidateQueries({
    queryKey: queries.patients.getMedicalHistory.queryKey({ input: { idUser: set.idUser } }),
    refetchType: 'none',
  });
}
