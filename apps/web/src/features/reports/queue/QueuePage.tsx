import { Group, Skeleton } from '@mantine/core';
import { reportQueueTitles as titles } from '@simiente/contract/common/column-titles';
import { lowerFirst } from '@simiente/contract/format/lower-first';
import type { QueuedReport } from '@simiente/contract/reports/calls';
import { draftSourceWords, queuedWorkWords, reportKinds } from '@simiente/contract/reports/states';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { formatCount, formatPercent, pluralize } from '../../../lib/format/numbers.ts';
import { FilterButton, FilterGroup, Toolbar } from '../../../ui/list/FilterButton.tsx';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import { TitleRow } from '../../../ui/table/TitleRow.tsx';
import { toColumns } from '../../../ui/table/table-types.ts';
import {
  type ListPage,
  type LoadedList,
  listQuery,
  pageInput,
  RecordsPage,
  type RowLayout,
  useListPages,
  useListView,
} from '../../records/public.ts';
import { useCan } from '../../session/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { queueSearch } from '../report-search.ts';
import { reportKindNames, reportPages, versionName } from '../report-words.ts';
import { SigningNotice } from '../SigningNotice.tsx';
import classes from './SignedCounts.module.css';

const TITLE = 'Por firmar';

const warningStates = { con: 'open', sin: 'none' } as const;
const warningFilters = [
  { value: 'con', label: 'Con avisos' },
  { value: 'sin', label: 'Sin avisos' },
] as const;

const queueList = {
  getRows: (page: ListPage & { readonly reports: readonly QueuedReport[] }) => page.reports,
  getId: ({ idReport }: QueuedReport) => idReport,
};

/** /por-firmar: the reports that wait for a doctor, and the counts of reports signed without an edit. */
export function QueuePage() {
  const can = useCan();
  return (
    <>
      {can('reports.review') ? (
        <Queue />
      ) : (
        <>
          <PageTitle>{TITLE}</PageTitle>
          <PageCrumbs crumbs={[{ label: TITLE }]} />
          <PageHeader title={TITLE} />
        </>
      )}
      {can('reports.statistics') && <SignedCounts />}
    </>
  );
}

function Queue() {
  const view = useListView(queueSearch, useSearch({ from: '/_shell/_guarded/por-firmar' }));
  const { informe, avisos } = view.search;
  const filters = {
    ...(informe && { kind: informe }),
    ...(avisos && { warnings: warningStates[avisos] }),
  };
  const loaded = useWithoutEmptyPages(
    useListPages(queueList, listQuery(queries.reports.queue, pageInput(filters, ''))),
  );
  return (
    <RecordsPage
      title={TITLE}
      file={{
        request: { list: 'reportQueue', filters },
        noun: ['informe', 'informes'],
      }}
      count={
        loaded.total !== undefined &&
        describeTotal(Math.max(loaded.total, loaded.rows.length), loaded.totalIsCapped)
      }
      layout={queueLayout}
      loaded={loaded}
      filters={view}
      failure="No se pudieron cargar los informes por firmar"
      rowLink={({ patient: { idUser }, kind, work }) => (
        <Link
          to={`/pacientes/$idUser/${reportPages[kind]}`}
          params={{ idUser }}
          // A signed report whose data changed has no review yet; its page shows the changes.
          search={work === 'basis' ? {} : { lectura: 'revisar' }}
        />
      )}
      empty="Aquí aparecen los borradores y las correcciones que un médico debe firmar, y los informes firmados que citan un dato que cambió."
      hint="Prueba con otros filtros."
    >
      <SigningNotice />
      <Toolbar>
        <FilterGroup label="Filtrar los informes">
          <FilterButton label="Todos" pressed={!view.isFiltered} onToggle={view.clear} />
          {reportKinds.map((kind) => (
            <FilterButton
              key={kind}
              label={reportKindNames[kind]}
              pressed={informe === kind}
              onToggle={() => view.change({ informe: informe === kind ? undefined : kind })}
            />
          ))}
          {warningFilters.map(({ value, label }) => (
            <FilterButton
              key={value}
              label={label}
              pressed={avisos === value}
              onToggle={() => view.change({ avisos: avisos === value ? undefined : value })}
            />
          ))}
        </FilterGroup>
      </Toolbar>
    </RecordsPage>
  );
}

/** Loads the next page while there are no rows, because the server filters by warnings after it reads a page. */
function useWithoutEmptyPages(loaded: LoadedList<ListPage, QueuedReport>) {
  const { hasNextPage, isFetching, isError, fetchNextPage, data } = loaded.query;
  const lastPage = data?.pages.at(-1);
  const isSearching = loaded.rows.length === 0 && hasNextPage && !isError;
  // `lastPage` also runs the effect if a page arrives before a render with `isFetching`.
  useEffect(() => {
    if (lastPage !== undefined && isSearching && !isFetching) void fetchNextPage();
  }, [lastPage, isSearching, isFetching, fetchNextPage]);
  return isSearching ? { ...loaded, isInterim: true } : loaded;
}

