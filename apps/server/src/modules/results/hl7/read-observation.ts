import type { Hl7Segment } from '@medplum/core';
import {
  type AnalyteKey,
  choiceLabel,
  findAnalyte,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import { nameDifferentUnits } from '@simiente/contract/results/analytes/read-unit';
import { ABSTINENCE_LOINC } from '@simiente/contract/results/analytes/studies';
import {
  fitText,
  MAX_LINE_LENGTH,
  MAX_TEXT_LENGTH,
  type ReadValue,
  readValue,
} from '@simiente/contract/results/fields';
import { readQuantity } from '@simiente/contract/results/quantity';
import { EMPTY_VALUE } from '@simiente/contract/results/values';
import type { SentValue } from '../entering/write-values.ts';
import { isSameAmount, isSameRow } from '../entering/write-values.ts';
import { type DecimalMarks, findMessageMarks } from '../import/decimal-marks.ts';
import { guessHeading, namesDeletion } from '../import/headings.ts';
import { readAnalyteValue, splitSent, typeFree } from '../import/read-result.ts';
import { CLEARED, read, readAny, readRepetitions, unescapeText } from './decode.ts';
import { type Documents, describeDocument, readDocument } from './documents.ts';
import { type Identified, identify, isRowNamed, type ObservedStudy } from './identify.ts';

/**
 * State of a value by OBX-11. `finished` makes an earlier value final, `cleared` means that the sender deleted the
 * content, `emptied` that a correction has none, and `cancelled` that there is no result.
 */
export type ObservationStatus =
  | 'final'
  | 'preliminary'
  | 'corrected'
  | 'withdrawn'
  | 'finished'
  | 'cleared'
  | 'emptied'
  | 'cancelled';

export interface Observation {
  /** Name in the laboratory's words. */
  readonly name: string;
  /** OBX-4. */
  readonly subId?: string;
  /** OBX-17. */
  readonly method?: string;
  /** Content of a value that could not be obtained, such as the reason. */
  readonly words?: string;
  readonly laboratoryCode?: string | undefined;
  /** The observed analyte; null in `value` if the content does not fit the analyte. */
  readonly analyte?: AnalyteKey | null;
  /** Empty if the observation has no content. */
  readonly value: SentValue;
  readonly status: ObservationStatus;
  /** Digest, if the observation is a document. */
  readonly document?: string;
  /** A remark about the study or sample, not a result. */
  readonly isRemark?: true;
  /** Whether the report has its time (OBR-22), which orders the reports of a value. */
  readonly isDated?: boolean;
}

/**
 * HL7 table 0085. An unknown code counts as preliminary: the value cannot be validated until the laboratory sends
 * a final one.
 */
const statuses: Readonly<Record<string, ObservationStatus>> = {
  '': 'final',
  F: 'final',
  V: 'final',
  A: 'corrected',
  B: 'corrected',
  C: 'corrected',
  D: 'withdrawn',
  W: 'withdrawn',
  U: 'finished',
  X: 'cancelled',
};
/**
 * States of a report (OBR-25, HL7 table 0123) in which the state of each value applies. In other states every
 * value may still change.
 */
const SETTLED_REPORTS = new Set(['', 'A', 'C', 'F', 'X']);

/** Whether an observation has a value. */
export const isLive = ({ status }: Observation) =>
  status === 'final' || status === 'preliminary' || status === 'corrected';

/** Days of abstinence are a fact of the sample, not a value. */
export const isAbstinence = (obx: Hl7Segment) =>
  read(obx, 3) === ABSTINENCE_LOINC || guessHeading(observationName(obx)) === 'abstinenceDays';

/** Reads an OBX; null if it has no information. */
export function readObservation(
  obx: Hl7Segment,
  study: ObservedStudy & { readonly marks: DecimalMarks },
  documents: Documents,
): Observation | null {
  const code = read(obx, 11).toUpperCase();
  const sent = readDocument(obx);
  const written = sent === null ? readContent(obx) : describeDocument(sent);
  // 'U' makes an earlier value final. With content, it is a new final value.
  const hasContent = written !== '' && written !== CLEARED;
  const reported = code === 'U' && hasContent ? 'final' : (statuses[code] ?? 'preliminary');
  const isUnsettled = !SETTLED_REPORTS.has(study.status);
  const status = reported === 'final' && isUnsettled ? 'preliminary' : reported;
  const identified = identify(obx, study);
  const subId = read(obx, 4);
  // Sub-ids distinguish observations with the same code, and groups such as the isolates of a culture. A word, such
  // as 'Derecho', is no number of a line.
  const isOneOfSeveral =
    subId !== '' && (identified.note !== null || study.groups.length > 1 || /\p{L}/u.test(subId));
  const name = `${observationName(obx)}${isOneOfSeveral ? ` (${subId})` : ''}`;
  const method = readAny(obx, 17, [2, 1]);
  const { laboratoryCode } = identified;
  const about = { name, subId, laboratoryCode, ...(method !== '' && { method }) };
  if (['withdrawn', 'finished', 'cancelled'].includes(status)) {
    const words = status === 'cancelled' && hasContent ? { words: written } : {};
    return { ...about, ...words, value: emptyRow(identified.analyte, name), status };
  }
  if (written === CLEARED) {
    return { ...about, value: emptyRow(identified.analyte, name), status: 'cleared' };
  }
  if (written === '') {
    return status === 'corrected'
      ? { ...about, value: emptyRow(identified.analyte, name), status: 'emptied' }
      : null;
  }
  const preliminary = status === 'preliminary' || (reported === 'corrected' && isUnsettled);
  const { analyte } = identified;
  const unit = readUnitField(obx, analyte);
  // Beside a unit, a letter after a number is a flag of any analyte.
  const letters = unit === null ? analyte : null;
  const { laboratoryFlag, ...split } = splitSent(letters, written, unit, readPrintedRange(obx));
  const stored = toStoredValue(obx, identified, name, { unit, ...split, marks: study.marks });
  const value = {
    ...stored,
    note:
      sent === null
        ? (identified.note ?? stored.note ?? null)
        : findProblem(documents, sent.sha256),
    preliminary,
    corrected: status === 'corrected',
    laboratoryFlag: readFlag(obx) ?? (laboratoryFlag || null),
  };
  return { ...about, analyte, value, status, ...(sent && { document: sent.sha256 }) };
}

function findProblem(documents: Documents, sha256: string): string | null {
  const found = documents.get(sha256);
  return found !== undefined && 'problem' in found ? found.problem : null;
}

function emptyRow(analyte: AnalyteKey | null, name: string): ReadValue {
  const isNamed = analyte === null || isRowNamed(analyte);
  return { ...EMPTY_VALUE, analyte, name: isNamed ? name : null };
}

/** A text under the laboratory's name. */
export const textRow = (name: string, text: string): ReadValue => ({
  ...EMPTY_VALUE,
  name,
  text: fitText(text, MAX_TEXT_LENGTH),
});

export const remark = (name: string, text: string): Observation => ({
  name,
  value: textRow(name, text),
  status: 'final',
  isRemark: true,
});

export const observationName = (obx: Hl7Segment): string =>
  fitText(readAny(obx, 3, [2, 5, 1]), MAX_LINE_LENGTH) ?? 'Sin nombre';

const CODED = new Set(['CE', 'CWE', 'CNE', 'CF', 'IS', 'ID']);

export const readMarks = (observed: readonly Hl7Segment[]) =>
  findMessageMarks(observed.map(readContent));

/** Text of OBX-5, as a laboratory would print it. */
function readContent(obx: Hl7Segment): string {
  const type = read(obx, 2).toUpperCase();
  if (obx.getField(5)?.toString() === CLEARED) return CLEARED;
  return readRepetitions(obx, 5)
    .map((parts) => joinParts(type, parts))
    .join('\n')
    .trim();
}

function joinParts(type: string, parts: readonly string[]): string {
  const [first = '', second, third, fourth, fifth] = parts;
  if (type === 'SN') {
    const separator = third === ':' ? '' : ' ';
    return parts.slice(0, 4).join(separator).replaceAll(/\s+/g, ' ').trim();
  }
  // Address of a document, shown as a link and never fetched.
  if (type === 'RP') return first;
  if (type === 'ED') return fifth ?? '';
  // The ninth component has the text before it was coded.
  if (CODED.has(type)) return second || fifth || parts[8] || first || fourth || '';
  // An unescaped caret divides '14.5 x 10^6'.
  const isPower = (text: string, part: string) => /(?<!\d)10$/.test(text) && /^\d/.test(part);
  return parts
    .filter(Boolean)
    .reduce((text, part) => `${text}${isPower(text, part) ? '^' : ' '}${part}`, '')
    .trim();
}

/** The value under its analyte, or under the laboratory's name if it does not fit the analyte. */
function toStoredValue(
  obx: Hl7Segment,
  { analyte }: Identified,
  name: string,
  { number: written, ...facts }: Parameters<typeof typeFree>[2] & { readonly number: string },
): SentValue {
  const isTime = /^(?:DT|TM|TS|DTM)$/i.test(read(obx, 2));
  const analyteValue =
    analyte === null || isTime ? null : readAnalyteValue(analyte, name, written, facts);
  if (analyteValue !== null && 'value' in analyteValue) return analyteValue.value;
  const { range } = facts;
  const typed = isTime ? { name, text: written, range } : typeFree(name, written, facts);
  const free = readValue(typed);
  // An ambiguous number stays a text.
  const text = [written, facts.unit].filter(Boolean).join(' ');
  const value = 'value' in free ? free.value : { ...textRow(name, text), range };
  const isNumber = 'value' in typed || readQuantity(written) !== null;
  const isNoted = isNumber || (analyte !== null && namesDeletion(name, analyte));
  const problem = analyteValue ?? ('problem' in free ? free : null);
  return { ...value, note: isNoted ? (problem?.problem.message ?? null) : null };
}

/** OBX-8, which may repeat (HL7 table 0078): 'HH', 'H, A'. */
function readFlag(obx: Hl7Segment): string | null {
  const codes = readRepetitions(obx, 8).map(([code, text]) => code || text);
  return fitText(codes.filter(Boolean).join(', '), MAX_LINE_LENGTH);
}

/**
 * The unit in which the analyte is reported, of the codes and texts of the laboratory and a standard in OBX-6.
 * Contradictory units are joined, so that no unit is recognised. An unescaped caret divides '10^6/mL'.
 */
function readUnitField(obx: Hl7Segment, analyte: AnalyteKey | null): string | null {
  const [code = '', ...texts] = [1, 2, 4, 5].map((part) => read(obx, 6, part));
  const [text = ''] = texts;
  if (/(?<!\d)10\s*$/.test(code) && /^\s*\d/.test(text)) return `${code}^${text}`;
  const written = [code, ...texts].filter(Boolean);
  if (nameDifferentUnits(written)) return written.join(' / ');
  const reported = written.find((one) => analyte && readAnalyteUnit(analyte, one) !== null);
  return reported ?? written[0] ?? null;
}

/** OBX-7. Some laboratories send the two bounds as components. */
function readPrintedRange(obx: Hl7Segment): string {
  const written = obx.getField(7)?.toString() ?? '';
  const { componentSeparator, subcomponentSeparator } = obx.context;
  const bounds = [componentSeparator, subcomponentSeparator]
    .map((sign) => written.split(sign))
    .find((parts) => parts.length === 2 && parts.every((part) => /^[\d.,]+$/.test(part)));
  return bounds?.join(' - ') ?? unescapeText(written, obx.context);
}

/** A final value takes precedence over a preliminary one, and a correction over both. */
const ORDER: readonly string[] = [
  'preliminary',
  'final',
  'corrected',
] satisfies ObservationStatus[];

/** Whether an observation leaves its row without content. */
const isEnding = (sent: Observation) => !isLive(sent) && sent.status !== 'finished';

/** Whether two observations have the same name, sub-id and number, even if only one fits its analyte. */
const isSameLine = (one: Observation, other: Observation) =>
  one.name === other.name &&
  one.subId === other.subId &&
  one.value.fillerNumber === other.value.fillerNumber;

/**
 * Leaves one observation for each row: a value takes precedence over its withdrawal in the same message, lines of
 * a text are joined, and another value gets a numbered name.
 */
export function mergeRows(observations: readonly Observation[]): Observation[] {
  const distinct: Observation[] = [];
  for (const sent of observations) {
    if (isEnding(sent) && observations.some((one) => isLive(one) && isSameLine(one, sent)))
      continue;
    const index = distinct.findIndex((one) => isSameRow(one.value, sent.value));
    const earlier = distinct[index];
    if (earlier === undefined) {
      distinct.push(sent);
      continue;
    }
    // Ignores the withdrawal of a value that the same message has.
    if (!isLive(sent)) continue;
    if (!isLive(earlier)) {
      distinct[index] = sent;
      continue;
    }
    const isReplaced = ORDER.indexOf(sent.status) > ORDER.indexOf(earlier.status);
    const [first, second] = isReplaced ? [sent, earlier] : [earlier, sent];
    distinct[index] = first;
    // Ignores a preliminary value that the same message replaces.
    if (second.status === 'preliminary' && first.status !== 'preliminary') continue;
    const { value } = second;
    if (isSameAmount(first.value, value)) {
      // An equal value only adds its flag.
      const laboratoryFlag = first.value.laboratoryFlag ?? value.laboratoryFlag ?? null;
      distinct[index] = { ...first, value: { ...first.value, laboratoryFlag } };
    } else if (value.text !== null && first.value.text !== null && value.value === null) {
      const text = fitText(`${first.value.text}\n${value.text}`, MAX_TEXT_LENGTH);
      distinct[index] = { ...first, value: { ...first.value, text } };
    } else {
      const label = labelRow(value);
      const count = distinct.filter((one) => one.value.name?.startsWith(`${label} (`)).length + 2;
      distinct.push(toSecond(second, `${label} (${count})`));
    }
  }
  return distinct;
}

export const labelRow = ({ analyte, name }: Pick<SentValue, 'analyte' | 'name'>): string =>
  name ?? findAnalyte(analyte)?.label ?? '';

/** A second observation of a row, under the name of the row with a number. */
export function toSecond(observation: Observation, name: string): Observation {
  const { value } = observation;
  const text = value.choice === null ? value.text : choiceLabel(value.analyte, value.choice);
  const note = `El mensaje trae otro valor de ${labelRow(value)}.`;
  const second = { ...value, analyte: null, name, choice: null, text, note };
  return { ...observation, name, analyte: null, value: second };
}
