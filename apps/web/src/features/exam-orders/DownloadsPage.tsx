import { downloadTitles as titles } from '@simiente/contract/common/column-titles';
import type { DownloadPage, OrderDownload } from '@simiente/contract/exam-orders/calls';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { periodSearch } from '../../lib/period/period.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { CellLine, TwoLines } from '../../ui/table/CellLine.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import { LaboratorySelect } from '../exams/public.ts';
import { ClearFilters, DayFilter, homeCrumb } from '../period/public.ts';
import {
  listQuery,
  pageInput,
  RecordsPage,
  type RowLayout,
  useListPages,
  useListView,
} from '../records/public.ts';
import classes from './DownloadsPage.module.css';
import { describePlace, ORDERS } from './words.ts';

const downloadList = {
  getRows: (page: DownloadPage) => page.downloads,
  getId: ({ idDownload }: OrderDownload) => idDownload,
};

/** /home/ordenes: the downloads of orders in the period, counted by the dashboard. */
export function DownloadsPage() {
  const view = useListView(periodSearch, useSearch({ from: '/_shell/_guarded/home/ordenes' }));
  const { search, change, clear } = view;
  const { desde, hasta, laboratorio } = search;
  const input = pageInput(
    {
      ...(desde !== undefined && { from: desde }),
      ...(hasta !== undefined && { to: hasta }),
      ...(laboratorio !== undefined && { idLaboratory: laboratorio }),
    },
    '',
  );
  const loaded = useListPages(downloadList, listQuery(queries.examOrders.downloads, input));
  const { total, newest } = loaded;
  const firstField = useRef<HTMLInputElement>(null);
  const filterCount = [desde ?? hasta, laboratorio].filter((value) => value !== undefined).length;
  return (
    <RecordsPage
      title={ORDERS}
      above={[homeCrumb(search)]}
      file={{
        request: { list: 'orderDownloads', filters: input(undefined) },
        noun: ['descarga', 'descargas'],
      }}
      count={total !== undefined && pluralize(total, ['descarga', 'descargas'])}
      layout={downloadLayout}
      loaded={loaded}
      filters={view}
      failure="No se pudieron cargar las órdenes de examen"
      rowLink={({ patient: { idUser } }) => <Link to="/pacientes/$idUser" params={{ idUser }} />}
      empty="Las órdenes se crean y se descargan en la página de cada paciente."
      hint="Prueba con otro periodo u otro laboratorio."
      create={{ label: 'Ver pacientes', link: <Link to="/pacientes" /> }}
    >
      <div className={classes.filters}>
        <DayFilter search={search} startRef={firstField} onChange={change} />
        <div className={classes.laboratory}>
          <LaboratorySelect
            everyType
            label="Laboratorio"
            noneLabel="todos"
            value={laboratorio === undefined ? null : (newest?.laboratory ?? null)}
            onChange={(next) => change({ laboratorio: next?.idPartner })}
          />
        </div>
        <ClearFilters count={filterCount} first={firstField} onClear={clear} />
      </div>
    </RecordsPage>
  );
}

const downloadLayout: RowLayout<OrderDownload> = {
  columns: toColumns<OrderDownload>(titles, {
    folio: {
      width: '124px',
      cell: ({ folio }) => <span className={classes.folio}>{folio}</span>,
    },
    patient: {
      cell: ({ patient }) => <CellLine text={patient.name} isStrong />,
    },
    place: {
      width: 'max(17vw, 208px)',
      cell: ({ partner, branch }) => <TwoLines first={partner.name} second={branch.name} />,
    },
    exams: {
      width: '22%',
      hideBelow: 'md',
      cell: ({ exams }) => (
        <TwoLines
          first={pluralize(exams.length, ['estudio', 'estudios'])}
          second={exams.join(', ')}
        />
      ),
    },
    downloadedBy: {
      width: '16%',
      hideBelow: 'lg',
      cell: ({ downloadedBy }) => <CellLine text={downloadedBy} />,
    },
    date: {
      width: '132px',
      cell: ({ date }) => <DateText value={date} />,
    },
  }),
  mobileRow: (download) => ({
    title: download.patient.name,
    aside: <span className={classes.folio}>{download.folio}</span>,
    facts: (
      <>
        <DateText value={download.date} /> · {describePlace(download)}
      </>
    ),
  }),
  getRowName: ({ folio, patient }) => `${folio}, ${patient.name}`,
};
