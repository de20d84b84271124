import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type AnalyteKey, getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import type { ResultCheck } from '@simiente/contract/results/semen/check';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import type { FieldErrors } from '../../record-form/public.ts';
import { addRow, type EntryRow, farKeys, inUsualUnit, rowOfCheck } from './entry-rows.ts';
import classes from './ValueRows.module.css';

/** Marks the input that Enter goes to in the next row. */
export const ROW_VALUE = 'data-row-value';

interface ValueRowsProps {
  rows: readonly EntryRow[];
  checks: readonly ResultCheck[];
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (rows: readonly EntryRow[]) => void;
}

/** The values as the paper prints them, one for each row, with the messages of their checks. */
export function ValueRows({ rows, checks, errors, readOnly, onChange }: ValueRowsProps) {
  const far = farKeys(checks);
  const several = rows.find(
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
            isFar={row.analyte !== null && far.includes(row.analyte)}
            onChange={(next) => change(row.key, next)}
          />
          {checks
            .filter((check) => rowOfCheck(rows, check) === row.key)
            .map((check) => (
              <CheckLine key={check.message} check={check} />
            ))}
        </Fragment>
      ))}
      <div className={classes.more}>
        {several && (
          <LockButton
            kind="subtle"
            size="compact-sm"
            onClick={() => onChange(addRow(rows, several.analyte))}
          >
            Agregar {getAnalyte(several.analyte as AnalyteKey).rowName?.toLocaleLowerCase('es')}
          </LockButton>
        )}
        <LockButton kind="subtle" size="compact-sm" onClick={() => onChange(addRow(rows, null))}>
          Agregar otro analito
        </LockButton>
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

/** Changes a row to another unit, without its range, which was printed in the earlier one. */
const inUnit = (unit: string) => ({ unit, range: '' });

interface ValueRowProps {
  row: EntryRow;
  errors: FieldErrors;
  readOnly: boolean;
  /** Whether its value must be typed again. */
  isFar: boolean;
  onChange: (next: Partial<EntryRow>) => void;
}

function ValueRow({ row, errors, readOnly, isFar, onChange }: ValueRowProps) {
  const { key, analyte, name, value, unit, range, again } = row;
  const about = analyte === null ? null : getAnalyte(analyte);
  const label = about?.label ?? (name || 'analito');
  const isNumber = about === null || about.kind === 'number';
  const fieldProps = (field: string) => ({
    readOnly,
    error: errors[`rows.${key}.${field}`],
    autoComplete: 'off',
  });
  const usual = inUsualUnit(row);
  const isNamed = about === null || about.rowName !== undefined;
  return (
    <div className={classes.row}>
      <div className={classes.name}>
        {about !== null && <span>{about.label}</span>}
        {isNamed && (
          <TextInput
            {...fieldProps('name')}
            size="sm"
            aria-label={about?.rowName ?? 'Nombre del analito'}
            placeholder={about?.rowName ?? 'Nombre'}
            value={name}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
        )}
        {usual !== null && <span className={classes.usual}>{usual}</span>}
      </div>
      {about?.kind === 'choice' ? (
        <NativeSelect
          {...{ [ROW_VALUE]: key }}
          className={classes.wide ?? ''}
          error={errors[`rows.${key}.choice`]}
          disabled={readOnly}
          aria-label={`${label}: resultado`}
          data={[{ value: '', label: '—' }, ...(about.choices ?? [])]}
          value={value}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      ) : analyte === 'findings' || analyte === 'conclusion' ? (
        <Textarea
          {...fieldProps('text')}
          {...{ [ROW_VALUE]: key }}
          className={classes.whole ?? ''}
          autosize
          minRows={2}
          aria-label={label}
          value={value}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      ) : (
        <TextInput
          {...fieldProps(about?.kind === 'text' ? 'text' : 'value')}
          {...{ [ROW_VALUE]: key }}
          {...(isNumber ? { classNames: numberCell } : { className: classes.wide ?? '' })}
          aria-label={isNumber ? `${label}: valor` : label}
          value={value}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      )}
      {isNumber &&
        (about !== null && about.units.length > 1 ? (
          <NativeSelect
            classNames={cell}
            disabled={readOnly}
            error={errors[`rows.${key}.unit`]}
            aria-label={`${label}: unidad`}
            data={about.units.map((one) => ({ value: one, label: unitLabel(one) }))}
            value={unit}
            onChange={({ currentTarget }) => onChange(inUnit(currentTarget.value))}
          />
        ) : about !== null ? (
          <span className={classes.unit}>{unitLabel(unit)}</span>
        ) : (
          <TextInput
            {...fieldProps('unit')}
            classNames={cell}
            aria-label={`${label}: unidad`}
            value={unit}
            onChange={({ currentTarget }) => onChange(inUnit(currentTarget.value))}
          />
        ))}
      {isNumber && (
        <TextInput
          {...fieldProps('range')}
          classNames={cell}
          aria-label={`${label}: rango impreso`}
          placeholder="Sin rango"
          value={range}
          onChange={({ currentTarget }) => onChange({ range: currentTarget.value })}
        />
      )}
      {isFar && (
        <TextInput
          {...fieldProps('again')}
          className={classes.again ?? ''}
          label={`${label}, otra vez`}
          value={again}
          onChange={({ currentTarget }) => onChange({ again: currentTarget.value })}
        />
      )}
    </div>
  );
}
