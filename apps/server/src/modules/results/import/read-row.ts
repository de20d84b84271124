import { parseWireDate } from '@simiente/contract/common/dates';
import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import { readWallTime } from '@simiente/contract/common/wall-time';
import { type AnalyteKey, analyteOf } from '@simiente/contract/results/analytes/catalogue';
import { whoEditions } from '@simiente/contract/results/analytes/studies';
import { compareDecimals, readDecimal } from '@simiente/contract/results/decimal';
import { type ReadValue, readValue } from '@simiente/contract/results/fields';
import { FUTURE_SAMPLE, type SampleColumns } from '../sample.ts';
import type { Column, ColumnField } from './read-map.ts';

/** What a laboratory says of one sample, and of whose it is. */
export interface LaboratoryRow {
  readonly patientText: string | null;
  readonly folioText: string | null;
  readonly nameText: string | null;
  readonly birthDateText: string | null;
  readonly sample: Partial<SampleColumns>;
  readonly values: readonly ReadValue[];
}

/** Why a row is refused: what is wrong, and in which column. */
interface RowProblem {
  readonly problem: string;
}

/** Ways in which a table says that there is nothing. */
const NOTHING = /^(?:|-+|—|–|\.|n\/?a|n\.?d\.?|s\/?d|nan|null|sin dato|no aplica)$/i;

/** A row as it is stored, or why it is refused. */
export function readRow(
  cells: readonly string[],
  columns: readonly Column[],
  timeZone: string,
): LaboratoryRow | RowProblem {
  const problems: string[] = [];
  const written = (field: ColumnField) => {
    const column = columns.find(({ target }) => target === field);
    const cell = column === undefined ? '' : (cells[column.index] ?? '').trim();
    return NOTHING.test(cell) ? null : cell;
  };
  const refuse = (field: ColumnField, message: string) => {
    const column = columns.find(({ target }) => target === field);
    problems.push(`${column?.heading ?? field}: ${message}`);
    return null;
  };
  const sample = readSample(written, refuse, timeZone);
  const values = columns.flatMap(({ index, heading, target }): ReadValue[] => {
    if (typeof target === 'string') return [];
    const cell = (cells[index] ?? '').trim();
    if (NOTHING.test(cell)) return [];
    const read = readValue(typedValue(target.analyte, target.unit, cell));
    if ('value' in read) return [read.value];
    problems.push(`${heading}: «${cell}». ${read.problem.message}`);
    return [];
  });
  const [patientText, folioText] = [written('patient'), written('folio')];
  if (patientText === null && folioText === null) problems.unshift('Falta el paciente.');
  if (values.length === 0 && problems.length === 0) problems.push('No tiene ningún valor.');
  if (problems.length > 0) return { problem: problems.join(' ') };
  return {
    patientText,
    folioText,
    nameText: written('patientName'),
    birthDateText: written('birthDate'),
    sample,
    values,
  };
}

/** A cell in the field of its analyte's kind. */
function typedValue(analyte: AnalyteKey, unit: string | null, cell: string) {
  const { kind, choices = [] } = analyteOf(analyte);
  if (kind === 'text') return { analyte, text: cell };
  if (kind === 'choice') {
    const wanted = cell.toLocaleLowerCase('es');
    const choice = choices.find(({ value, label }) =>
      [value, label].some((one) => one.toLocaleLowerCase('es') === wanted),
    );
    return { analyte, choice: choice?.value ?? cell.slice(0, 40) };
  }
  return { analyte, unit, value: cell.replace(/\s*%$/, '') };
}

type Written = (field: ColumnField) => string | null;
type Refuse = (field: ColumnField, message: string) => null;

function readSample(written: Written, refuse: Refuse, timeZone: string): Partial<SampleColumns> {
  const collected = readMoment(written('collectedAt'), timeZone);
  if (collected === 'invalid') refuse('collectedAt', BAD_DATE);
  if (collected === 'future') refuse('collectedAt', FUTURE_SAMPLE);
  const instant = (field: 'receivedAt' | 'analyzedAt') => {
    const moment = readMoment(written(field), timeZone);
    if (moment === null) return null;
    if (typeof moment === 'string') {
      return refuse(field, moment === 'future' ? FUTURE_SAMPLE : BAD_DATE);
    }
    return moment.at;
  };
  const amount = (field: 'abstinenceDays' | 'fastingHours') => {
    const text = written(field);
    const value =
      text === null ? null : readDecimal(text.replace(/\s*(?:d[ií]as?|h(?:oras?)?)$/i, ''));
    if (text === null) return null;
    return value === null || compareDecimals(value, '0') < 0
      ? refuse(field, `«${text}» no es un número.`)
      : value;
  };
  const edition = written('whoEdition');
  const whoEdition = whoEditions.find((one) => String(one) === edition) ?? null;
  if (edition !== null && whoEdition === null) {
    refuse('whoEdition', `«${edition}» no es una edición: usa ${whoEditions.join(' o ')}.`);
  }
  const complete = written('completeSample');
  const isComplete = /^(?:s[ií]|yes|true|1|completa)$/i;
  const isPartial = /^(?:no|false|0|incompleta)$/i;
  if (complete !== null && !isComplete.test(complete) && !isPartial.test(complete)) {
    refuse('completeSample', `«${complete}» no es sí ni no.`);
  }
  return {
    collectedAt: collected !== null && typeof collected === 'object' ? collected.at : null,
    collectedTimeKnown: collected !== null && typeof collected === 'object' && collected.timeKnown,
    receivedAt: instant('receivedAt'),
    analyzedAt: instant('analyzedAt'),
    abstinenceDays: amount('abstinenceDays'),
    fastingHours: amount('fastingHours'),
    completeSample: complete === null ? null : isComplete.test(complete),
    method: written('method')?.slice(0, 100) ?? null,
    whoEdition,
  };
}

const BAD_DATE = 'La fecha no existe. Usa AAAA-MM-DD o DD/MM/AAAA, con la hora si la hay.';

const DAY_FIRST =
  /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})(?:[ T,]+(?<time>\d{1,2}:\d{2})(?::\d{2})?)?$/;
const YEAR_FIRST =
  /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})(?:[ T,]+(?<time>\d{1,2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?$/;

/** A moment of the clinic's clock, a day of its calendar, or an instant with a zone. */
function readMoment(
  text: string | null,
  timeZone: string,
): { readonly at: Date; readonly timeKnown: boolean } | 'invalid' | 'future' | null {
  if (text === null) return null;
  const parts = (DAY_FIRST.exec(text) ?? YEAR_FIRST.exec(text))?.groups;
  if (parts === undefined) {
    // An instant with a zone; a bare number is no date here.
    const instant = /^\d{4}-.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? parseWireDate(text) : 'invalid';
    return instant instanceof Date ? notFuture(instant, true) : 'invalid';
  }
  const { year = '', month = '', day = '', time } = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isCalendarDay(date)) return 'invalid';
  if (time === undefined) return notFuture(startOfDay(date, timeZone), false);
  const reading = readWallTime({ date, time: time.padStart(5, '0') }, timeZone);
  return 'instant' in reading ? notFuture(new Date(reading.instant), true) : 'invalid';
}

function notFuture(at: Date, timeKnown: boolean) {
  return at.getTime() > Date.now() ? 'future' : { at, timeKnown };
}
