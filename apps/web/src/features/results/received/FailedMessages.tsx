import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { FailedItems } from '../../../ui/list/FailedItems.tsx';
import { ReplayButton } from '../../../ui/list/ReplayButton.tsx';
import { byCursor, pageInput } from '../../records/public.ts';
import { refreshResults } from './received-list.ts';

/** Messages of laboratories that could not be processed; hidden while there are none. */
export function FailedMessages() {
  const cache = useQueryClient();
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
      action={({ idMessage, laboratory }) => (
        <ReplayButton
          what={`el mensaje ${idMessage} de ${laboratory.name}`}
          failed="El mensaje no se pudo procesar"
          done="Mensaje procesado"
          replay={() => api.resultFiles.replayMessage({ idMessage })}
          onSettled={() => refreshResults(cache)}
        />
      )}
    />
  );
}
