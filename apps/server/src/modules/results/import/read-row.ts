import { parseWireDate } from '@simiente/contract/common/dates';
import { startOfDay } from '@simiente/contract/common/days';
import { HOUR_MISSING } from '@simiente/contract/common/instants';
import { readDay } from '@simiente/contract/common/read-date';
import { readWallTime } from '@simiente/contract/common/wall-time';
import { type AnalyteKey, findAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { whoEditions } from '@simiente/contract/results/analytes/studies';
import type { ColumnField } from '@simiente/contract/results/columns';
import { divide, multiply, readDecimal } from '@simiente/contract/results/decimal';
import {
  type AmountField,
  amountProblem,
  fitText,
  MAX_LINE_LENGTH,
  numberProblem,
  readValue,
} from '@simiente/contract/results/fields';
import { momentProblem, type SampleColumns } from '../entering/sample.ts';
import type { SentValue } from '../entering/write-values.ts';
import { type DecimalMarks, normalizeNumber, splitUnit } from './decimal-marks.ts';
import { findDurationUnit, isOtherSpecimen, mayBeHours } from './headings.ts';
import { type Column, isDateField } from './read-map.ts';
import { joinPower, readAnalyteValue, splitSent, typeFree } from './read-result.ts';
import { type LaboratoryRow, readWrittenDay } from './same-sample.ts';

/** Texts that tables use for an empty cell. */
export const EMPTY = /^(?:|-+|—|–|\.|n\/?a|n\/d|s\/?d|nan|null|sin dato|no aplica)$/i;
/** 'n.d.' is 'no disponible' for a date or method, but may be the result 'no detectado' for an analyte. */
const NOT_KNOWN = /^n\.?\s*d\.?$/i;
const NOT_DETECTED =
  'Puede ser «no detectado» o «no disponible». Escribe el límite, como «< 0.1», o deja la celda vacía.';

export const NO_VALUE = 'No tiene ningún valor.';

/** A result that a spreadsheet damaged: '1.4E+07' for 14 234 567, '#N/A', or a formula without its value. */
const DAMAGED = /\dE[+-]\d{2}$|^#[¡¿]?(?:[A-Z/]+0?[!?]?|#*)$|^=[^<>]/;
/** '1-5' as a date, and '1:8' as a time. */
const CONVERTED = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$|^\d{2}:\d{2}$/;
const NAMES_TIME = /fecha|hora|tiempo|menstrua|nacimiento|\bfu[mpr]\b|\bfpp\b/i;
const REWRITE = 'La hoja de cálculo lo cambió. Escribe el resultado completo, como texto.';

/** Analytes for which '-' is a result: 'negative', or an ambiguous sign of a deletion, which is rejected. */
const SIGNED = [null, 'agglutination', 'viscosity', 'growth', 'azfA', 'azfB', 'azfC'];

interface ReadOptions {
  readonly timeZone: string;
  readonly marks: (index: number) => DecimalMarks;
  /** Whether bare numbers in columns of dates count days from 1904; null if they are not dates. */
  readonly is1904: boolean | null;
  /** Whether other rows have further values of the sample, so that this one may lack them. */
  readonly isPart?: boolean;
}

export interface RowColumn extends Omit<Column, 'target'> {
  /** A value with a null analyte is not in the catalogue, and is named by the column's heading. */
  readonly target:
    | ColumnField
    | { readonly analyte: AnalyteKey | null; readonly unit: string | null };
  /** Name of the result in its row; absent for a column of results. */
  readonly name?: string;
  /** Positions of the columns with the printed range and the flag of the value. */
  readonly rangeIndex?: number;
  readonly flagIndex?: number;
}

/** The sample of a row, or the reason why the row is rejected. */
export function readRow(
  cells: readonly string[],
  columns: readonly RowColumn[],
  { timeZone, marks, is1904, isPart = false }: ReadOptions,
): LaboratoryRow | { readonly problem: string } {
  const problems: string[] = [];
  const find = (field: ColumnField) => columns.find(({ target }) => target === field);
  const readCell = (field: ColumnField) => {
    const column = find(field);
    const cell = column === undefined ? '' : (cells[column.index] ?? '').trim();
    if (EMPTY.test(cell) || NOT_KNOWN.test(cell)) return null;
    return isDateField(field) || isHourField(field) ? withoutSerial(cell, is1904) : cell;
  };
  const reject = (field: ColumnField, message: string) => {
    problems.push(`${find(field)?.heading ?? field}: ${message}`);
    return null;
  };
  const getMarks = (field: ColumnField) => marks(find(field)?.index ?? -1);
  const sample = readSample(readCell, reject, { timeZone, getMarks, getColumn: find });
  const values = columns.flatMap((column): SentValue[] => {
    const {
      index,
      heading,
      name,
      target,
      unitIndex = -1,
      rangeIndex = -1,
      flagIndex = -1,
    } = column;
    if (typeof target === 'string') return [];
    const { analyte } = target;
    const sent = (cells[index] ?? '').trim();
    const resultName = name ?? heading;
    const isConverted = is1904 !== null && CONVERTED.test(sent);
    const isTime = isConverted && NAMES_TIME.test(resultName);
    const cell = isTime ? sent.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1') : sent;
    const unit = cells[unitIndex] || target.unit;
    // With a unit or a range, '-' is a number that was not measured.
    const isSign = cell === '-' && SIGNED.includes(analyte) && !unit && !cells[rangeIndex];
    if (EMPTY.test(cell) && !isSign) return [];
    const rejectCell = (message: string) => {
      problems.push(`${heading}: «${cell}». ${message}`);
      return [];
    };
    const { kind } = findAnalyte(analyte) ?? {};
    if (NOT_KNOWN.test(cell) && kind && kind !== 'text') return rejectCell(NOT_DETECTED);
    if (DAMAGED.test(cell) || (isConverted && !isTime)) return rejectCell(REWRITE);
    const { number, laboratoryFlag, range } = splitSent(analyte, cell, unit, cells[rangeIndex]);
    const facts = { unit: cells[unitIndex] || null, range, marks: marks(index) };
    // In a column, the unit of a cell takes precedence, and the usual one applies without any.
    const usual = unit ?? findAnalyte(analyte)?.units[0] ?? null;
    const columnFacts = {
      ...facts,
      unit: splitUnit(joinPower(number, usual ?? '')) ? null : usual,
    };
    const isFree =
      analyte === null || isOtherSpecimen(analyte, `${unit ?? ''} ${number}`, range ?? '');
    const read = isFree
      ? readValue(typeFree(resultName, number, facts))
      : readAnalyteValue(analyte, name ?? '', number, name === undefined ? columnFacts : facts);
    const mark = cells[flagIndex] ?? '';
    const flag = fitText((NO_FLAG.test(mark) ? '' : mark) || laboratoryFlag, MAX_LINE_LENGTH);
    if ('problem' in read) return rejectCell(read.problem.message);
    return [{ ...read.value, ...(flag && { laboratoryFlag: flag }) }];
  });
  // A range is not a number of days, so it stays as written.
  const abstinence = readCell('abstinenceDays');
  if (abstinence !== null && ABSTINENCE_RANGE.test(abstinence)) {
    const lacksUnit = find('abstinenceDays')?.duration === 'h' && !/\p{L}$/u.test(abstinence);
    const row = readValue({ name: 'Abstinencia', text: `${abstinence}${lacksUnit ? ' h' : ''}` });
    if ('value' in row) values.push(row.value);
  }
  const [patientText, folioText] = [readCell('patient'), readCell('folio')];
  const birthDate = readCell('birthDate');
  const { order } = find('birthDate') ?? {};
  if (patientText === null && folioText === null) problems.unshift('Falta el paciente.');
  if (values.length === 0 && problems.length === 0 && !isPart) problems.push(NO_VALUE);
  if (problems.length > 0) return { problem: problems.join(' ') };
  return {
    patientText,
    folioText,
    nameText: readCell('patientName'),
    // The stored text is parsed with the day first, so a date with the month first is converted to ISO.
    birthDateText:
      (birthDate && order === 'month' && readWrittenDay(birthDate, { order })?.day) || birthDate,
    sample,
    values,
  };
}

/** Cells without a flag in a column of flags such as 'Fuera de rango'. */
const NO_FLAG = /^(?:no|normal)$/i;

interface SampleOptions {
  readonly timeZone: string;
  readonly getMarks: (field: ColumnField) => DecimalMarks;
  readonly getColumn: (field: ColumnField) => RowColumn | undefined;
}

function readSample(
  readCell: (field: ColumnField) => string | null,
  reject: (field: ColumnField, message: string) => null,
  { timeZone, getMarks, getColumn }: SampleOptions,
): Partial<SampleColumns> {
  const readTime = (field: keyof typeof hourFields) => {
    const hourField = hourFields[field];
    const [text, hour] = [readCell(field), readCell(hourField)];
    if (text === null) return hour === null ? null : reject(hourField, 'Falta la fecha.');
    const read = readMoment(text, hour, getColumn(field)?.order, timeZone);
    if (!('problem' in read)) return read;
    return reject(read.isHour ? hourField : field, read.problem);
  };
  const collected = readTime('collectedAt');
  const readInstant = (field: 'receivedAt' | 'analyzedAt') => {
    const read = readTime(field);
    if (read === null || read.timeKnown) return read?.at ?? null;
    return reject(field, `${HOUR_MISSING} ${LEAVE_OUT}`);
  };
  const readAmount = (field: AmountField) => {
    const text = readCell(field);
    if (text === null || (field === 'abstinenceDays' && ABSTINENCE_RANGE.test(text))) return null;
    const amount = withoutRange(text, getColumn(field)?.duration);
    const { number: digits = amount, days, hours } = DURATION.exec(amount)?.groups ?? {};
    const number = normalizeNumber(digits, getMarks(field));
    const written = readDecimal(number);
    if (written === null) {
      const otherwise = field === 'abstinenceDays' ? WHICH_UNIT : 'No es un número.';
      return reject(field, `«${text}». ${numberProblem(number, otherwise)}`);
    }
    const unit = hours ? 'h' : days ? 'd' : getColumn(field)?.duration;
    if (field === 'abstinenceDays' && mayBeHours(written, unit)) {
      return reject(field, `«${text}». ${WHICH_UNIT}`);
    }
    const inDays = unit === 'h' ? divide(written, '24', 2) : written;
    const inHours = unit === 'd' ? multiply(written, '24') : written;
    const value = field === 'abstinenceDays' ? inDays : inHours;
    const problem = amountProblem(field, value);
    return problem === null ? value : reject(field, `«${text}». ${problem}`);
  };
  const edition = readCell('whoEdition');
  const whoEdition = whoEditions.find((one) => String(one) === edition) ?? null;
  if (edition !== null && whoEdition === null) {
    reject('whoEdition', `«${edition}» no es una edición: usa ${whoEditions.join(' o ')}.`);
  }
  const complete = readCell('completeSample');
  if (complete !== null && !COMPLETE.test(complete) && !INCOMPLETE.test(complete)) {
    reject('completeSample', `«${complete}» no es sí ni no.`);
  }
  return {
    collectedAt: collected?.at ?? null,
    collectedTimeKnown: collected?.timeKnown ?? false,
    receivedAt: readInstant('receivedAt'),
    analyzedAt: readInstant('analyzedAt'),
    abstinenceDays: readAmount('abstinenceDays'),
    fastingHours: readAmount('fastingHours'),
    completeSample: complete === null ? null : COMPLETE.test(complete),
    method: fitText(readCell('method'), 100),
    whoEdition,
  };
}

export const COMPLETE = /^(?:s[ií]|yes|true|1|completa)$/i;
export const INCOMPLETE = /^(?:no|false|0|incompleta)$/i;

const DURATION_UNIT = String.raw`(?:d(?:[ií]as?)?\.?|h(?:(?:ora|r)?s?)?\.?)?`;
/** '3-5', 'de 3 a 5 días', '3 días a 5 días', '48 – 72 h'. */
const ABSTINENCE_RANGE = new RegExp(
  String.raw`^(?:(?:de|entre) )?\d{1,3} ?${DURATION_UNIT} ?(?:[-–—−‑/]|al?|y|o|hasta) ?\d{1,3} ?${DURATION_UNIT}$`,
  'iu',
);

const WHICH_UNIT = 'Escribe si son días u horas, como «3 días» o «72 h».';

const PRINTED_RANGE =
  /(?<=\d) ?(\p{L}[^\d()[\]]*)?[([](\d+) ?(?:[-–—]|a) ?(\d+) ?(\p{L}[^\d()[\]]*)?[)\]]$/u;
/**
 * '3 días (2-7)' without the range that the laboratory printed beside it, unless only the range has a unit, which
 * differs from the sent one, or from which the number is far: '72 (2-7 días)'.
 */
export const withoutRange = (text: string, sentUnit: ReturnType<typeof findDurationUnit> = null) =>
  text
    .replace(PRINTED_RANGE, (range, ownUnit = '', low = '', high = '', unit = '') => {
      const number = Number.parseFloat(text);
      const isFar = number > 3 * Number(high) || 3 * number < Number(low);
      const isOther = sentUnit ? findDurationUnit(unit) !== sentUnit : isFar;
      const isContradiction = !ownUnit && unit && isOther;
      return isContradiction ? range : ` ${ownUnit || unit}`;
    })
    .trim();

const LEAVE_OUT = 'Si el laboratorio solo escribe el día, quita la columna del mapa.';
const BAD_DATE = 'La fecha no existe. Usa AAAA-MM-DD o DD/MM/AAAA, con la hora si la hay.';
const BAD_HOUR = 'La hora no existe. Usa HH:MM.';
const OTHER_HOUR = 'No es la hora que trae la fecha. Deja una de las dos.';

/** '3 d', '72 h'. */
const DURATION =
  /^(?<number>[^\s\p{L}]+) ?(?:(?<days>d(?:[ií]as?)?\.?)|(?<hours>h(?:(?:ora|r)?s?)?\.?))$/iu;

/** Columns with the hour for a date without an hour. */
const hourFields = {
  collectedAt: 'collectedTime',
  receivedAt: 'receivedTime',
  analyzedAt: 'analyzedTime',
} as const;

const isHourField = (field: string) => Object.values<string>(hourFields).includes(field);

const SERIAL = /^(?<days>\d{5})?(?:0?\.\d+)?$/;

/** Converts a workbook's number of days to 'AAAA-MM-DD HH:mm' or 'HH:mm'; other texts stay unchanged. */
function withoutSerial(cell: string, is1904: boolean | null): string {
  const match = is1904 === null ? null : SERIAL.exec(cell);
  if (match === null) return cell;
  const minutes = Math.round(Number(cell) * DAY_MINUTES);
  const days = String(Math.floor(minutes / DAY_MINUTES));
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60];
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
  if (match.groups?.days === undefined) return time;
  const read = readDay(days, { order: undefined, century: undefined, is1904, today: '' });
  return 'day' in read ? `${read.day} ${time}` : cell;
}

