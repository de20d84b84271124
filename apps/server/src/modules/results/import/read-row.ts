import { parseWireDate } from '@simiente/contract/common/dates';
import { startOfDay } from '@simiente/contract/common/days';
import { HOUR_MISSING } from '@simiente/contract/common/instants';
import { readWallTime } from '@simiente/contract/common/wall-time';
import { type AnalyteKey, getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { whoEditions } from '@simiente/contract/results/analytes/studies';
import type { ColumnField } from '@simiente/contract/results/columns';
import { compareDecimals, divide, multiply, readDecimal } from '@simiente/contract/results/decimal';
import { numberProblem, type ReadValue, readValue } from '@simiente/contract/results/fields';
import { FUTURE_SAMPLE, type SampleColumns } from '../entering/sample.ts';
import { writtenDay } from '../evidence.ts';
import { type DecimalMarks, splitUnit, unambiguous } from './decimal-marks.ts';
import { type Column, dayFirst } from './read-map.ts';
import type { LaboratoryRow } from './receive-sample.ts';

/** Reason for a rejected row, with its column. */
interface RowProblem {
  readonly problem: string;
}

/** Texts that tables use for an empty cell. */
const NOTHING = /^(?:|-+|—|–|\.|n\/?a|n\/d|s\/?d|nan|null|sin dato|no aplica)$/i;
/** 'No disponible' of a date or method; of an analyte perhaps 'no detectado', which is a result. */
const NOT_KNOWN = /^n\.?\s*d\.?$/i;
const NOT_DETECTED =
  'Puede ser «no detectado» o «no disponible». Escribe el límite, como «< 0.1», o deja la celda vacía.';

/** How the cells of a file are read. */
interface Reading {
  readonly timeZone: string;
  readonly marks: (index: number) => DecimalMarks;
}

/** A row as it is stored, or why it is rejected. */
export function readRow(
  cells: readonly string[],
  columns: readonly Column[],
  reading: Reading,
): LaboratoryRow | RowProblem {
  const problems: string[] = [];
  const find = (field: ColumnField) => columns.find(({ target }) => target === field);
  const written = (field: ColumnField) => {
    const column = find(field);
    const cell = column === undefined ? '' : (cells[column.index] ?? '').trim();
    if (NOTHING.test(cell) || NOT_KNOWN.test(cell)) return null;
    return column?.order === undefined ? cell : dayFirst(cell, column.order);
  };
  const refuse = (field: ColumnField, message: string) => {
    problems.push(`${find(field)?.heading ?? field}: ${message}`);
    return null;
  };
  const getMarks = (field: ColumnField) => reading.marks(find(field)?.index ?? -1);
  const getUnit = (field: ColumnField) => find(field)?.duration;
  const { timeZone } = reading;
  const sample = readSample(written, refuse, { timeZone, getMarks, getUnit });
  const values = columns.flatMap(({ index, heading, target }): ReadValue[] => {
    if (typeof target === 'string') return [];
    const cell = (cells[index] ?? '').trim();
    if (NOTHING.test(cell)) return [];
    if (NOT_KNOWN.test(cell) && getAnalyte(target.analyte).kind !== 'text') {
      problems.push(`${heading}: «${cell}». ${NOT_DETECTED}`);
      return [];
    }
    const read = readValue(typedValue(target.analyte, target.unit, cell, reading.marks(index)));
    if ('value' in read) return [read.value];
    problems.push(`${heading}: «${cell}». ${read.problem.message}`);
    return [];
  });
  // A range is no number of days: it stays as the laboratory wrote it.
  const abstinence = written('abstinenceDays');
  if (abstinence !== null && ABSTINENCE_RANGE.test(abstinence)) {
    const isBare = getUnit('abstinenceDays') === 'h' && !/\p{L}$/u.test(abstinence);
    const kept = readValue({ name: 'Abstinencia', text: `${abstinence}${isBare ? ' h' : ''}` });
    if ('value' in kept) values.push(kept.value);
  }
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
function typedValue(analyte: AnalyteKey, unit: string | null, cell: string, marks: DecimalMarks) {
  const { kind, choices = [] } = getAnalyte(analyte);
  if (kind === 'text') return { analyte, text: cell };
  if (kind === 'choice') {
    const wanted = cell.toLocaleLowerCase('es');
    const choice = choices.find(({ value, label }) =>
      [value, label].some((one) => one.toLocaleLowerCase('es') === wanted),
    );
    return { analyte, choice: choice?.value ?? cell.slice(0, 40) };
  }
  // The unit of a cell goes before that of its column.
  const { number, unit: own } = splitUnit(cell) ?? { number: cell, unit };
  return { analyte, unit: own, value: unambiguous(number, marks) };
}

type Written = (field: ColumnField) => string | null;
type Refuse = (field: ColumnField, message: string) => null;

function readSample(
  written: Written,
  refuse: Refuse,
  {
    timeZone,
    getMarks,
    getUnit,
  }: Pick<Reading, 'timeZone'> & {
    readonly getMarks: (field: ColumnField) => DecimalMarks;
    readonly getUnit: (field: ColumnField) => 'd' | 'h' | undefined;
  },
): Partial<SampleColumns> {
  const collected = readMoment(written('collectedAt'), timeZone);
  if (collected === 'invalid') refuse('collectedAt', BAD_DATE);
  if (collected === 'future') refuse('collectedAt', FUTURE_SAMPLE);
  const instant = (field: 'receivedAt' | 'analyzedAt') => {
    const moment = readMoment(written(field), timeZone);
    if (moment === null) return null;
    if (typeof moment === 'string') {
      return refuse(field, moment === 'future' ? FUTURE_SAMPLE : BAD_DATE);
    }
    return moment.timeKnown ? moment.at : refuse(field, `${HOUR_MISSING} ${LEAVE_OUT}`);
  };
  const amount = (field: 'abstinenceDays' | 'fastingHours') => {
    const text = written(field);
    if (text === null || (field === 'abstinenceDays' && ABSTINENCE_RANGE.test(text))) return null;
    const { number: digits = text, days, hours } = DURATION.exec(text)?.groups ?? {};
    const number = unambiguous(digits, getMarks(field));
    const value = readDecimal(number);
    if (value === null || compareDecimals(value, '0') < 0) {
      return refuse(field, `«${text}». ${numberProblem(number, 'No es un número.')}`);
    }
    const unit = hours ? 'h' : days ? 'd' : getUnit(field);
    if (field === 'abstinenceDays') return unit === 'h' ? divide(value, '24', 2) : value;
    return unit === 'd' ? multiply(value, '24') : value;
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

/** '3-5', '3 a 5 días', '48 – 72 h'. */
const ABSTINENCE_RANGE =
  /^\d{1,3} ?(?:-|–|—|a) ?\d{1,3} ?(?:d(?:[ií]as?)?\.?|h(?:(?:ora|r)?s?)?\.?)?$/iu;

const LEAVE_OUT = 'Si el laboratorio solo escribe el día, quita la columna del mapa.';
const BAD_DATE = 'La fecha no existe. Usa AAAA-MM-DD o DD/MM/AAAA, con la hora si la hay.';

/** '3 d', '72 h'. */
const DURATION =
  /^(?<number>[^\s\p{L}]+) ?(?:(?<days>d(?:[ií]as?)?\.?)|(?<hours>h(?:(?:ora|r)?s?)?\.?))$/iu;

/** '10:30', '10:30 hrs', '10:30 a. m.' */
const TIME =
  /^[ T,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?(?<half>[ap])\.? ?m\.?| ?h(?:rs?|oras)?\.?)?$/i;

/** 'HH:mm'; undefined for an hour that the clock of twelve hours does not have. */
function wallTime(text: string): string | undefined {
  const { hour = '', minute, half } = TIME.exec(text)?.groups ?? {};
  if (minute === undefined) return undefined;
  if (half === undefined) return `${hour.padStart(2, '0')}:${minute}`;
  const twelve = Number(hour);
  if (twelve < 1 || twelve > 12) return undefined;
  const shown = (twelve % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(shown).padStart(2, '0')}:${minute}`;
}

/** A moment of the clinic's clock, a day of its calendar, or an instant with a zone. */
function readMoment(
  text: string | null,
  timeZone: string,
): { readonly at: Date; readonly timeKnown: boolean } | 'invalid' | 'future' | null {
  if (text === null) return null;
  const written = writtenDay(text);
  const time = wallTime(written?.rest ?? '');
  if (written !== null && written.rest === '') {
    return notFuture({ at: startOfDay(written.day, timeZone), timeKnown: false });
  }
  if (written !== null && time !== undefined) {
    const reading = readWallTime({ date: written.day, time }, timeZone);
    return 'instant' in reading
      ? notFuture({ at: new Date(reading.instant), timeKnown: true })
      : 'invalid';
  }
  // An instant with a zone; a bare number is no date here.
  const instant = /^\d{4}-.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? parseWireDate(text) : 'invalid';
  return instant instanceof Date ? notFuture({ at: instant, timeKnown: true }) : 'invalid';
}

function notFuture(read: { readonly at: Date; readonly timeKnown: boolean }) {
  return read.at.getTime() > Date.now() ? 'future' : read;
}
