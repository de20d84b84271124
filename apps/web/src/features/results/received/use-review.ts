import { type ReceivedResult, receivedResult } from '@simiente/contract/results/received-calls';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../../lib/api/failure.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../../ui/toasts/notify.tsx';
import type { PickablePatient } from '../../patients/public.ts';
import { refreshRecord } from '../result-cache.ts';
import { dropReceived, refreshReceived } from './received-list.ts';

type ReceivedId = Pick<ReceivedResult, 'idReceived' | 'version'>;

const toReceivedId = ({ idReceived, version }: ReceivedId) => ({ idReceived, version });

interface Assignment {
  readonly received: ReceivedId;
  readonly patient: Pick<PickablePatient, 'idUser' | 'name'>;
  /** The patient's set that gets the values; by default a new set. */
  readonly idResultSet?: string | undefined;
}

export function useAssign() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ received, patient, idResultSet }: Assignment) =>
      api.receivedResults.assign({
        ...toReceivedId(received),
        idUser: patient.idUser,
        ...(idResultSet !== undefined && { idResultSet }),
      }),
    onSuccess: async (_answer, { received, patient: { idUser, name } }) => {
      await dropReceived(received.idReceived);
      refreshRecord(idUser);
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

export function useRestoreReceived() {
  return useMutation({
    mutationFn: (received: ReceivedId) => api.receivedResults.restore(toReceivedId(received)),
    onSuccess: async (_answer, { idReceived }) => {
      await dropReceived(idReceived);
      notifySuccess('El resultado quedó pendiente otra vez');
    },
    onError: () => refreshReceived(),
  });
}

export function useDiscard() {
  const restoring = useRestoreReceived();
  const undo = (received: ReceivedId) =>
    restoring.mutate(received, {
      onError: (error) =>
        notifyError('No se pudo deshacer', {
          detail: error.message,
          ...(isWorthRepeating(error) && { onRetry: () => undo(received) }),
        }),
    });
  return useMutation({
    mutationFn: (received: ReceivedId) => api.receivedResults.discard(toReceivedId(received)),
    onSuccess: async ({ data: { received } }) => {
      await dropReceived(received.idReceived);
      notifyUndo('Resultado descartado', { onUndo: () => undo(received) });
    },
    onError: () => refreshReceived(),
  });
}

function isWorthRepeating(error: Error): boolean {
  return error instanceof ApiFailure && error.status >= 500;
}

export function describeReviewFailure(error: Error): string {
  return error instanceof ApiFailure && error.code === 'STALE_VERSION'
    ? 'El resultado cambió mientras lo revisabas. Revisa cómo quedó y vuelve a intentarlo.'
    : error.message;
}

/** The current result, if a change was rejected because another user changed the result. */
export function parseCurrentReceived(error: Error | null): ReceivedResult | undefined {
  return receivedResult.safeParse(staleDetails(error)).data;
}
