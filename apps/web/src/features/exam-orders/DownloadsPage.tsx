import type {
  DownloadListInput,
  DownloadPage,
  OrderDownload,
} from '@simiente/contract/exam-orders';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import type { PeriodSearch } from '../../lib/period/period.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyTrayArt, NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn, MobileRow } from '../../ui/table/table-types.ts';
import { CountedList } from '../list-exports/public.ts';
import { homeCrumb } from '../period/public.ts';
import { byCursor, pageInput, pagesProps, useListPages } from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { DownloadFilters } from './DownloadFilters.tsx';
import classes from './DownloadsPage.module.css';
import { describePlace, ORDERS } from './words.ts';

const getRowId = (download: OrderDownload) => download.idDownload;
const getRowName = ({ folio, patient }: OrderDownload) => `${folio}, ${patient.name}`;

/** /home/ordenes: the downloads of orders in the period, counted by the dashboard. */
export function DownloadsPage() {
  const search = useSearch({ from: '/_shell/_guarded/home/ordenes' });
  const navigate = useNavigate({ from: '/home/ordenes' });
  const downloads = useDownloads(search);
  const { total, newest } = downloads;
  const change = (next: PeriodSearch) => void navigate({ search: next, resetScroll: false });
  const isFiltered = Object.values(search).some((value) => value !== undefined);

  return (
    <>
      <PageTitle>{ORDERS}</PageTitle>
      <PageCrumbs crumbs={[homeCrumb(search), { label: ORDERS }]} />
      <PageHead
        title={ORDERS}
        context={
          <CountedList
            request={{ list: 'orderDownloads', filters: downloadsInput(search)(undefined) }}
            total={total}
            noun={['descarga', 'descargas']}
          >
            {total !== undefined && describeTotal(total)}
          </CountedList>
        }
      />
      <DownloadFilters
        search={search}
        laboratory={search.laboratorio === undefined ? null : (newest?.laboratory ?? null)}
        onChange={change}
      />
      <DataTable
        {...pagesProps(downloads, 'Error al cargar las órdenes de examen')}
        label={ORDERS}
        columns={downloadColumns}
        getRowId={getRowId}
        getRowName={getRowName}
        mobileRow={downloadMobileRow}
        rowLink={({ patient: { idUser } }, props) => (
          <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />
        )}
        empty={isFiltered ? <NothingFound onClear={() => change({})} /> : <NothingYet />}
      />
    </>
  );
}

function describeTotal(total: number): string {
  return `${formatCount(total)} ${total === 1 ? 'descarga' : 'descargas'}`;
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      role="status"
      illustration={<NoResultsArt />}
      title="No hay datos disponibles"
      action={
        <LockButton kind="default" onClick={onClear}>
          Limpiar filtros
        </LockButton>
      }
    >
      Prueba con otro periodo u otro laboratorio.
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState
      role="status"
      illustration={<EmptyTrayArt />}
      title="No data available"
      action={
        <LinkButton kind="default" link={(props) => <Link to="/pacientes" {...props} />}>
          Ver pacientes
        </LinkButton>
      }
    >
      Las órdenes se crean y se descargan en la página de cada paciente.
    </EmptyState>
  );
}

const downloadColumns: readonly DataTableColumn<OrderDownload>[] = [
  {
    id: 'folio',
    header: 'Folio',
    width: '124px',
    cell: ({ folio }) => <span className={classes.folio}>{folio}</span>,
  },
  {
    id: 'patient',
    header: 'Paciente',
    cell: ({ patient }) => <CellLine text={patient.name} isStrong />,
  },
  {
    id: 'place',
    header: 'Partner',
    width: '22%',
    cell: ({ partner, branch }) => <TwoLines first={partner.name} second={branch.name} />,
  },
  {
    id: 'exams',
    header: 'Estudios',
    width: '22%',
    hideBelow: 'md',
    cell: ({ exams }) => <TwoLines first={describeCount(exams.length)} second={exams.join(', ')} />,
  },
  {
    id: 'downloadedBy',
    header: 'Descargada por',
    width: '16%',
    hideBelow: 'lg',
    cell: ({ downloadedBy }) => <CellLine text={downloadedBy} />,
  },
  {
    id: 'date',
    header: 'Fecha',
    width: '132px',
    cell: ({ date }) => <DateText value={date} />,
  },
];

/** A download below 48em. */
function downloadMobileRow(download: OrderDownload): MobileRow {
  const { folio, patient, date } = download;
  return {
    title: patient.name,
    aside: <span className={classes.folio}>{folio}</span>,
    facts: (
      <>
        <DateText value={date} /> · {describePlace(download)}
      </>
    ),
  };
}

function describeCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'estudio' : 'estudios'}`;
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className={classes.two}>
      <CellLine text={first} />{' '}
      <span className={classes.second} title={second}>
        {second}
      </span>
    </span>
  );
}

const downloadList = { rowsOf: ({ downloads }: DownloadPage): OrderDownload[] => downloads };

/** Input of the list's call by cursor; the export takes the same input without a cursor. */
function downloadsInput(search: PeriodSearch) {
  return pageInput(inputOf(search), '');
}

/** Pages of the list; the previous rows stay while a new filter loads. */
function useDownloads(search: PeriodSearch) {
  return useListPages(
    downloadList,
    queries.examOrders.downloads.infiniteOptions({
      ...byCursor,
      input: downloadsInput(search),
    }),
  );
}

/** The filters of the URL as the call's input. */
function inputOf({ desde, hasta, laboratorio }: PeriodSearch): DownloadListInput {
  return {
    ...(desde !== undefined && { from: desde }),
    ...(hasta !== undefined && { to: hasta }),
    ...(laboratorio !== undefined && { idLaboratory: laboratorio }),
  };
}
