import type { FailedMessage } from '@simiente/contract/results/file-calls';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { FailedItems } from '../../../ui/list/FailedItems.tsx';
import { ReplayButton } from '../../../ui/list/ReplayButton.tsx';
import { byCursor, pageInput } from '../../records/public.ts';
import classes from './FailedMessageDialog.module.css';
import { FailedMessageDialog } from './FailedMessageDialog.tsx';
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
  const [opened, setOpened] = useState<FailedMessage | null>(null);
  return (
    <>
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
        action={(message) => (
          <div className={classes.actions}>
            <LockButton
              kind="subtle"
              size="xs"
              aria-haspopup="dialog"
              aria-label={`Ver el mensaje ${message.idMessage} de ${message.laboratory.name}`}
              onClick={() => setOpened(message)}
            >
              Ver
            </LockButton>
            <ReplayButton
              what={`el mensaje ${message.idMessage} de ${message.laboratory.name}`}
              failed="El mensaje no se pudo procesar"
              done="Mensaje procesado"
              replay={() => api.resultFiles.replayMessage({ idMessage: message.idMessage })}
              onSettled={() => refreshResults(cache)}
            />
          </div>
        )}
      />
      {opened && <FailedMessageDialog message={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
