import type { ResultSet } from '@simiente/contract/results/calls';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import { refreshRecord, useResultSetCall } from './result-cache.ts';

interface AcknowledgeCriticalProps {
  set: Pick<ResultSet, 'idResultSet' | 'version'>;
  /** The set in words, for the button's accessible name: 'Ana Ruiz, Hormonal'. */
  setName: string;
}

/** Button that records that the account has seen the critical values of a set. */
export function AcknowledgeCritical({
  set: { idResultSet, version },
  setName,
}: AcknowledgeCriticalProps) {
  const send = useResultSetCall(api.results.seeCritical);
  const { isPending, mutate } = useToastMutation('No se marcaron como vistos', {
    mutationFn: () => send({ idResultSet, version }),
    onSuccess: async (saved) => {
      await refreshRecord(saved.idUser);
      notifySuccess('Valores críticos marcados como vistos');
    },
    onSettled: () =>
      void invalidate(queries.results.critical.key(), queries.results.attention.key()),
  });
  return (
    <Button
      kind="default"
      size="xs"
      loading={isPending}
      aria-label={isPending ? 'Cargando...' : `Marcar como vistos los valores críticos: ${setName}`}
      onClick={() => mutate()}
    >
      Marcar como visto
    </Button>
  );
}
