import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { api, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { type RequestOptions, useRequestKey } from '../../lib/api/request-key.ts';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';

/** Refetches everything that depends on a patient's results. Resolves when the new results are loaded. */
export async function refreshRecord(idUser: string): Promise<void> {
  void invalidate(
    queries.results.pending.key(),
    queries.examOrders.list.key(),
    queries.patients.getMedicalHistory.key({ input: { idUser } }),
  );
  await invalidate(queries.results.ofPatient.key({ input: { idUser } }));
}

/** The messages of the checks that found a contradiction or an unusual value. */
export const openWarnings = ({ checks }: Pick<ResultSet, 'checks'>): string[] =>
  checks.filter(({ level }) => level !== 'ok').map(({ message }) => message);

/** A function that sends a change of a set, with an idempotency key for each input. */
export function useResultSetCall<Input>(
  call: (input: Input, options: RequestOptions) => Promise<{ data: { set: ResultSet } }>,
) {
  const { optionsFor } = useRequestKey();
  return async (input: Input) => {
    const { data } = await call(input, optionsFor(input));
    return data.set;
  };
}

/** A patient's result sets, the latest sample first. */
export function useResults(idUser: string) {
  return useAnswer(queries.results.ofPatient, { input: { idUser }, select: ({ sets }) => sets });
}

/** The warnings that the validator accepts and, without a second reading, the file or paper that was compared. */
interface Acceptance {
  readonly acknowledged: string[];
  readonly basis?: ReadingBasis;
}

export function useValidation(set: ResultSet) {
  const send = useResultSetCall(api.results.validate);
  const { idResultSet, idUser, version } = set;
  return useToastMutation('Los resultados no se validaron', {
    mutationFn: (acceptance: Acceptance) => send({ idResultSet, version, ...acceptance }),
    onSuccess: async (saved) => {
      await refreshRecord(saved.idUser);
      notifySuccess('Resultados validados');
    },
    // Another account may have changed the results.
    onError: () => refreshRecord(idUser),
  });
}
