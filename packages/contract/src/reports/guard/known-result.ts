import type { ResultSet } from '../../results/calls.ts';
import type { KnownResult } from '../version.ts';

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
      ({ idValue, analyte, name, comparator, value, unit, range, preliminary, withdrawn }) => {
        if (value === null || withdrawn) return [];
        const said = { idValue, analyte, name, comparator, value, unit, range };
        return [{ ...ofSet, ...said, ...(preliminary && { preliminary }) }];
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
