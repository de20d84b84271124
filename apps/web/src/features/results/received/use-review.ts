import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { notifySuccess, notifyUndo, useToastMutation } from '../../../ui/toasts/notify.tsx';
import type { PickablePatient } from '../../patients/public.ts';
import { useOpenResults } from '../ResultsLink.tsx';
import { refreshRecord } from '../result-cache.ts';
import { refreshReceived } from './received-list.ts';

interface Review {
  readonly received: Pick<ReceivedResult, 'idReceived' | 'version'>;
  /** The patient who gets the result, or an action without a patient. */
  readonly decision: Pick<PickablePatient, 'idUser' | 'name'> | 'discard' | 'restore';
  /** The patient's set that gets the values; without it, they become a new set. */
  readonly idResultSet?: string | undefined;
}

function send({ received: { idReceived, version }, decision, idResultSet }: Review) {
  const target = { idReceived, version };
  if (decision === 'discard') return api.receivedResults.discard(target);
  if (decision === 'restore') return api.receivedResults.restore(target);
  const { idUser } = decision;
  return api.receivedResults.assign({ ...target, idUser, ...(idResultSet && { idResultSet }) });
}

async function showRestored(): Promise<void> {
  await refreshReceived();
  notifySuccess('El resultado quedó pendiente otra vez');
}

/** Assigns a received result to a patient, discards it, or restores it. */
export function useReview() {
  const openResults = useOpenResults();
  const undoing = useToastMutation('No se pudo deshacer', {
    mutationFn: send,
    onSuccess: showRestored,
    onError: () => refreshReceived(),
    offersRetry: true,
  });
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ data: { received } }, { decision }) => {
      const { idReceived, version } = received;
      if (decision === 'restore') return showRestored();
      await refreshReceived();
      if (decision === 'discard') {
        const undo = { received: { idReceived, version }, decision: 'restore' } as const;
        return notifyUndo('Resultado descartado', { onUndo: () => undoing.mutate(undo) });
      }
      const { idUser, name } = decision;
      void refreshRecord(idUser);
      notifySuccess(`Resultado asignado a ${name}`, {
        detail: 'Queda capturado hasta que alguien lo valide.',
        action: { label: 'Ver resultados', onClick: () => openResults(idUser) },
      });
    },
    // Another account may have changed the result.
    onError: () => refreshReceived(),
  });
}
