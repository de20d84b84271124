import { isAnalyteKey } from '../../results/analytes/catalogue.ts';
import { type UnitName, unitLabel } from '../../results/analytes/units.ts';
import { compareDecimals } from '../../results/decimal.ts';
import { writeQuantity } from '../../results/quantity.ts';
import { isUnderFifth } from '../../results/semen/centile.ts';
import type { KnownFact, KnownResult } from '../version.ts';
import { takeNewest } from './times.ts';

/** The newest results of a patient. */
export class Newest {
  readonly numbers: readonly KnownResult[];
  readonly facts: readonly KnownFact[];
  /** The records that were looked at since the last `takeQuotes`. */
  readonly #looked = new Set<KnownResult | KnownFact>();
  constructor(results: readonly KnownResult[], facts: readonly KnownFact[]) {
    this.numbers = takeNewest(results);
    this.facts = facts;
  }
  number(analyte: string): KnownResult | undefined {
    const result = this.numbers.find((one) => one.analyte === analyte);
    if (result) this.#looked.add(result);
    return result;
  }
  /** A choice that is not final decides nothing. */
  fact(analyte: string, examType?: RegExp): KnownFact | undefined {
    const newest = this.facts.find(
      (one) => one.analyte === analyte && (examType?.test(one.examType) ?? true),
    );
    if (newest) this.#looked.add(newest);
    return newest?.preliminary ? undefined : newest;
  }
  takeQuotes(): (KnownResult | KnownFact)[] {
    const quotes = [...this.#looked];
    this.#looked.clear();
    return quotes;
  }
  underFifth(analyte: string): boolean | null {
    const result = this.number(analyte);
    if (!result || !isAnalyteKey(analyte) || result.unit === null) return null;
    return isUnderFifth(analyte, result, result.unit as UnitName, result.whoEdition);
  }
  isZero(analyte: string): boolean | null {
    const result = this.number(analyte);
    if (!result) return null;
    if (compareDecimals(result.value, '0') > 0) return result.comparator === '<' ? null : false;
    return result.comparator === null ? true : null;
  }
  words(...keys: readonly string[]): string {
    const found = keys.flatMap((key) => this.number(key) ?? []);
    return found.map((one) => `${writeQuantity(one)} ${unitLabel(one.unit)}`.trim()).join(', ');
  }
}
