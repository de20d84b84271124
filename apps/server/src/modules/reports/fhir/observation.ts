import { ABSTINENCE, DAY_UNIT } from '@simiente/contract/reports/guard/known-result';
import type { KnownResult } from '@simiente/contract/reports/version';
import { analyteOf, isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { ABSTINENCE_LOINC } from '@simiente/contract/results/analytes/studies';
import { ucumOf, unitLabel } from '@simiente/contract/results/analytes/units';
import { readRange } from '@simiente/contract/results/range';
import type { ResultStatus } from '@simiente/contract/results/states';

/** A FHIR R4 resource as it is sent. Tests check it against the published definitions. */
export interface FhirResource {
  readonly resourceType: string;
  readonly [element: string]: unknown;
}

export interface Reference {
  readonly reference?: string;
  readonly display?: string;
}

/** A result that a report quotes, and the state of its set; null where that is not known any more. */
export interface Observed {
  readonly result: KnownResult;
  readonly status: ResultStatus | null;
}

/** The same for the same result, wherever it is quoted; a derived value has no id. */
export const resultKey = ({
  idValue,
  analyte,
  name,
  examType,
  collectedAt,
  value,
  unit,
}: KnownResult) => idValue ?? [analyte, name, examType, collectedAt, value, unit].join('/');

const STATUSES: Readonly<Record<ResultStatus, string>> = {
  capturado: 'preliminary',
  validado: 'final',
  corregido: 'corrected',
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

/** With the LOINC and UCUM codes of the catalogue; where it has none, none is sent. */
export function observationOf({ result, status }: Observed, subject: Reference): FhirResource {
  const { comparator, value, unit, range, collectedAt, laboratory } = result;
  return {
    resourceType: 'Observation',
    status: status === null ? 'unknown' : result.preliminary ? 'preliminary' : STATUSES[status],
    category: [LABORATORY],
    code: codeOf(result),
    subject,
    ...(collectedAt !== null && { effectiveDateTime: collectedAt }),
    ...(laboratory !== null && { performer: [{ display: laboratory }] }),
    valueQuantity: quantityOf(value, unit, comparator),
    ...(range !== null && { referenceRange: [referenceRangeOf(range, unit)] }),
    ...(result.idValue === null &&
      result.analyte !== ABSTINENCE && {
        note: [{ text: 'Dato que se deriva de otros resultados' }],
      }),
  };
}

function codeOf({ analyte, name }: KnownResult) {
  if (analyte === ABSTINENCE) {
    return { coding: [loinc(ABSTINENCE_LOINC)], text: 'Abstinencia' };
  }
  if (analyte === null || !isAnalyteKey(analyte)) return { text: name ?? analyte ?? '' };
  const about = analyteOf(analyte);
  return {
    ...(about.loinc !== null && { coding: [loinc(about.loinc)] }),
    text: name === null ? about.label : `${about.label} (${name})`,
  };
}

const loinc = (code: string) => ({ system: 'http://loinc.org', code });

function quantityOf(value: string, unit: string | null, comparator: string | null = null) {
  const ucum = unit === DAY_UNIT ? 'd' : ucumOf(unit);
  const label = unitLabel(unit);
  return {
    value: Number(value),
    ...(comparator !== null && { comparator }),
    ...(label !== '' && { unit: label }),
    ...(ucum !== null && { system: 'http://unitsofmeasure.org', code: ucum }),
  };
}

/** The text as it was printed, and its bounds where they are certain. */
function referenceRangeOf(range: string, unit: string | null) {
  const printed = readRange(range, unit);
  return {
    ...(printed?.low != null && { low: quantityOf(printed.low, unit) }),
    ...(printed?.high != null && { high: quantityOf(printed.high, unit) }),
    text: range,
  };
}
