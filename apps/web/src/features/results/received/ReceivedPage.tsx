import { useDisclosure } from '@mantine/hooks';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { lazyDialog } from '../../../lib/lazy-dialog.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { focusRowOrTitle } from '../../../ui/focus.ts';
import { FilterButton, FilterGroup, Toolbar } from '../../../ui/list/FilterButton.tsx';
import { InboxNotice } from '../../inbox/public.ts';
import { RecordsPage } from '../../records/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { receivedLayout } from './columns.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import {
  RECEIVED,
  receivedList,
  resultsDiscarded,
  resultsToAssign,
  useReceived,
} from './received-list.ts';

const ImportDialog = lazyDialog(
  () => import('./import/ImportDialog.tsx'),
  ({ opened }) => opened,
);

const PATH = '/_shell/_guarded/resultados-recibidos';
const filters = { esperan: 'Pendientes', descartados: 'Descartados' } as const;

/** /resultados-recibidos: results of laboratories for which no patient was found. */
export function ReceivedPage() {
  const timeZone = useClinicTimeZone();
  const attention = useQuery(queries.results.attention.queryOptions());
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
        countExtra={<InboxNotice count={attention.data?.data.failedMessages} />}
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
  return (
    <>
      <LockButton icon={IconUpload} aria-haspopup="dialog" onClick={dialog.open}>
        Importar archivo
      </LockButton>
      <ImportDialog opened={opened} onClose={dialog.close} />
    </>
  );
}
