import type { ResultSet } from '@simiente/contract/results/calls';
import { api, cache, queries } from '../../lib/api/client.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { notifySuccess, useAct } from '../../ui/toasts/notify.tsx';
import { showSet } from './result-cache.ts';

interface SeeCriticalProps {
  set: Pick<ResultSet, 'idResultSet' | 'version'>;
  /** 'Ana Ruiz, Hormonal' */
  of: string;
}

/** Records that the account has seen the critical values of a set. */
export function SeeCritical({ set: { idResultSet, version }, of }: SeeCriticalProps) {
  const { keyFor } = useRequestKey();
  const { isPending, mutate } = useAct('No se marcaron como vistos', {
    mutationFn: async () => {
      const input = { idResultSet, version };
      const context = { context: { idempotencyKey: keyFor(input) } };
      return (await api.results.seeCritical(input, context)).data.set;
    },
    onSuccess: async (saved) => {
      await showSet(saved);
      notifySuccess('Valores críticos marcados como vistos');
    },
    onSettled: () => {
      for (const { key } of [queries.results.critical, queries.results.attention]) {
        void cache.invalidateQueries({ queryKey: key() });
      }
    },
  });
  return (
    <LockButton
      kind="default"
      size="xs"
      loading={isPending}
      aria-label={isPending ? 'Cargando...' : `Marcar como vistos los valores críticos: ${of}`}
      onClick={() => mutate()}
    >
      Marcar como visto
    </LockButton>
  );
}
