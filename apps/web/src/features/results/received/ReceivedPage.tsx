import { useDisclosure } from '@mantine/hooks';
import type { FailedMessage } from '@simiente/contract/results/file-calls';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { focusRowOrTitle } from '../../../ui/focus.ts';
import { FailedItems, ReplayButton } from '../../../ui/list/FailedItems.tsx';
import { FilterButton, FilterGroup, Toolbar } from '../../../ui/list/FilterButton.tsx';
import { byCursor, pageInput, RecordsPage } from '../../records/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { receivedLayout } from './columns.tsx';
import { FailedMessageDialog } from './FailedMessageDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import {
  RECEIVED,
  receivedList,
  refreshResults,
  resultsDiscarded,
  resultsToAssign,
  useReceived,
} from './received-list.ts';

const ImportDialog = lazyOnUse(() => import('./import/ImportDialog.tsx'));

const PATH = '/_shell/_guarded/resultados-recibidos';
const filters = { esperan: 'Pendientes', descartados: 'Descartados' } as const;

/** /resultados-recibidos: results of laboratories for which no patient was found. */
export function ReceivedPage() {
  const timeZone = useClinicTimeZone();
  const { estado } = useSearch({ from: PATH });
  const navigate = useNavigate({ from: '/resultados-recibidos' });
  const isWaiting = estado === 'esperan';
  const list = useReceived(isWaiting ? 'waiting' : 'discarded');
  const { rows, total, isEarlier } = list;
  const [opened, dialog] = useDisclosure(false);
  const [reviewed, setReviewed] = useState<ReceivedResult | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const position = useRef(0);

  const review = useCallback(
    (row: ReceivedResult) => {
      position.current = rows.indexOf(row);
      setReviewed(row);
      dialog.open();
    },
    [rows, dialog.open],
  );
  const layout = useMemo(() => receivedLayout(timeZone, review), [timeZone, review]);

  return (
    <div ref={page}>
      <RecordsPage
        title={RECEIVED}
        count={
          total !== undefined &&
          !isEarlier &&
          (isWaiting ? resultsToAssign(total) : resultsDiscarded(total))
        }
        action={<ImportFile />}
        list={receivedList}
        layout={layout}
        loaded={list}
        failure="No se pudieron cargar los resultados recibidos"
        onRowOpen={review}
        empty={
          isWaiting
            ? 'Aquí aparecen los resultados de laboratorios cuyo paciente no se pudo identificar con certeza.'
            : 'Aquí quedan los resultados descartados, que se pueden recuperar.'
        }
      >
        <Toolbar>
          <FilterGroup label="Filtrar por estado">
            {(['esperan', 'descartados'] as const).map((one) => (
              <FilterButton
                key={one}
                label={filters[one]}
                pressed={estado === one}
                onToggle={() => void navigate({ search: { estado: one }, resetScroll: false })}
              />
            ))}
          </FilterGroup>
        </Toolbar>
      </RecordsPage>
      <FailedMessages />
      <ReviewDialog
        opened={opened}
        received={reviewed}
        timeZone={timeZone}
        onClose={dialog.close}
        onGone={() => focusRowOrTitle(page.current, position.current)}
      />
    </div>
  );
}

/** The button and its dialog, which is loaded with its first use. */
function ImportFile() {
  const [opened, dialog] = useDisclosure(false);
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <LockButton
        icon={<IconUpload size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          dialog.open();
        }}
      >
        Importar archivo
      </LockButton>
      {isWanted && (
        <Suspense>
          <ImportDialog opened={opened} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}

/** Messages of laboratories that could not be processed; hidden if all were. */
function FailedMessages() {
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
        getId={({ idMessage }) => idMessage}
        describe={({ idMessage, laboratory, ...message }) => ({
          ...message,
          name: laboratory.name,
          kind: `Mensaje ${idMessage}`,
        })}
        action={(message) => (
          <>
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
          </>
        )}
      />
      {opened && <FailedMessageDialog message={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
