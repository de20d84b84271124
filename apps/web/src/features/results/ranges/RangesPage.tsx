import { Select } from '@mantine/core';
import { addDays } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { getAnalyte, isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import type { AnalyteRange } from '@simiente/contract/results/range-calls';
import {
  type RangeState,
  rangeStateNames,
  rangeStates,
} from '@simiente/contract/results/range-states';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import type { Tone } from '../../../theme/tokens.ts';
import { ChoiceFilter, Toolbar } from '../../../ui/list/FilterButton.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import { type MobileRow, toColumns } from '../../../ui/table/table-types.ts';
import { LaboratoryFilter } from '../../exams/public.ts';
import { RecordsPage, type RowLayout, useListView } from '../../records/public.ts';
import type { RangeRequest } from './RangeForm.tsx';
import classes from './RangesPage.module.css';
import { analyteOptions, useRanges } from './range-list.ts';
import { rangesSearch } from './ranges-search.ts';

const RangeForm = lazyOnUse(() => import('./RangeForm.tsx'));

const TITLE = 'Analitos y rangos';
const NOUN = ['rango', 'rangos'] as const;

/** /analitos: the ranges that each laboratory prints, by analyte, method and day. */
export function RangesPage() {
  const view = useListView(rangesSearch, useSearch({ from: '/_shell/_guarded/analitos' }));
  const loaded = useRanges(view);
  const { newest } = loaded;
  const [requested, setRequested] = useState<RangeRequest | null>(null);
  const { estado, analito, laboratorio } = view.search;
  const analyte = analito !== undefined && isAnalyteKey(analito) ? analito : undefined;
  const add = () =>
    setRequested({
      record: null,
      start: {
        ...(newest?.laboratory && { laboratory: newest.laboratory }),
        ...(analyte && { analyte, unit: getAnalyte(analyte).units[0] ?? '' }),
      },
    });

  return (
    <>
      <RecordsPage
        title={TITLE}
        count={
          newest && pluralize(newest.total, view.isFiltered ? ['resultado', 'resultados'] : NOUN)
        }
        layout={rangeLayout}
        loaded={loaded}
        view={view}
        failure="No se pudieron cargar los rangos"
        onRowOpen={(record: AnalyteRange) => setRequested({ record })}
        empty="Mientras no haya ninguno, al capturar se propone el último rango que imprimió cada laboratorio."
        create={{ label: 'Agregar rango', onClick: add }}
      >
        <p className={classes.lead}>
          Al capturar resultados se propone el rango que cada laboratorio imprimía en esa fecha. Los
          resultados ya capturados conservan el rango con el que llegaron.
        </p>
        <Toolbar
          right={
            <>
              <Select
                className={classes.analyte}
                aria-label="Analito"
                allowDeselect={false}
                searchable
                data={[{ value: ALL, label: 'Analito: todos' }, ...analyteOptions]}
                value={analyte ?? ALL}
                comboboxProps={{ width: 'max-content' }}
                onChange={(next) => view.change({ analito: next || undefined })}
              />
              <LaboratoryFilter
                id={laboratorio}
                laboratory={newest?.laboratory}
                onChange={(id) => view.change({ laboratorio: id })}
              />
            </>
          }
        >
          <ChoiceFilter
            choices={rangeStates}
            getName={(state) => statePlurals[state]}
            getTone={(state) => rangeTones[state]}
            counts={newest?.counts ?? null}
            chosen={estado}
            onChoose={(chosen) => view.change({ estado: chosen })}
          />
        </Toolbar>
      </RecordsPage>
      <RangeForm requested={requested} onFollow={setRequested} />
    </>
  );
}

const ALL = '';

const statePlurals = {
  current: `${rangeStateNames.current}s`,
  coming: `${rangeStateNames.coming}s`,
  earlier: `${rangeStateNames.earlier}es`,
} as const;

const rangeTones: Readonly<Record<RangeState, Tone>> = {
  current: 'green',
  coming: 'blue',
  earlier: 'neutral',
};

/** Text such as '≥ 1.4 mL' or 'No imprime rango'. */
function describeRange({ range, unit }: AnalyteRange): string {
  if (range === null) return 'No imprime rango';
  const label = unit === null ? '' : unitLabel(unit);
  return range.endsWith(label) ? range : `${range} ${label}`;
}

/** The last day of a range, before the next range begins; null for the latest range. */
function describeLastDay({ followedFrom }: AnalyteRange): string | null {
  return followedFrom === null
    ? null
    : `hasta el ${describeCalendarDay(addDays(followedFrom, -1))}`;
}

const renderPill = ({ state }: AnalyteRange) => (
  <StatusPill tone={rangeTones[state]} label={rangeStateNames[state]} />
);

const titles = {
  analyte: 'Analito',
  laboratory: 'Laboratorio',
  method: 'Método',
  range: 'Rango impreso',
  validFrom: 'Desde',
  state: 'Estado',
};

const rangeLayout: RowLayout<AnalyteRange> = {
  columns: toColumns<AnalyteRange>(titles, {
    analyte: {
      cell: ({ analyte }) => <CellLine isStrong text={getAnalyte(analyte).label} />,
    },
    laboratory: {
      sorts: 'asc',
      width: '22%',
      cell: ({ laboratory }) => <CellLine text={laboratory.name} />,
    },
    method: {
      width: '12%',
      hideBelow: 'lg',
      cell: ({ method }) => <CellLine text={method ?? 'Cualquiera'} />,
    },
    range: {
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
    validFrom: {
      sorts: 'desc',
      width: '156px',
      cell: (row) => (
        <>
          {describeCalendarDay(row.validFrom)}{' '}
          <span className={classes.second}>{describeLastDay(row)}</span>
        </>
      ),
    },
    state: {
      width: '118px',
      skeleton: 'pill',
      cell: renderPill,
    },
  }),
  mobileRow,
  getRowName: ({ analyte, laboratory, validFrom }) =>
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
          desde el {describeCalendarDay(validFrom)} {describeLastDay(row)} ·{' '}
          {[laboratory.name, method].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  };
}
