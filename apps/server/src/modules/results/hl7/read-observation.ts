import type { Hl7Field, Hl7Segment } from '@medplum/core';
import {
  type AnalyteKey,
  analyteKeys,
  analyteOf,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { ABSTINENCE_LOINC } from '@simiente/contract/results/analytes/studies';
import { type ReadValue, readValue, type TypedValue } from '@simiente/contract/results/fields';
import { readQuantity } from '@simiente/contract/results/quantity';
import { unescapeText } from './decode.ts';

/** What a laboratory says of a value with OBX-11, as far as it matters to a record. */
type ObservationStatus = 'final' | 'preliminary' | 'corrected' | 'withdrawn';

export interface Observation {
  /** As the laboratory names it. */
  readonly name: string;
  /** Of one that is withdrawn only whose row it is. */
  readonly value: ReadValue;
  readonly status: ObservationStatus;
}

const statuses: Readonly<Record<string, ObservationStatus>> = {
  C: 'corrected',
  D: 'withdrawn',
  W: 'withdrawn',
  P: 'preliminary',
  R: 'preliminary',
  S: 'preliminary',
};
/** It says that a value will come, or was not asked for. */
const WITHOUT_VALUE = new Set(['I', 'N', 'O']);

const byLoinc = new Map(
  analyteKeys.flatMap((key) => {
    const { loinc } = analyteOf(key);
    return loinc === null ? [] : [[loinc, key] as const];
  }),
);

/** A component of a field, 1 the first, without escapes. */
export const component = (field: Hl7Field | undefined, number: number, repetition = 0) =>
  unescapeText(field?.components[repetition]?.[number - 1] ?? '');

/** Days of abstinence are of the sample, and no value. */
export const isAbstinence = (obx: Hl7Segment) => component(obx.getField(3), 1) === ABSTINENCE_LOINC;

/** An observation (OBX); null for one without a value. */
export function readObservation(obx: Hl7Segment): Observation | null {
  const code = component(obx.getField(11), 1).toUpperCase();
  if (WITHOUT_VALUE.has(code)) return null;
  const status = statuses[code] ?? 'final';
  const written = writtenValue(obx);
  const name = observationName(obx);
  if (status === 'withdrawn') return { name, value: rowOf(obx, name), status };
  return written === '' ? null : { name, value: keptValue(obx, name, written), status };
}

function rowOf(obx: Hl7Segment, name: string): ReadValue {
  const analyte = analyteNamed(obx.getField(3));
  const isNamed = analyte === null || analyteOf(analyte).rowName !== undefined;
  const nothing = { comparator: null, value: null, unit: null, text: null, choice: null };
  return { ...nothing, analyte, name: isNamed ? name : null, range: null };
}

/** Coded identifiers come in two triples: code, text, coding system. */
function analyteNamed(identifier: Hl7Field | undefined): AnalyteKey | null {
  for (const first of [1, 4]) {
    const code = component(identifier, first);
    const system = component(identifier, first + 2).toUpperCase();
    const known = system === 'LN' || system === 'LOINC' ? byLoinc.get(code) : undefined;
    if (known !== undefined) return known;
    if (isAnalyteKey(code)) return code;
  }
  return null;
}

export function observationName(obx: Hl7Segment): string {
  const identifier = obx.getField(3);
  const names = [2, 5, 1].map((number) => component(identifier, number));
  return (names.find((name) => name !== '') ?? 'Sin nombre').slice(0, LONGEST_LINE);
}

const LONGEST_LINE = 200;
const LONGEST_TEXT = 4000;
const ATTACHED = 'Documento adjunto, que no se guarda: pídelo al laboratorio';
const CODED = new Set(['CE', 'CWE', 'CNE', 'CF', 'IS', 'ID']);

/** What OBX-5 says, as a laboratory would print it. */
function writtenValue(obx: Hl7Segment): string {
  const type = component(obx.getField(2), 1).toUpperCase();
  const field = obx.getField(5);
  const repetitions = field?.components ?? [];
  const at = (number: number) => component(field, number);
  if (type === 'SN') {
    return [1, 2, 3, 4]
      .map(at)
      .join(at(3) === ':' ? '' : ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
  // Base64 of a document, of which only the kind is of use to a reader.
  if (type === 'ED') return `${ATTACHED} (${[at(3), at(2)].filter(Boolean).join(', ')})`;
  // The last is what was written before it was coded.
  if (CODED.has(type)) return [2, 5, 9, 1, 4].map(at).find(Boolean) ?? '';
  const said = repetitions
    .map((parts) => parts.map(unescapeText).filter(Boolean).join(' '))
    .join('\n')
    .trim();
  return said === '""' ? '' : said;
}

/** In the field of its analyte; what does not fit there is kept as a row of text under its name. */
function keptValue(obx: Hl7Segment, name: string, written: string): ReadValue {
  const analyte = analyteNamed(obx.getField(3));
  const facts = {
    unit: unitOf(obx),
    range: rangeOf(obx.getField(7)?.toString() ?? ''),
  };
  // Several units would be guessed where the message has none.
  const isUnitMissing =
    facts.unit === null && analyte !== null && analyteOf(analyte).units.length > 1;
  const known =
    analyte === null || isUnitMissing ? null : readValue(typedOf(analyte, name, written, facts));
  if (known !== null && 'value' in known) return known.value;
  const isNumber = readQuantity(written) !== null;
  const read = readValue({
    name,
    range: facts.range,
    ...(isNumber
      ? { value: written, unit: facts.unit }
      : { text: [written, facts.unit].filter(Boolean).join(' ').slice(0, LONGEST_TEXT) }),
  });
  if ('value' in read) return read.value;
  throw new Error(`A row of text is a value: ${read.problem.path}`);
}

/** OBX-6; an unescaped caret divides '10^6/mL' into two components. */
function unitOf(obx: Hl7Segment): string | null {
  const [code = '', text = ''] = [1, 2].map((number) => component(obx.getField(6), number));
  return /(?<!\d)10\s*$/.test(code) && /^\s*\d/.test(text)
    ? `${code}^${text}`
    : code || text || null;
}

/** As it is printed; some send its two bounds as parts of the field. */
function rangeOf(written: string): string | null {
  const bounds = /^([\d.,]+)[&^]([\d.,]+)$/.exec(written);
  const range = bounds === null ? unescapeText(written) : `${bounds[1]} - ${bounds[2]}`;
  return range.slice(0, LONGEST_LINE) || null;
}

function typedOf(
  analyte: AnalyteKey,
  name: string,
  written: string,
  { unit, range }: { readonly unit: string | null; readonly range: string | null },
): TypedValue {
  const { kind, choices = [], rowName } = analyteOf(analyte);
  const row = { analyte, range, ...(rowName !== undefined && { name }) };
  if (kind === 'text') return { ...row, text: written.slice(0, LONGEST_TEXT) };
  if (kind === 'number') return { ...row, value: written, unit };
  const wanted = written.toLocaleLowerCase('es');
  const choice = choices.find(({ value, label }) =>
    [value, label].some((one) => one.toLocaleLowerCase('es') === wanted),
  );
  return { ...row, choice: choice?.value ?? '' };
}
