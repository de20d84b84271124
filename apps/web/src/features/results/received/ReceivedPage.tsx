import { useDisclosure } from '@mantine/hooks';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { waitingReasonWords } from '@simiente/contract/results/states';
import { sampleDay } from '@simiente/contract/results/words';
import { IconUpload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { focusRowOrTitle } from '../../../ui/focus.ts';
import { FilterButton, FilterGroup, Toolbar } from '../../../ui/list/FilterButton.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import { toColumns } from '../../../ui/table/table-types.ts';
import { InboxNotice } from '../../inbox/public.ts';
import {
  listQuery,
  pageInput,
  RecordsPage,
  type RowLayout,
  useListPages,
} from '../../records/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import {
  describeReceived,
  nameText,
  RECEIVED,
  receivedList,
  sourceNames,
} from './received-list.ts';

const ImportDialog = lazyOnUse(() => import('./import/ImportDialog.tsx'));

const PATH = '/_shell/_guarded/resultados-recibidos';
const filters = { esperan: 'Pendientes', descartados: 'Descartados' } as const;
const titles = {
  who: 'Según el laboratorio',
  reason: 'Motivo',
  laboratory: 'Laboratorio',
  collected: 'Toma',
  received: 'Llegó',
  source: 'Origen',
  action: 'Acción',
};

/** /resultados-recibidos: results of laboratories that wait for a decision, such as their patient, and discarded ones. */
export function ReceivedPage() {
  const timeZone = useClinicTimeZone();
  const attention = useAnswer(queries.results.attention, {});
  const { estado } = useSearch({ from: PATH });
  const navigate = useNavigate({ from: '/resultados-recibidos' });
  const isWaiting = estado === 'esperan';
  const filter = { state: isWaiting ? 'waiting' : 'discarded' } as const;
  const list = useListPages(
    receivedList,
    listQuery(queries.receivedResults.list, pageInput(filter, '')),
  );
  const { rows, total, isInterim } = list;
  const [opened, dialog] = useDisclosure(false);
  const [isImporting, importDialog] = useDisclosure(false);
  const [reviewed, setReviewed] = useState<ReceivedResult | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const position = useRef(0);

  function review(row: ReceivedResult) {
    position.current = rows.indexOf(row);
    setReviewed(row);
    dialog.open();
  }

  return (
    <div ref={page}>
      <RecordsPage
        title={RECEIVED}
        count={
          total !== undefined &&
          !isInterim &&
          pluralize(
            total,
            isWaiting
              ? ['resultado por asignar', 'resultados por asignar']
              : ['resultado descartado', 'resultados descartados'],
          )
        }
        countExtra={<InboxNotice count={attention.data?.failedMessages} />}
        action={
          <>
            <Button icon={IconUpload} aria-haspopup="dialog" onClick={importDialog.open}>
              Importar archivo
            </Button>
            {isImporting && <ImportDialog onClose={importDialog.close} />}
          </>
        }
        layout={receivedLayout(timeZone, review)}
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
            {(['esperan', 'descartados'] as const).map((state) => (
              <FilterButton
                key={state}
                label={filters[state]}
                pressed={estado === state}
                onToggle={() => void navigate({ search: { estado: state }, resetScroll: false })}
              />
            ))}
          </FilterGroup>
        </Toolbar>
      </RecordsPage>
      {reviewed && (
        <ReviewDialog
          key={reviewed.idReceived}
          opened={opened}
          received={reviewed}
          timeZone={timeZone}
          onClose={dialog.close}
          onClosed={(isGone) => {
            setReviewed(null);
            if (isGone) focusRowOrTitle(page.current, position.current);
          }}
        />
      )}
    </div>
  );
}

interface ReviewButtonProps {
  row: ReceivedResult;
  onReview: (row: ReceivedResult) => void;
}

function ReviewButton({ row, onReview }: ReviewButtonProps) {
  return (
    <Button
      kind="default"
      size="xs"
      aria-haspopup="dialog"
      aria-label={`Revisar ${describeReceived(row)}`}
      onClick={() => onReview(row)}
    >
      Revisar
    </Button>
  );
}

function receivedLayout(
  timeZone: string,
  onReview: (row: ReceivedResult) => void,
): RowLayout<ReceivedResult> {
  return {
    columns: toColumns<ReceivedResult>(titles, {
      who: {
        skeleton: 'person',
        cell: (row) => <PersonCell name={nameText(row)} detail={examTypeLabel(row.examType)} />,
      },
      reason: {
        width: '30%',
        cell: ({ reason, critical }) => (
          <>
            {critical.length > 0 && <StatusPill tone="red" label="Valor crítico" />}
            <CellLine isLong text={waitingReasonWords[reason]} />
          </>
        ),
      },
      laboratory: {
        width: '15%',
        hideBelow: 'lg',
        cell: ({ laboratory }) => <CellLine text={laboratory?.name} />,
      },
      collected: {
        width: '116px',
        hideBelow: 'md',
        cell: (row) => sampleDay(row, timeZone),
      },
      received: {
        width: '116px',
        cell: ({ receivedAt }) => <DateText value={receivedAt} />,
      },
      source: {
        width: '82px',
        hideBelow: 'lg',
        cell: ({ source }) => sourceNames[source],
      },
      action: {
        width: '116px',
        cell: (row) => <ReviewButton row={row} onReview={onReview} />,
      },
    }),
    mobileRow: (row) => ({
      title: nameText(row),
      aside: <ReviewButton row={row} onReview={onReview} />,
      facts: (
        <>
          {row.critical.length > 0 && <StatusPill tone="red" label="Valor crítico" />}{' '}
          {examTypeLabel(row.examType)} · <DateText value={row.receivedAt} />
        </>
      ),
    }),
    getRowName: describeReceived,
  };
}
