import type { OrderDownload } from '@simiente/contract/exam-orders';
import { formatCount } from '../../lib/format/numbers.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import type { DataTableColumn, MobileRow } from '../../ui/table/table-types.ts';
import classes from './columns.module.css';
import { describePlace } from './words.ts';

/** The columns of the list, its dates on the clocks of the clinic. */
export function downloadColumns(timeZone: string): readonly DataTableColumn<OrderDownload>[] {
  return [
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
      cell: ({ partner, branch }) => <Two first={partner.name} second={branch.name} />,
    },
    {
      id: 'exams',
      header: 'Estudios',
      width: '22%',
      hideBelow: 'md',
      cell: ({ exams }) => <Two first={describeCount(exams.length)} second={exams.join(', ')} />,
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
      cell: ({ date }) => <DateText value={date} timeZone={timeZone} />,
    },
  ];
}

/** A download below 48em. */
export function downloadMobileRow(download: OrderDownload, timeZone: string): MobileRow {
  const { folio, patient, date } = download;
  return {
    title: patient.name,
    aside: <span className={classes.folio}>{folio}</span>,
    facts: (
      <>
        <DateText value={date} timeZone={timeZone} /> · {describePlace(download)}
      </>
    ),
  };
}

function describeCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'estudio' : 'estudios'}`;
}

function Two({ first, second }: { first: string; second: string }) {
  return (
    <span className={classes.two}>
      <CellLine text={first} />{' '}
      <span className={classes.second} title={second}>
        {second}
      </span>
    </span>
  );
}