const DAY_MINUTES = 24 * 60;

/** '10:30', '1030', '10:30 hrs', '10:30 a. m.', '8 am' */
const TIME =
  /^(?:(?<hour>\d{1,2})[:.h](?<minute>\d{2})(?::\d{2}(?:\.\d+)?)?|(?<four>\d{4})|(?<bare>\d{1,2})(?= ?[ap]))(?: ?(?<half>[ap])\.? ?m\.?| ?h(?:rs?|oras)?\.?)?$/i;

/** 'HH:mm'; undefined for any other text. */
function parseTime(text: string): string | undefined {
  const parts = TIME.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { four = '', bare = four.slice(0, 2), half } = parts;
  const { hour = bare, minute = four.slice(2) || '00' } = parts;
  if (half === undefined) return `${hour.padStart(2, '0')}:${minute}`;
  const hour12 = Number(hour);
  if (hour12 < 1 || hour12 > 12) return undefined;
  const hour24 = (hour12 % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hour24).padStart(2, '0')}:${minute}`;
}

/** An hour that many systems write for a date without an hour. */
const MIDNIGHT = '00:00';

interface InvalidTime {
  readonly problem: string;
  /** Whether the column of the hour is invalid. */
  readonly isHour?: true;
}

/** Reads a day with or without an hour in the clinic's zone, or an instant with a zone. */
function readMoment(
  text: string,
  hour: string | null,
  order: Column['order'],
  timeZone: string,
): { readonly at: Date; readonly timeKnown: boolean } | InvalidTime {
  const read = readWrittenDay(text, { order, century: '2000' });
  const hourInDate = (read?.textAfter ?? '').replace(/^[ T,]+(?:a las? )?/i, '');
  const [timeInDate, time] = [hourInDate, hour ?? ''].map(parseTime);
  if (hour !== null && time === undefined) return { problem: BAD_HOUR, isHour: true };
  if (read !== null && (hourInDate === '' || timeInDate !== undefined)) {
    const hasTime = timeInDate !== undefined && timeInDate !== MIDNIGHT;
    if (hasTime && time !== undefined && time !== timeInDate) {
      return { problem: OTHER_HOUR, isHour: true };
    }
    const wallTime = hasTime ? timeInDate : time;
    if (wallTime === undefined) {
      return checkTime({ at: startOfDay(read.day, timeZone), timeKnown: false });
    }
    const moment = readWallTime({ date: read.day, time: wallTime }, timeZone);
    if ('instant' in moment) {
      return checkTime({ at: new Date(moment.instant), timeKnown: true });
    }
    return hasTime ? { problem: BAD_DATE } : { problem: BAD_HOUR, isHour: true };
  }
  // `parseWireDate` also accepts a number, which is not a date here.
  const instant = /^\d{4}-.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? parseWireDate(text) : 'invalid';
  return instant instanceof Date
    ? checkTime({ at: instant, timeKnown: true })
    : { problem: BAD_DATE };
}

function checkTime(time: { at: Date; timeKnown: boolean }) {
  const problem = momentProblem(time.at);
  return problem === null ? time : { problem };
}
