import { NativeSelect } from '@mantine/core';
import { dateOrders } from '@simiente/contract/results/columns';
import type { FileColumn } from '@simiente/contract/results/file-calls';
import { useMemo } from 'react';
import classes from './ColumnTable.module.css';
import { targetOptions, unitOptions } from './column-map.ts';

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
  const targets = useMemo(() => targetOptions(examType), [examType]);
  const change = (heading: string, edit: Partial<FileColumn>) =>
    onChange(columns.map((one) => (one.heading === heading ? { ...one, ...edit } : one)));
  return (
    <table className={classes.table} aria-label="Columnas del archivo">
      <thead>
        <tr>
          <th scope="col">Columna del archivo</th>
          <th scope="col">Corresponde a</th>
          <th scope="col">Unidad</th>
        </tr>
      </thead>
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
                      change(heading, { order: dateOrders.find((one) => one === value) ?? null })
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
