import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type AnalyteKey, getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import type { ResultCheck } from '@simiente/contract/results/semen/check';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { FieldErrors } from '../../record-form/public.ts';
import {
  addRow,
  describeInUsualUnit,
  type EntryRow,
  findCheckRow,
  keysToRetype,
} from './entry-rows.ts';
import classes from './ValueRows.module.css';

/** Attribute of the input of a row's value, to which Enter moves. */
export const ROW_VALUE = 'data-row-value';

interface ValueRowsProps {
  rows: readonly EntryRow[];
  checks: readonly ResultCheck[];
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (rows: readonly EntryRow[]) => void;
}

/** One row for each value, in the order of the paper, with the messages of its checks. */
export function ValueRows({ rows, checks, errors, readOnly, onChange }: ValueRowsProps) {
  const toRetype = keysToRetype(checks);
  const repeatable = rows.find(
    ({ analyte }) => analyte !== null && getAnalyte(analyte).rowName !== undefined,
  );
  const change = (key: string, next: Partial<EntryRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...next } : row)));
  return (
    <div className={classes.rows}>
      <div className={classes.heads} aria-hidden>
        <span>Analito</span>
        <span className={classes.right}>Valor</span>
        <span>Unidad</span>
        <span>Rango impreso</span>
      </div>
      {rows.map((row) => (
        <Fragment key={row.key}>
          <ValueRow
            row={row}
            errors={errors}
            readOnly={readOnly}
            mustRetype={row.analyte !== null && toRetype.includes(row.analyte)}
            onChange={(next) => change(row.key, next)}
          />
          {checks
            .filter((check) => findCheckRow(rows, check) === row.key)
            .map((check) => (
              <CheckLine key={check.message} check={check} />
            ))}
        </Fragment>
      ))}
      <div className={classes.more}>
        {repeatable && (
          <Button
            kind="subtle"
            size="compact-sm"
            onClick={() => onChange(addRow(rows, repeatable.analyte))}
          >
            Agregar {getAnalyte(repeatable.analyte as AnalyteKey).rowName?.toLocaleLowerCase('es')}
          </Button>
        )}
        <Button kind="subtle" size="compact-sm" onClick={() => onChange(addRow(rows, null))}>
          Agregar otro analito
        </Button>
      </div>
    </div>
  );
}

/** Message of a check, announced as soon as it appears. */
export function CheckLine({ check: { level, message } }: { check: ResultCheck }) {
  const Icon = level === 'ok' ? IconCheck : IconAlertTriangle;
  return (
    <p
      className={classes.check}
      role="status"
      data-tone="amber"
      data-doubt={level !== 'ok' || undefined}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
      {message}
    </p>
  );
}

/** A field in a narrow column, whose error is as wide as the row. */
const cell = { root: classes.cell ?? '', error: classes.error ?? '' };
const numberCell = { ...cell, input: classes.number ?? '' };

interface ValueRowProps {
  row: EntryRow;
  errors: FieldErrors;
  readOnly: boolean;
  /** Whether the value must be typed again, because it is implausible or far from the patient's other results. */
  mustRetype: boolean;
  onChange: (next: Partial<EntryRow>) => void;
}

function ValueRow({ row, errors, readOnly, mustRetype, onChange }: ValueRowProps) {
  const { key, analyte, name, unit } = row;
  const analyteInfo = analyte === null ? null : getAnalyte(analyte);
  const label = analyteInfo?.label ?? (name || 'analito');
  const isNumber = analyteInfo === null || analyteInfo.kind === 'number';
  /** Props of the input for a part of the row. The contract names the part `field` in its errors. */
  const input = (part: 'name' | 'value' | 'unit' | 'range' | 'again', field: string = part) => ({
    error: errors[`rows.${key}.${field}`],
    value: row[part],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      // Another unit empties the range, which was printed in the unit before.
      onChange({ [part]: value, ...(part === 'unit' && { range: '' }) }),
  });
  const typed = (...part: Parameters<typeof input>) => ({
    ...input(...part),
    readOnly,
    autoComplete: 'off',
  });
  const usual = describeInUsualUnit(row);
  const isNamed = analyteInfo === null || analyteInfo.rowName !== undefined;
  return (
    <div className={classes.row}>
      <div className={classes.name}>
        {analyteInfo !== null && <span>{analyteInfo.label}</span>}
        {isNamed && (
          <TextInput
            {...typed('name')}
            size="sm"
            aria-label={analyteInfo?.rowName ?? 'Nombre del analito'}
            placeholder={analyteInfo?.rowName ?? 'Nombre'}
          />
        )}
        {usual !== null && <span className={classes.usual}>{usual}</span>}
      </div>
      {analyteInfo?.kind === 'choice' ? (
        <NativeSelect
          {...{ [ROW_VALUE]: key }}
          className={classes.wide ?? ''}
          {...input('value', 'choice')}
          disabled={readOnly}
          aria-label={`${label}: resultado`}
          data={[{ value: '', label: '—' }, ...(analyteInfo.choices ?? [])]}
        />
      ) : analyte === 'findings' || analyte === 'conclusion' ? (
        <Textarea
          {...typed('value', 'text')}
          {...{ [ROW_VALUE]: key }}
          className={classes.whole ?? ''}
          autosize
          minRows={2}
          aria-label={label}
        />
      ) : (
        <TextInput
          {...typed('value', analyteInfo?.kind === 'text' ? 'text' : 'value')}
          {...{ [ROW_VALUE]: key }}
          {...(isNumber ? { classNames: numberCell } : { className: classes.wide ?? '' })}
          aria-label={isNumber ? `${label}: valor` : label}
        />
      )}
      {isNumber &&
        (analyteInfo !== null && analyteInfo.units.length > 1 ? (
          <NativeSelect
            classNames={cell}
            {...input('unit')}
            disabled={readOnly}
            aria-label={`${label}: unidad`}
            data={analyteInfo.units.map((name) => ({ value: name, label: unitLabel(name) }))}
          />
        ) : analyteInfo !== null ? (
          <span className={classes.unit}>{unitLabel(unit)}</span>
        ) : (
          <TextInput {...typed('unit')} classNames={cell} aria-label={`${label}: unidad`} />
        ))}
      {isNumber && (
        <TextInput
          {...typed('range')}
          classNames={cell}
          aria-label={`${label}: rango impreso`}
          placeholder="Sin rango"
        />
      )}
      {mustRetype && (
        <TextInput
          {...typed('again')}
          className={classes.again ?? ''}
          label={`${label}, otra vez`}
        />
      )}
    </div>
  );
}
