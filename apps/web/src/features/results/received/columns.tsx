import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { waitingReasonWords } from '@simiente/contract/results/states';
import { sampleDay } from '@simiente/contract/results/words';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import type { DataTableColumn, MobileRow } from '../../../ui/table/table-types.ts';
import type { RowLayout } from '../../records/public.ts';
import { describeReceived, sourceNames, writtenName } from './received-list.ts';

type Row = ReceivedResult;
type OnReview = (row: Row) => void;

function ReviewButton({ row, onReview }: { row: Row; onReview: OnReview }) {
  return (
    <LockButton
      kind="default"
      size="xs"
      aria-haspopup="dialog"
      aria-label={`Revisar ${describeReceived(row)}`}
      onClick={() => onReview(row)}
    >
      Revisar
    </LockButton>
  );
}

function columns(timeZone: string, onReview: OnReview): readonly DataTableColumn<Row>[] {
  return [
    {
      id: 'who',
      header: 'Según el laboratorio',
      skeleton: 'person',
      cell: (row) => <PersonCell name={writtenName(row)} detail={examTypeLabel(row.examType)} />,
    },
    {
      id: 'reason',
      header: 'Motivo',
      width: '30%',
      cell: ({ reason, critical }) => (
        <>
          {critical.length > 0 && <StatusPill tone="red" label="Valor crítico" />}
          <CellLine isLong text={waitingReasonWords[reason]} />
        </>
      ),
    },
    {
      id: 'laboratory',
      header: 'Laboratorio',
      width: '15%',
      hideBelow: 'lg',
      cell: ({ laboratory }) => <CellLine text={laboratory?.name} />,
    },
    {
      id: 'collected',
      header: 'Toma',
      width: '116px',
      hideBelow: 'md',
      cell: (row) => sampleDay(row, timeZone),
    },
    {
      id: 'received',
      header: 'Llegó',
      width: '116px',
      cell: ({ receivedAt }) => <DateText value={receivedAt} />,
    },
    {
      id: 'source',
      header: 'Origen',
      width: '82px',
      hideBelow: 'lg',
      cell: ({ source }) => sourceNames[source],
    },
    {
      id: 'action',
      header: 'Acción',
      width: '116px',
      cell: (row) => <ReviewButton row={row} onReview={onReview} />,
    },
  ];
}

function mobileRow(row: Row, onReview: OnReview): MobileRow {
  return {
    title: writtenName(row),
    aside: <ReviewButton row={row} onReview={onReview} />,
    facts: (
      <>
        {row.critical.length > 0 && <StatusPill tone="red" label="Valor crítico" />}{' '}
        {examTypeLabel(row.examType)} · <DateText value={row.receivedAt} />
      </>
    ),
  };
}

export function receivedLayout(timeZone: string, onReview: OnReview): RowLayout<Row> {
  return {
    columns: columns(timeZone, onReview),
    mobileRow: (row) => mobileRow(row, onReview),
    getName: describeReceived,
  };
}
