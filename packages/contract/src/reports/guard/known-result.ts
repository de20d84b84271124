import type { ResultSet } from '../../results/calls.ts';
import { derivedValues } from '../../results/semen/derived.ts';
import type { KnownFact, KnownResult } from '../version.ts';

/** The days of abstinence: a fact of the sample that no laboratory measures. */
export const ABSTINENCE = 'abstinence';
export const DAY_UNIT = 'd';

/** The numbers and choices of some sets, derived ones too, newest sample first, without withdrawn ones. */
export function toKnownResults(sets: readonly ResultSet[]): (KnownResult | KnownFact)[] {
  const results = sets.flatMap((set): (KnownResult | KnownFact)[] => {
    const ofSet = {
      collectedAt: set.collectedAt,
      laboratory: set.laboratory?.name ?? null,
      examType: set.examType,
      whoEdition: set.whoEdition,
    };
    const { collectedAt, laboratory, examType } = ofSet;
    const counted = set.values.filter(({ derived, withdrawn }) => derived === null && !withdrawn);
    const derivations = new Map(derivedValues(counted).map((one) => [one.analyte as string, one]));
    const findSources = (analyte: string | null) =>
      counted.flatMap((one) =>
        derivations.get(analyte ?? '')?.from.includes(one.analyte) ? (one.idValue ?? []) : [],
      );
    const values = set.values.flatMap(
      ({
        idValue,
        analyte,
        name,
        comparator,
        value,
        unit,
        range,
        choice,
        preliminary,
        withdrawn,
      }): (KnownResult | KnownFact)[] => {
        if (withdrawn) return [];
        const state = preliminary && { preliminary };
        if (value !== null) {
          const said = { idValue, analyte, name, comparator, value, unit, range };
          const derived = idValue === null && { sources: findSources(analyte) };
          return [{ ...ofSet, ...said, ...state, ...derived }];
        }
        if (choice === null || analyte === null) return [];
        return [{ idValue, analyte, choice, collectedAt, laboratory, examType, ...state }];
      },
    );
    if (set.abstinenceDays === null) return values;
    const abstinence = {
      ...ofSet,
      idValue: null,
      analyte: ABSTINENCE,
      name: null,
      comparator: null,
      value: set.abstinenceDays,
      sources: [set.idResultSet],
      unit: DAY_UNIT,
      range: null,
    };
    return [...values, abstinence];
  });
  return newestFirst(results);
}

export function newestFirst<Result extends Pick<KnownResult, 'collectedAt'>>(
  results: readonly Result[],
): Result[] {
  const at = ({ collectedAt }: Result) => (collectedAt === null ? 0 : Date.parse(collectedAt));
  return results.toSorted((one, other) => at(other) - at(one));
}
