import type { OrderDownload } from '@simiente/contract/exam-orders';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import type { PeriodSearch } from '../../lib/period/period.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyTrayArt, NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { CountedList } from '../list-exports/public.ts';
import { homeCrumb } from '../period/public.ts';
import { pagesProps } from '../records/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { downloadColumns, downloadMobileRow } from './columns.tsx';
import { DownloadFilters } from './DownloadFilters.tsx';
import { downloadsInput, useDownloads } from './use-downloads.ts';
import { ORDERS } from './words.ts';

const getRowId = (download: OrderDownload) => download.idDownload;
const getRowName = ({ folio, patient }: OrderDownload) => `${folio}, ${patient.name}`;

/** /home/ordenes: every download of an order in the period, which the dashboard's figure counts. */
export function DownloadsPage() {
  const search = useSearch({ from: '/_shell/_guarded/home/ordenes' });
  const navigate = useNavigate({ from: '/home/ordenes' });
  const timeZone = useClinicTimeZone();
  const downloads = useDownloads(search);
  const columns = useMemo(() => downloadColumns(timeZone), [timeZone]);
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
        columns={columns}
        getRowId={getRowId}
        getRowName={getRowName}
        mobileRow={(row) => downloadMobileRow(row, timeZone)}
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
