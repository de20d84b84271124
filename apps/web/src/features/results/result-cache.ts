import type { ResultSet } from '@simiente/contract/results/calls';
import { useQuery } from '@tanstack/react-query';
import { cache, changeAnswer, queries } from '../../lib/api/client.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';

/** Shows a set that the server returned, and marks dependent queries as stale. */
export async function showSet(set: ResultSet): Promise<void> {
  const queryKey = queries.results.ofPatient.queryKey({ input: { idUser: set.idUser } });
  await changeAnswer(queryKey, ({ sets }) => {
    const isNew = sets.every(({ idResultSet }) => idResultSet !== set.idResultSet);
    return {
      sets: isNew
        ? [set, ...sets]
        : sets.map((other) => (other.idResultSet === set.idResultSet ? set : other)),
    };
  });
  // The change may affect the set's position, its exam, and the checks of other sets.
  void cache.invalidateQueries({ queryKey });
  void cache.invalidateQueries({
    queryKey: queries.patients.getMedicalHistory.queryKey({ input: { idUser: set.idUser } }),
    refetchType: 'none',
  });
}

/** Refetches everything that depends on a patient's results. */
export function refreshRecord(idUser: string): void {
  for (const queryKey of [
    queries.results.ofPatient.key({ input: { idUser } }),
    queries.results.pending.key(),
    queries.examOrders.list.key(),
    queries.patients.getMedicalHistory.key({ input: { idUser } }),
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
}

/** The messages of the checks that found a contradiction or an unusual value. */
export const openWarnings = ({ checks }: Pick<ResultSet, 'checks'>): string[] =>
  checks.filter(({ level }) => level !== 'ok').map(({ message }) => message);

/** A function that sends a change of a set, with an idempotency key for each input. */
export function useSetCall<Input>(
  call: (
    input: Input,
    options: { context: { idempotencyKey: string } },
  ) => Promise<{ data: { set: ResultSet } }>,
) {
  const { keyFor } = useRequestKey();
  return async (input: Input) => {
    const { data } = await call(input, { context: { idempotencyKey: keyFor(input) } });
    return data.set;
  };
}

/** A patient's result sets, the latest sample first. */
export function useResults(idUser: string) {
  return useQuery(
    queries.results.ofPatient.queryOptions({
      input: { idUser },
      select: ({ data }) => data.sets,
    }),
  );
}