function describeTotal(total: number, isCapped: boolean): string {
  if (total === 0 && isCapped) return '';
  const waiting = pluralize(total, ['informe', 'informes'], { isCapped });
  return total > 1 ? `${waiting}, el más antiguo primero` : waiting;
}

/** For each signer, the number of signed reports, and how many of them had no edit (R6 in docs/specification.md). */
function SignedCounts() {
  const query = useAnswer(queries.reports.statistics, { input: {} });
  const { data } = query;
  return (
    <section className={classes.card} aria-labelledby="signed-counts">
      <div className={classes.header}>
        <h2 id="signed-counts" className={classes.title}>
          Firmados sin cambios
        </h2>
        {data && (
          <span className={classes.sum}>
            {formatCount(data.unedited)} de{' '}
            {pluralize(data.signed, ['informe firmado', 'informes firmados'])}
          </span>
        )}
      </div>
      <p className={classes.reason}>
        Firmar un informe tal como lo escribió la IA no es un error, pero conviene revisar de nuevo
        si ocurre muchas veces seguidas.
      </p>
      {data === undefined ? (
        query.error ? (
          <LoadError title="No se pudieron cargar las cifras de firmas" queries={[query]} />
        ) : (
          <Skeleton height={96} />
        )
      ) : data.signers.length === 0 ? (
        <p className={classes.none}>Nadie ha firmado un informe todavía.</p>
      ) : (
        <table className={classes.table}>
          <TitleRow titles={['Médico', 'Firmados', 'Sin cambios', 'Proporción']} />
          <tbody>
            {data.signers.map(({ idAccount, name, signed, unedited }) => (
              <tr key={idAccount}>
                <td>
                  <PersonCell name={name} />
                </td>
                <td>{formatCount(signed)}</td>
                <td>{formatCount(unedited)}</td>
                <td>{formatPercent(signed === 0 ? 0 : unedited / signed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const queueLayout: RowLayout<QueuedReport> = {
  columns: toColumns<QueuedReport>(titles, {
    patient: {
      skeleton: 'person',
      cell: (row) => <PersonCell name={row.patient.name} detail={describeWork(row)} />,
    },
    source: {
      width: '20%',
      hideBelow: 'lg',
      cell: (row) => <CellLine text={describeSource(row)} />,
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
  getRowName: ({ patient, kind }) => `${patient.name}, ${reportKindNames[kind]}`,
};

/** Text such as 'Actualidad · Versión 3' or 'Actualidad · Corrección de la versión 3'. */
function describeWork({ kind, work, number }: QueuedReport): string {
  const version = versionName(number);
  const words =
    work === 'draft' || work === 'basis'
      ? version
      : `${queuedWorkWords[work]} de la ${lowerFirst(version)}`;
  return `${reportKindNames[kind]} · ${words}`;
}

/** Text such as '2 no coinciden, 1 sin verificar'. */
function describeWarnings(row: QueuedReport): string {
  if (row.basisChangedAt !== null) return BASIS_CHANGED;
  return (
    [describeDiffering(row), describeOtherWarnings(row)].filter(Boolean).join(', ') || 'Sin avisos'
  );
}

const BASIS_CHANGED = 'Cambió un dato citado';

const describeDiffering = ({ differing }: QueuedReport) =>
  differing === 0 ? '' : pluralize(differing, ['no coincide', 'no coinciden']);

const describeOtherWarnings = ({ unknown, treatments, values }: QueuedReport) =>
  [
    unknown > 0 && `${unknown} sin verificar`,
    treatments > 0 && `${pluralize(treatments, ['tratamiento', 'tratamientos'])} por aceptar`,
    values > 0 && `${pluralize(values, ['valor', 'valores'])} por aceptar`,
  ]
    .filter(Boolean)
    .join(', ');

function Warnings({ row }: { row: QueuedReport }) {
  if (row.basisChangedAt !== null) return <StatusPill tone="amber" label={BASIS_CHANGED} />;
  if (row.differing === 0) return <CellLine text={describeWarnings(row)} isLong />;
  return (
    <Group gap={8} wrap="nowrap">
      <StatusPill tone="red" label={describeDiffering(row)} />
      {describeOtherWarnings(row) !== '' && <CellLine text={describeOtherWarnings(row)} isLong />}
    </Group>
  );
}

const describeSource = ({ source, model }: QueuedReport) =>
  source === null
    ? 'Informe firmado'
    : [draftSourceWords[source], model].filter(Boolean).join(', ');
