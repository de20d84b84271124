import type { WhoEdition } from '../../results/analytes/studies.ts';
import type { ResultSet } from '../../results/calls.ts';
import type { DecimalText } from '../../results/decimal.ts';
import type { Comparator } from '../../results/quantity.ts';

/** A number of the patient's record that a report may quote. */
export interface KnownResult {
  /** Null for a derived value. */
  readonly idValue: string | null;
  /** Of the catalogue, or `ABSTINENCE`; null for a free row, which has a name. */
  readonly analyte: string | null;
  readonly name: string | null;
  readonly comparator: Comparator | null;
  readonly value: DecimalText;
  readonly unit: string | null;
  /** As the laboratory printed it. */
  readonly range: string | null;
  /** An instant; null where it is unknown. */
  readonly collectedAt: string | null;
  /** Its name. */
  readonly laboratory: string | null;
  readonly examType: string;
  readonly whoEdition: WhoEdition | null;
}

/** What a figure of a report is found to be. */
export const verdicts = [
  'agrees',
  'differs',
  'unknown',
  'reference-agrees',
  'reference-differs',
] as const;
export type Verdict = (typeof verdicts)[number];

/** A figure of a report. Its number begins at `start`: `text.slice(start, start + figure.length)` is `figure`. */
export interface Finding {
  readonly start: number;
  /** Behind its unit. */
  readonly end: number;
  /** As written. */
  readonly figure: string;
  /** As written; null without one. */
  readonly unit: string | null;
  /** Null where the text does not say of what it is. */
  readonly analyte: string | null;
  readonly verdict: Verdict;
  readonly result?: KnownResult;
  /** What would stand in the place of `figure`, where it differs. */
  readonly expected?: string;
  /** In Spanish. */
  readonly message: string;
}

/** The days of abstinence, which a set says of its sample and no laboratory measures. */
export const ABSTINENCE = 'abstinence';
export const DAY_UNIT = 'd';

/** The numbers of some sets, derived ones too, the newest sample first; those that were withdrawn left out. */
export function knownResultsOf(sets: readonly ResultSet[]): KnownResult[] {
  const results = sets.flatMap((set): KnownResult[] => {
    const ofSet = {
      collectedAt: set.collectedAt,
      laboratory: set.laboratory?.name ?? null,
      examType: set.examType,
      whoEdition: set.whoEdition,
    };
    const values = set.values.flatMap(
      ({ idValue, analyte, name, comparator, value, unit, range, withdrawn }) =>
        value === null || withdrawn
          ? []
          : [{ ...ofSet, idValue, analyte, name, comparator, value, unit, range }],
    );
    if (set.abstinenceDays === null) return values;
    const abstinence = {
      ...ofSet,
      idValue: null,
      analyte: ABSTINENCE,
      name: null,
      comparator: null,
      value: set.abstinenceDays,
      unit: DAY_UNIT,
      range: null,
    };
    return [...values, abstinence];
  });
  return newestFirst(results);
}

export function newestFirst(results: readonly KnownResult[]): KnownResult[] {
  const at = ({ collectedAt }: KnownResult) => (collectedAt === null ? 0 : Date.parse(collectedAt));
  return results.toSorted((one, other) => at(other) - at(one));
}
