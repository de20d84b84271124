import { isAnalyteKey } from '../../results/analytes/catalogue.ts';
import { type UnitName, unitLabel } from '../../results/analytes/units.ts';
import { compareDecimals } from '../../results/decimal.ts';
import { writeQuantity } from '../../results/quantity.ts';
import { isUnderFifth } from '../../results/semen/centile.ts';
import type { KnownFact, KnownResult } from '../version.ts';
import type { Span } from './counted-numbers.ts';
import { takeNewest } from './time-meant.ts';

/** A statement in words, and whether the results confirm it; null if they do not decide it. */
export interface Statement extends Span {
  readonly answer: boolean | null;
  /** The results, in words. */
  readonly because: string;
  readonly analyte: string | null;
  /** The records that it rests on. */
  readonly quotes?: readonly string[];
}

/** The newest results of a patient. */
export class Newest {
  readonly numbers: readonly KnownResult[];
  readonly facts: readonly KnownFact[];
  /** The records that were looked at since the last `takeQuotes`. */
  readonly #looked = new Set<string>();
  constructor(results: readonly KnownResult[], facts: readonly KnownFact[]) {
    this.numbers = takeNewest(results);
    this.facts = facts;
  }
  number(analyte: string): KnownResult | undefined {
    const result = this.numbers.find((one) => one.analyte === analyte);
    for (const id of result?.idValue ? [result.idValue] : (result?.sources ?? [])) {
      this.#looked.add(id);
    }
    return result;
  }
  /** A choice that is not final decides nothing. */
  fact(analyte: string, examType?: RegExp): KnownFact | undefined {
    const newest = this.facts.find(
      (one) => one.analyte === analyte && (examType?.test(one.examType) ?? true),
    );
    if (newest?.idValue) this.#looked.add(newest.idValue);
    return newest?.preliminary ? undefined : newest;
  }
  takeQuotes(): string[] {
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
