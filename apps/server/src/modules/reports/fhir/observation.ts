import { ABSTINENCE, DAY_UNIT } from '@simiente/contract/reports/guard/quotable-result';
import type { QuotableResult } from '@simiente/contract/reports/version';
import {
  bloodAnalytes,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { ABSTINENCE_LOINC } from '@simiente/contract/results/analytes/studies';
import { toUcum, unitLabel } from '@simiente/contract/results/analytes/units';
import { laboratoryFlagWords, readRange } from '@simiente/contract/results/range';
import type { ResultStatus } from '@simiente/contract/results/states';

/** A FHIR R4 resource. Tests check it against the published definitions. */
export interface FhirResource {
  readonly resourceType: string;
  readonly [element: string]: unknown;
}

export interface Reference {
  readonly reference: string;
}

export interface Observed {
  readonly result: QuotableResult;
  /** Null for an unknown state. */
  readonly status: ResultStatus | null;
  readonly method?: string | null;
  /** Flag in the words of the laboratory: 'HH', or several with commas. */
  readonly flag?: string | null;
}

/** Equal for every quotation of a result. A derived value has no id. */
export const toResultKey = ({ idValue, analyte, name, unit, ...result }: QuotableResult) =>
  idValue ?? [analyte, name, result.examType, result.collectedAt, result.value, unit].join('/');

const STATUSES: Readonly<Record<ResultStatus, string>> = {
  capturado: 'preliminary',
  validado: 'final',
  corregido: 'corrected',
  retirado: 'entered-in-error',
};

const LABORATORY = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/observation-category',
      code: 'laboratory',
      display: 'Laboratory',
    },
  ],
};

/**
 * Converts a result to an Observation, with the LOINC and UCUM codes of the catalogue. An analyte without a code
 * is sent without one.
 */
export function toObservation(
  { result, status, method = null, flag = null }: Observed,
  subject: Reference,
): FhirResource {
  const specimen = toSpecimen(result);
  const { comparator, value, unit, range, collectedAt, laboratory } = result;
  return {
    resourceType: 'Observation',
    status: toObservationStatus(status, result.preliminary),
    category: [LABORATORY],
    code: toCode(result),
    subject,
    ...(collectedAt !== null && { effectiveDateTime: collectedAt }),
    ...(laboratory !== null && { performer: [{ display: laboratory }] }),
    valueQuantity: toQuantity(value, unit, comparator),
    ...(flag !== null && { interpretation: flag.split(',').map(toInterpretation) }),
    ...(specimen !== null && { specimen: { type: 'Specimen', display: specimen } }),
    ...(method !== null && { method: { text: method } }),
    ...(range !== null && { referenceRange: [toReferenceRange(range, unit)] }),
    ...(result.idValue === null &&
      result.analyte !== ABSTINENCE && {
        note: [{ text: 'Dato que se deriva de otros resultados' }],
      }),
  };
}

function toObservationStatus(status: ResultStatus | null, preliminary = false): string {
  if (status === null) return 'unknown';
  return preliminary && status !== 'retirado' ? 'preliminary' : STATUSES[status];
}

/** HL7 table 0078. FHIR has the same codes. */
const INTERPRETATIONS = 'L H LL HH < > N A AA S R I POS NEG IND'.split(' ');

function toInterpretation(written: string) {
  const flag = written.trim();
  const code = flag.toUpperCase();
  const system = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
  return {
    ...(INTERPRETATIONS.includes(code) && { coding: [{ system, code }] }),
    text: laboratoryFlagWords(flag),
  };
}

function toSpecimen({ analyte, examType }: QuotableResult): string | null {
  if (/orina/i.test(examType)) return 'Orina';
  if (/semen|seminal|seminograma|esperm/i.test(examType)) return 'Semen';
  return analyte !== null && Object.hasOwn(bloodAnalytes, analyte) ? 'Sangre' : null;
}

function toCode({ analyte, name }: QuotableResult) {
  if (analyte === ABSTINENCE) {
    return { coding: [loinc(ABSTINENCE_LOINC)], text: 'Abstinencia' };
  }
  if (analyte === null || !isAnalyteKey(analyte)) return { text: name ?? analyte ?? '' };
  const { loinc: code, label } = getAnalyte(analyte);
  return {
    ...(code !== null && { coding: [loinc(code)] }),
    text: name === null ? label : `${label} (${name})`,
  };
}

const loinc = (code: string) => ({ system: 'http://loinc.org', code });

function toQuantity(value: string, unit: string | null, comparator: string | null = null) {
  const ucum = unit === DAY_UNIT ? 'd' : toUcum(unit);
  const label = unitLabel(unit);
  return {
    value: Number(value),
    ...(comparator !== null && { comparator: comparator.replace('≤', '<=').replace('≥', '>=') }),
    ...(label !== '' && { unit: label }),
    ...(ucum !== null && { system: 'http://unitsofmeasure.org', code: ucum }),
  };
}

/** The printed range, with its bounds if they can be read. */
function toReferenceRange(range: string, unit: string | null) {
  const printed = readRange(range, unit);
  return {
    ...(printed?.low != null && { low: toQuantity(printed.low, unit) }),
    ...(printed?.high != null && { high: toQuantity(printed.high, unit) }),
    text: range,
  };
}
