import type { Hl7Field, Hl7Segment } from '@medplum/core';
import { type AnalyteKey, getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { namesUnit } from '@simiente/contract/results/analytes/read-unit';
import { ABSTINENCE_LOINC } from '@simiente/contract/results/analytes/studies';
import {
  type ReadValue,
  readValue,
  type TypedValue,
  typeValue,
} from '@simiente/contract/results/fields';

import { isNoneSeen, readQuantity, twoQuantities } from '@simiente/contract/results/quantity';
import { EMPTY_VALUE } from '@simiente/contract/results/values';
import type { SentValue } from '../entering/write-values.ts';
import { splitUnit, withoutThousands } from '../import/decimal-marks.ts';
import { foldHeading, namesDeletion } from '../import/headings.ts';
import { CLEARED, component, unescapeText } from './decode.ts';
import { type Documents, documentWords, readDocument } from './documents.ts';
import { type Identified, identify, isRowNamed, type ObservedStudy } from './identify.ts';

/**
 * State of a value by OBX-11. `finished` only changes the state, `cleared` means that the sender deleted the
 * content, and `cancelled` that there is no result.
 */
export type ObservationStatus =
  | 'final'
  | 'preliminary'
  | 'corrected'
  | 'withdrawn'
  | 'finished'
  | 'cleared'
  | 'cancelled';

export interface Observation {
  /** Name that the laboratory uses. */
  readonly name: string;
  /** OBX-4. */
  readonly subId?: string;
  readonly laboratoryCode?: string | undefined;
  /** The observed analyte; `value` lacks it if the content does not match. */
  readonly analyte?: AnalyteKey | null;
  /** The value; without content if the observation has none. */
  readonly value: SentValue;
  readonly status: ObservationStatus;
  /** Digest, if the observation is a document. */
  readonly document?: string;
  /** A remark about the study or sample, not a result. */
  readonly isRemark?: true;
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

const ABSTINENCE_NAME = /^(?:(?:dias|periodo|tiempo) de )?abstinencia(?: sexual)?$/;

/** Days of abstinence belong to the sample, and are not a value. */
export const isAbstinence = (obx: Hl7Segment) =>
  component(obx.getField(3), 1) === ABSTINENCE_LOINC ||
  ABSTINENCE_NAME.test(foldHeading(observationName(obx)));

/** An observation (OBX); null for one without information. */
export function readObservation(
  obx: Hl7Segment,
  study: ObservedStudy,
  documents: Documents,
): Observation | null {
  const code = component(obx.getField(11), 1).toUpperCase();
  const reported = statuses[code] ?? 'preliminary';
  const isUnsettled = !SETTLED_REPORTS.has(study.status);
  const status = reported === 'final' && isUnsettled ? 'preliminary' : reported;
  const identified = identify(obx, study);
  const subId = component(obx.getField(4), 1);
  const isRepeated = identified.analyte !== null && isRowNamed(identified.analyte);
  // Sub-ids distinguish observations with the same code, and groups such as the isolates of a culture.
  const isOneOfSeveral =
    subId !== '' &&
    (identified.note !== null ||
      (study.groups.length > 1 && (identified.analyte === null || isRepeated)));
  const name = `${observationName(obx)}${isOneOfSeveral ? ` (${subId})` : ''}`;
  const about = { name, subId, laboratoryCode: identified.laboratoryCode };
  if (['withdrawn', 'finished', 'cancelled'].includes(status)) {
    return { ...about, value: makeRow(identified.analyte, name), status };
  }
  const sent = readDocument(obx);
  const written = sent === null ? writtenValue(obx) : documentWords(sent);
  if (written === CLEARED) {
    return { ...about, value: makeRow(identified.analyte, name), status: 'cleared' };
  }
  if (written === '') return null;
  const preliminary = status === 'preliminary' || (reported === 'corrected' && isUnsettled);
  const { number = written, mark = null } = MARKED.exec(written)?.groups ?? {};
  const isMarked = mark !== null && readUnitField(obx) !== null;
  const kept = keptValue(obx, identified, name, isMarked ? number : written);
  const value = {
    ...kept,
    note:
      sent === null ? (identified.note ?? kept.note ?? null) : findProblem(documents, sent.sha256),
    preliminary,
    laboratoryFlag: readFlag(obx.getField(8)) ?? (isMarked ? mark : null),
  };
  const { analyte } = identified;
  return { ...about, analyte, value, status, ...(sent && { document: sent.sha256 }) };
}

/** A number with its flag, as some systems print it: '22.5 *', '48 HH'. */
const MARKED = /^(?<number>[<>]? ?\d[\d.,]*) ?(?<mark>\*{1,2}|H{1,2}|L{1,2})$/;

function findProblem(documents: Documents, sha256: string): string | null {
  const found = documents.get(sha256);
  return found !== undefined && 'problem' in found ? found.problem : null;
}

function makeRow(analyte: AnalyteKey | null, name: string): ReadValue {
  const isNamed = analyte === null || isRowNamed(analyte);
  return { ...EMPTY_VALUE, analyte, name: isNamed ? name : null };
}

/** A row of text with the laboratory's name. */
export const textRow = (name: string, text: string): ReadValue => ({
  ...EMPTY_VALUE,
  name,
  text: text.slice(0, LONGEST_TEXT),
});

export function observationName(obx: Hl7Segment): string {
  const identifier = obx.getField(3);
  const names = [2, 5, 1].map((number) => component(identifier, number));
  return (names.find((name) => name !== '') ?? 'Sin nombre').slice(0, LONGEST_LINE);
}

const LONGEST_LINE = 200;
const LONGEST_TEXT = 4000;
const CODED = new Set(['CE', 'CWE', 'CNE', 'CF', 'IS', 'ID']);

/** Text of OBX-5, as a laboratory would print it. */
function writtenValue(obx: Hl7Segment): string {
  const type = component(obx.getField(2), 1).toUpperCase();
  const field = obx.getField(5);
  const repetitions = field?.components ?? [];
  if (field?.toString() === CLEARED) return CLEARED;
  const at = (number: number) => component(field, number);
  if (type === 'SN') {
    return [1, 2, 3, 4]
      .map(at)
      .join(at(3) === ':' ? '' : ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
  // Address of a document, shown as a link and never fetched.
  if (type === 'RP') return at(1);
  // The last component has the text before it was coded.
  if (CODED.has(type)) return [2, 5, 9, 1, 4].map(at).find(Boolean) ?? '';
  return repetitions
    .map((parts) => parts.map(unescapeText).filter(Boolean).join(' '))
    .join('\n')
    .trim();
}

/** The value in the field of its analyte, or as a row of text under its name if it does not match. */
function keptValue(
  obx: Hl7Segment,
  { analyte }: Identified,
  name: string,
  written: string,
): SentValue {
  const facts = {
    unit: readUnitField(obx),
    range: cleanRange(obx.getField(7)?.toString() ?? ''),
  };
  const knownValue = analyte === null ? null : readKnown(analyte, name, written, facts);
  if (knownValue !== null && 'value' in knownValue) return knownValue.value;
  const isNumber = readQuantity(written) !== null;
  const read = readValue({
    name,
    range: facts.range,
    ...(isNumber
      ? { value: written, unit: facts.unit }
      : {
          text: [written, isNoneSeen(written) ? null : facts.unit]
            .filter(Boolean)
            .join(' ')
            .slice(0, LONGEST_TEXT),
        }),
  });
  const isQuantity = isNumber || twoQuantities(written) !== null;
  const isUnitless = analyte !== null && knownValue === null;
  const why = knownValue === null ? (isUnitless ? NO_UNIT : null) : knownValue.problem.message;
  const note = isQuantity || (analyte !== null && namesDeletion(name, analyte)) ? why : null;
  if ('value' in read) return { ...read.value, note };
  throw new Error(`A row of text is a value: ${read.problem.path}`);
}

export const NO_UNIT = 'El laboratorio no indicó la unidad.';

interface Facts {
  readonly unit: string | null;
  readonly range: string | null;
}

/** The value of an analyte; null for a number without a unit if several units are possible. */
export function readKnown(analyte: AnalyteKey, name: string, written: string, facts: Facts) {
  const { kind, units } = getAnalyte(analyte);
  if (namesDeletion(name, analyte)) {
    return { problem: { message: 'El nombre es de la deleción, y el analito es la región.' } };
  }
  if (kind !== 'number') return readValue(toTypedValue(analyte, name, written, facts));
  // '14 millones/mL' contains its unit; another unit in OBX-6 contradicts it.
  const whole = splitUnit(written);
  const isSplit = whole !== null && (facts.unit === null || namesUnit(facts.unit, whole.unit));
  const number = withoutThousands(isSplit ? whole.number : written);
  const unit = isSplit ? whole.unit : facts.unit;
  if (unit === null && units.length > 1 && readQuantity(number) !== null) return null;
  return readValue(toTypedValue(analyte, name, number, { ...facts, unit }));
}

/** OBX-8, which may repeat (HL7 table 0078): 'HH', 'H, A'. */
function readFlag(field: Hl7Field | undefined): string | null {
  const codes = (field?.components ?? []).map(
    (_, index) => component(field, 1, index) || component(field, 2, index),
  );
  return codes.filter(Boolean).join(', ').slice(0, LONGEST_LINE) || null;
}

/** OBX-6; an unescaped caret divides '10^6/mL' into two components. */
function readUnitField(obx: Hl7Segment): string | null {
  const [code = '', text = ''] = [1, 2].map((number) => component(obx.getField(6), number));
  return /(?<!\d)10\s*$/.test(code) && /^\s*\d/.test(text)
    ? `${code}^${text}`
    : code || text || null;
}

/** Printed range; some laboratories send its two bounds as components. */
function cleanRange(written: string): string | null {
  const bounds = /^([\d.,]+)[&^]([\d.,]+)$/.exec(written);
  const range = bounds === null ? unescapeText(written) : `${bounds[1]} - ${bounds[2]}`;
  return range.slice(0, LONGEST_LINE) || null;
}

function toTypedValue(
  analyte: AnalyteKey,
  name: string,
  written: string,
  { unit, range }: Facts,
): TypedValue {
  const typed = typeValue(analyte, written.slice(0, LONGEST_TEXT), unit);
  return { ...typed, range, ...(isRowNamed(analyte) && { name }) };
}
