import type { ResultSet } from '@simiente/contract/results/calls';
import { useQuery } from '@tanstack/react-query';
import { cache, changeAnswer, queries } from '../../lib/api/client.ts';

/** Shows a set that the server returned, and marks dependent queries as stale. */
export async function showSet(set: ResultSet): Promise<void> {
  const queryKey = queries.results.ofPatient.queryKey({ input: { idUser: set.idUser } });
  await changeAnswer(queryKey, ({ sets }) => {
    const isKnown = sets.some(({ idResultSet }) => idResultSet === set.idResultSet);
    const next = isKnown
      ? sets.map((one) => (one.idResultSet === set.idResultSet ? set : one))
      : [set, ...sets];
    return { sets: next };
  });
  // The change may affect the set's position, its exam, and the checks of other sets.
  void cache.invalidateQueries({ queryKey });
  void cache.invalidateQueries({
    queryKey: queries.patients.getMedicalHistory.queryKey({ input: { idUser: set.idUser } }),
    refetchType: 'none',
  });
}

/** Marks all that depends on a patient's results. */
export function markRecord(idUser: string): void {
  for (const queryKey of [
    queries.results.ofPatient.key({ input: { idUser } }),
    queries.results.pending.key(),
    queries.examOrders.list.key(),
    queries.patients.getMedicalHistory.key({ input: { idUser } }),
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
}

export const openWarnings = ({ checks }: Pick<ResultSet, 'checks'>): string[] =>
  checks.filter(({ level }) => level !== 'ok').map(({ message }) => message);

/** A patient's result sets, the latest sample first. */
export function useResults(idUser: string) {
  return useQuery(
    queries.results.ofPatient.queryOptions({
      input: { idUser },
      select: ({ data }) => data.sets,
    }),
  );
}
