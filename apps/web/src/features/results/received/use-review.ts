import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../lib/api/client.ts';
import { notifySuccess, notifyUndo, useToastMutation } from '../../../ui/toasts/notify.tsx';
import type { PickablePatient } from '../../patients/public.ts';
import { refreshRecord } from '../result-cache.ts';
import { refreshReceived } from './received-list.ts';

interface Review {
  readonly received: Pick<ReceivedResult, 'idReceived' | 'version'>;
  /** Assigns the result to this patient; 'discard' and 'restore' need none. */
  readonly decision: Pick<PickablePatient, 'idUser' | 'name'> | 'discard' | 'restore';
  /** The patient's set that gets the values; by default a new set. */
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
  const navigate = useNavigate();
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
        action: {
          label: 'Ver resultados',
          onClick: () =>
            void navigate({
              to: '/pacientes/$idUser/resultados/{-$vista}',
              params: { idUser, vista: undefined },
            }),
        },
      });
    },
    // Another account may have changed the result.
    onError: () => refreshReceived(),
  });
}
