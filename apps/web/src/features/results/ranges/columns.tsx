import { addDays } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import type { AnalyteRange } from '@simiente/contract/results/range-calls';
import { type RangeState, rangeStateNames } from '@simiente/contract/results/range-states';
import type { Tone } from '../../../theme/tokens.ts';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import type { MobileRow } from '../../../ui/table/table-types.ts';
import type { RowLayout } from '../../records/public.ts';
import classes from './columns.module.css';

export const rangeTones: Readonly<Record<RangeState, Tone>> = {
  current: 'green',
  coming: 'blue',
  earlier: 'neutral',
};

/** '≥ 1.4 mL', or that it prints none. */
function describeRange({ range, unit }: AnalyteRange): string {
  if (range === null) return 'No imprime rango';
  const written = unit === null ? '' : unitLabel(unit);
  return range.endsWith(written) ? range : `${range} ${written}`;
}

const describeMethod = ({ method }: AnalyteRange) => method ?? 'Cualquiera';

/** The range's last day, before the next range begins. */
function lastDay({ followedFrom }: AnalyteRange): string | null {
  return followedFrom === null
    ? null
    : `hasta el ${describeCalendarDay(addDays(followedFrom, -1))}`;
}

const renderPill = ({ state }: AnalyteRange) => (
  <StatusPill tone={rangeTones[state]} label={rangeStateNames[state]} />
);

export const rangeLayout: RowLayout<AnalyteRange> = {
  columns: [
    {
      id: 'analyte',
      header: 'Analito',
      cell: ({ analyte }) => <CellLine isStrong text={getAnalyte(analyte).label} />,
    },
    {
      id: 'laboratory',
      header: 'Laboratorio',
      sorts: 'asc',
      width: '22%',
      cell: ({ laboratory }) => <CellLine text={laboratory.name} />,
    },
    {
      id: 'method',
      header: 'Método',
      width: '12%',
      hideBelow: 'lg',
      cell: (row) => <CellLine text={describeMethod(row)} />,
    },
    {
      id: 'range',
      header: 'Rango impreso',
      width: '20%',
      cell: (row) => (
        <>
          <CellLine text={describeRange(row)} />
          {row.critical !== null && (
            <span className={classes.second}>crítico fuera de {row.critical}</span>
          )}
        </>
      ),
    },
    {
      id: 'validFrom',
      header: 'Desde',
      sorts: 'desc',
      width: '156px',
      cell: (row) => (
        <>
          {describeCalendarDay(row.validFrom)}{' '}
          <span className={classes.second}>{lastDay(row)}</span>
        </>
      ),
    },
    {
      id: 'state',
      header: 'Estado',
      width: '118px',
      skeleton: 'pill',
      cell: renderPill,
    },
  ],
  mobileRow,
  getName: ({ analyte, laboratory, validFrom }) =>
    `${getAnalyte(analyte).label}, ${laboratory.name}, desde el ${describeCalendarDay(validFrom)}`,
};

function mobileRow(row: AnalyteRange): MobileRow {
  const { analyte, laboratory, method, validFrom } = row;
  return {
    title: getAnalyte(analyte).label,
    aside: renderPill(row),
    facts: (
      <>
        <span className={classes.first}>
          {describeRange(row)}
          {row.critical !== null && `; crítico fuera de ${row.critical}`}
        </span>
        <span className={classes.second}>
          desde el {describeCalendarDay(validFrom)} {lastDay(row)} ·{' '}
          {[laboratory.name, method].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  };
}
