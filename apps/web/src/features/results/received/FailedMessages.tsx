import type { FailedMessage } from '@simiente/contract/results/file-calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { FailedItems } from '../../../ui/list/FailedItems.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../../ui/toasts/use-failure-toast.ts';
import { byCursor, pageInput } from '../../records/public.ts';
import { refreshResults } from './received-list.ts';

/** Messages of laboratories that could not be processed; hidden while there are none. */
export function FailedMessages() {
  const query = useInfiniteQuery(
    queries.resultFiles.failedMessages.infiniteOptions({ ...byCursor, input: pageInput({}, '') }),
  );
  const messages = useMemo(
    () => query.data?.pages.flatMap((page) => page.data.messages) ?? [],
    [query.data],
  );
  return (
    <FailedItems
      title="Mensajes de laboratorios sin procesar"
      failure="No se pudieron cargar los mensajes sin procesar."
      query={query}
      items={messages}
      total={query.data?.pages.at(-1)?.data.total ?? 0}
      idOf={({ idMessage }) => idMessage}
      describe={({ idMessage, laboratory, ...message }) => ({
        ...message,
        name: laboratory.name,
        kind: `Mensaje ${idMessage}`,
      })}
      action={(message) => <ReplayMessage message={message} />}
    />
  );
}

function ReplayMessage({ message: { idMessage, laboratory } }: { message: FailedMessage }) {
  const replay = useReplayMessage();
  return (
    <LockButton
      kind="default"
      size="xs"
      loading={replay.isPending}
      aria-label={
        replay.isPending
          ? 'Cargando...'
          : `Reintentar el mensaje ${idMessage} de ${laboratory.name}`
      }
      onClick={() => replay.mutate({ idMessage })}
    >
      Reintentar
    </LockButton>
  );
}

const FAILED = 'El mensaje no se pudo procesar';

/** Processes a message again and reports the outcome. */
function useReplayMessage() {
  const cache = useQueryClient();
  const failure = useFailureToast();
  return useMutation({
    onMutate: failure.clear,
    mutationFn: (message: Pick<FailedMessage, 'idMessage'>) =>
      api.resultFiles.replayMessage(message),
    onSuccess: ({ data: { outcome, reason } }) => {
      if (outcome === 'failed') failure.tell(FAILED, reason ? { detail: reason } : {});
      else notifySuccess('Mensaje procesado');
    },
    onError: (error) => failure.tell(FAILED, { detail: error.message }),
    onSettled: () => refreshResults(cache),
  });
}
