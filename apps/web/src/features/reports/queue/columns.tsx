import { Group } from '@mantine/core';
import { reportQueueTitles as titles } from '@simiente/contract/common/column-titles';
import type { QueuedReport } from '@simiente/contract/reports/calls';
import { draftSourceWords, queuedWorkWords } from '@simiente/contract/reports/states';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import { toColumns } from '../../../ui/table/table-types.ts';
import type { RowLayout } from '../../records/public.ts';
import { lowerFirst, reportKindNames, versionName } from '../report-words.ts';

/** How the reports that wait for a signature are shown. */
export function queueLayout(): RowLayout<QueuedReport> {
  return {
    columns: toColumns<QueuedReport>(titles, {
      patient: {
        skeleton: 'person',
        cell: (row) => <PersonCell name={row.patient.name} detail={describeWork(row)} />,
      },
      source: {
        width: '20%',
        hideBelow: 'lg',
        cell: (row) => <CellLine text={describeOrigin(row)} />,
      },
      arrivedAt: {
        width: '140px',
        hideBelow: 'md',
        cell: ({ arrivedAt }) => <DateText value={arrivedAt} />,
      },
      warnings: {
        header: 'Avisos',
        width: '280px',
        cell: (row) => <Warnings row={row} />,
      },
      reviewer: {
        width: '18%',
        cell: ({ reviewer }) => <CellLine text={reviewer?.name} />,
      },
    }),
    mobileRow: (row) => ({
      title: row.patient.name,
      aside: <DateText value={row.arrivedAt} />,
      facts: (
        <>
          {describeWork(row)} · {describeWarnings(row)}
          {row.reviewer && ` · lo revisa ${row.reviewer.name}`}
        </>
      ),
    }),
    getName: ({ patient, kind }) => `${patient.name}, ${reportKindNames[kind]}`,
  };
}

/** 'Actualidad · Versión 3', 'Actualidad · Corrección de la versión 3' */
function describeWork({ kind, work, number }: QueuedReport): string {
  const version = versionName(number);
  const words =
    work === 'draft' || work === 'basis'
      ? version
      : `${queuedWorkWords[work]} de la ${lowerFirst(version)}`;
  return `${reportKindNames[kind]} · ${words}`;
}

/** '2 no coinciden, 1 sin verificar' */
function describeWarnings(row: QueuedReport): string {
  if (row.basisChangedAt !== null) return BASIS_CHANGED;
  const parts = [describeDiffering(row), describeRest(row)].filter((part) => part !== '');
  return parts.length === 0 ? 'Sin avisos' : parts.join(', ');
}

const BASIS_CHANGED = 'Cambió un resultado citado';

const describeDiffering = ({ differing }: QueuedReport) =>
  differing === 0 ? '' : `${differing} ${differing === 1 ? 'no coincide' : 'no coinciden'}`;

const describeRest = ({ unknown, treatments, values }: QueuedReport) =>
  [
    unknown > 0 && `${unknown} sin verificar`,
    treatments > 0 &&
      `${treatments} ${treatments === 1 ? 'tratamiento' : 'tratamientos'} por aceptar`,
    values > 0 && `${values} ${values === 1 ? 'valor' : 'valores'} por aceptar`,
  ]
    .filter((part) => part !== false)
    .join(', ');

function Warnings({ row }: { row: QueuedReport }) {
  if (row.basisChangedAt !== null) return <StatusPill tone="amber" label={BASIS_CHANGED} />;
  if (row.differing === 0) return <CellLine text={describeWarnings(row)} />;
  return (
    <Group gap={8} wrap="nowrap">
      <StatusPill tone="red" label={describeDiffering(row)} />
      {describeRest(row) !== '' && <CellLine text={describeRest(row)} />}
    </Group>
  );
}

const describeOrigin = ({ source, model }: QueuedReport) =>
  source === null
    ? 'Informe firmado'
    : [draftSourceWords[source], model].filter((part) => part !== null).join(', ');
