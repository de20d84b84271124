import { NativeSelect } from '@mantine/core';
import {
  type AnalyteKey,
  analyteKeys,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import {
  columnFieldNames,
  columnFields,
  DECIMAL_KEY,
  type DecimalSign,
  dateOrders,
} from '@simiente/contract/results/columns';
import type { FileColumn } from '@simiente/contract/results/file-calls';
import { TitleRow } from '../../../../ui/table/TitleRow.tsx';
import classes from './ColumnTable.module.css';

interface ColumnTableProps {
  columns: readonly FileColumn[];
  examType: string;
  disabled: boolean;
  onChange: (columns: readonly FileColumn[]) => void;
}

const dateOrderOptions = [
  { value: '', label: 'Elige el orden' },
  { value: 'day', label: 'Día/mes/año' },
  { value: 'month', label: 'Mes/día/año' },
];

/** Meaning of each column of a file: a field of the sample, an analyte with its unit, or nothing. */
export function ColumnTable({ columns, examType, disabled, onChange }: ColumnTableProps) {
  const targets = targetOptions(examType);
  const change = (heading: string, edit: Partial<FileColumn>) =>
    onChange(columns.map((other) => (other.heading === heading ? { ...other, ...edit } : other)));
  return (
    <table className={classes.table} aria-label="Columnas del archivo">
      <TitleRow titles={['Columna del archivo', 'Corresponde a', 'Unidad']} />
      <tbody>
        {columns.map((column) => {
          const { heading, samples, target, unit, unknownUnit, order, asksOrder } = column;
          const units = unitOptions(column);
          return (
            <tr key={heading} data-unread={target === null || undefined}>
              <th scope="row">
                {heading}
                <span className={classes.samples}>{samples.join(' · ') || 'Sin datos'}</span>
              </th>
              <td>
                <NativeSelect
                  aria-label={`Corresponde a: ${heading}`}
                  data={targets}
                  value={target ?? ''}
                  disabled={disabled}
                  onChange={({ currentTarget }) =>
                    change(heading, {
                      target: currentTarget.value || null,
                      unit: null,
                      unknownUnit: null,
                      order: null,
                      asksOrder: false,
                    })
                  }
                />
              </td>
              <td>
                {units.length > 0 && (
                  <NativeSelect
                    aria-label={`Unidad: ${heading}`}
                    error={
                      unknownUnit !== null &&
                      unit === null &&
                      `No conocemos «${unknownUnit}». Elige la unidad.`
                    }
                    data={units}
                    value={unit ?? ''}
                    disabled={disabled}
                    onChange={({ currentTarget }) =>
                      change(heading, { unit: currentTarget.value || null })
                    }
                  />
                )}
                {asksOrder && (
                  <NativeSelect
                    aria-label={`Orden de la fecha: ${heading}`}
                    data={dateOrderOptions}
                    error={
                      order === null && 'Estas fechas pueden leerse de dos maneras. Elige el orden.'
                    }
                    value={order ?? ''}
                    disabled={disabled}
                    onChange={({ currentTarget: { value } }) =>
                      change(heading, { order: dateOrders.find((name) => name === value) ?? null })
                    }
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export interface ColumnMap {
  readonly columns: readonly FileColumn[];
  /** Null: the server finds the decimal separator in the file. */
  readonly decimal: DecimalSign | null;
}

/** The map as JSON for the call: heading → field or analyte. */
export function serializeColumnMap({ columns, decimal }: ColumnMap): string {
  const entries = columns.flatMap(
    ({ heading, target, unit, order }): [string, string | object][] => {
      if (target === null) return [];
      if (order !== null) return [[heading, { field: target, order }]];
      return [[heading, unit === null ? target : { analyte: target, unit }]];
    },
  );
  return JSON.stringify(
    Object.fromEntries(decimal === null ? entries : [...entries, [DECIMAL_KEY, decimal] as const]),
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

const analyteOption = (key: AnalyteKey): Option => ({ value: key, label: getAnalyte(key).label });

interface OptionGroup {
  readonly group: string;
  readonly items: Option[];
}

/** Possible meanings of a column. The analytes of the study precede all other analytes. */
export function targetOptions(examType: string): (Option | OptionGroup)[] {
  const { fields } = getStudy(examType);
  const others = analyteKeys.filter((key) => !getAnalyte(key).isDerived && !fields.includes(key));
  return [
    { value: '', label: 'No se importa' },
    {
      group: 'De la muestra y el paciente',
      items: columnFields.map((field) => ({ value: field, label: columnFieldNames[field] })),
    },
    ...(fields.length === 0
      ? []
      : [{ group: 'Analitos del estudio', items: fields.map(analyteOption) }]),
    {
      group: fields.length === 0 ? 'Analitos' : 'Otros analitos',
      items: others.map(analyteOption),
    },
  ];
}

/** The possible units of a column, the usual unit first; empty if there is no choice, or no analyte. */
export function unitOptions({
  target,
  unknownUnit,
}: Pick<FileColumn, 'target' | 'unknownUnit'>): Option[] {
  if (target === null || !isAnalyteKey(target)) return [];
  const { units } = getAnalyte(target);
  const [usual] = units;
  // The only unit must still be confirmed if the file has an unknown unit.
  if (usual === undefined || (unknownUnit === null && units.length < 2)) return [];
  return [
    {
      value: '',
      label: unknownUnit === null ? `La usual: ${unitLabel(usual)}` : 'Elige la unidad',
    },
    ...units.map((unit) => ({ value: unit, label: unitLabel(unit) })),
  ];
}
