import { type AnalyteKey, convertAnalyteQuantity, isAnalyteKey } from '../analytes/catalogue.ts';
import type { UnitName } from '../analytes/units.ts';
import type { DecimalText } from '../decimal.ts';
import type { MeasuredValue } from '../values.ts';

interface Threshold {
  readonly unit: UnitName;
  readonly sign: '≥' | '<';
  readonly at: DecimalText;
}

export const CONSENSUS_NAME = 'umbral de consenso';
/** Consensus thresholds of the WHO manual, 6th edition. They are no centiles, so they are shown with their name. */
export const consensusThresholds = {
  ph: { unit: 'pH', sign: '≥', at: '7.2' },
  leukocytes: { unit: '10*6/mL', sign: '<', at: '1' },
  marIgG: { unit: '%', sign: '<', at: '50' },
  marIgA: { unit: '%', sign: '<', at: '50' },
  zincPerEjaculate: { unit: 'µmol/{ejaculate}', sign: '≥', at: '2.4' },
  fructosePerEjaculate: { unit: 'µmol/{ejaculate}', sign: '≥', at: '13' },
  glucosidasePerEjaculate: { unit: 'mU/{ejaculate}', sign: '≥', at: '20' },
} as const satisfies Partial<Readonly<Record<AnalyteKey, Threshold>>>;

/** The threshold of a value in the value's unit, such as '≥ 7.2'; null without one. */
export function consensusWords({ analyte, unit }: Pick<MeasuredValue, 'analyte' | 'unit'>) {
  const threshold = findConsensus(analyte ?? '');
  if (threshold === null || !isAnalyteKey(analyte ?? '')) return null;
  const limit = { comparator: null, value: threshold.at };
  const to = (unit ?? threshold.unit) as UnitName;
  const converted = convertAnalyteQuantity(analyte as AnalyteKey, limit, threshold.unit, to);
  return converted && `${threshold.sign} ${converted.value}`;
}

export function findConsensus(analyte: string): Threshold | null {
  const thresholds: Readonly<Record<string, Threshold>> = consensusThresholds;
  return Object.hasOwn(thresholds, analyte) ? (thresholds[analyte] ?? null) : null;
}
