import type { Quantity } from '../quantity.ts';
import type { Analyte } from './analyte.ts';
import { bloodAnalytes } from './blood.ts';
import { otherAnalytes } from './other.ts';
import { readUnit } from './read-unit.ts';
import { semenAnalytes } from './semen.ts';
import { convert, type UnitName } from './units.ts';

/** Every analyte by its key, which is its name on the wire. */
export const analytes = { ...semenAnalytes, ...bloodAnalytes, ...otherAnalytes } as const;
export type AnalyteKey = keyof typeof analytes;

export const analyteKeys = Object.keys(analytes) as AnalyteKey[];

export function isAnalyteKey(text: string): text is AnalyteKey {
  return Object.hasOwn(analytes, text);
}

export const getAnalyte = (key: AnalyteKey): Analyte => analytes[key];

/** The name of a choice as readers see it; one of an earlier catalogue as it was stored. */
export function choiceLabel(key: AnalyteKey, value: string): string {
  return getAnalyte(key).choices?.find((one) => one.value === value)?.label ?? value;
}

/** The unit of an analyte that a text names; null for one in which it is not reported. */
export function readAnalyteUnit(key: AnalyteKey, text: string): UnitName | null {
  return readUnit(text, getAnalyte(key).units);
}

/** A quantity of an analyte in another of its units; null where they do not convert. */
export function quantityIn(
  key: AnalyteKey,
  { comparator, value }: Quantity,
  from: UnitName,
  to: UnitName,
): Quantity | null {
  const converted = convert(value, from, to, getAnalyte(key).molar);
  return converted === null ? null : { comparator, value: converted };
}
