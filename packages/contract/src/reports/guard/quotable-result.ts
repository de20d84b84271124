import type { ResultSet, ResultValue } from '../../results/calls.ts';
import { derivedValues } from '../../results/semen/derived.ts';
import { pickReportedFields } from '../../results/values.ts';
import type { QuotableFact, QuotableResult } from '../version.ts';

/** The days of abstinence: a fact of the sample that no laboratory measures. */
export const ABSTINENCE = 'abstinence';
export const DAY_UNIT = 'd';

/** The numbers and choices of some sets, derived ones too, newest sample first, without withdrawn ones. */
export function toQuotableResults(sets: readonly ResultSet[]): (QuotableResult | QuotableFact)[] {
  const results = sets.flatMap((set): (QuotableResult | QuotableFact)[] => {
    const setFields = {
      collectedAt: set.collectedAt,
      laboratory: set.laboratory?.name ?? null,
      examType: set.examType,
      whoEdition: set.whoEdition,
    };
    const { collectedAt, laboratory, examType } = setFields;
    const stateFields = {
      ...(set.status !== 'validado' && { unvalidated: true as const }),
      ...(set.waiting && { held: true as const }),
    };
    const counted = set.values.filter(({ derived, withdrawn }) => derived === null && !withdrawn);
    const derivations = new Map(derivedValues(counted).map((one) => [one.analyte as string, one]));
    const findSources = (analyte: string | null) =>
      counted.flatMap((one) =>
        derivations.get(analyte ?? '')?.from.includes(one.analyte) ? (one.idValue ?? []) : [],
      );
    const values = set.values.flatMap((one): (QuotableResult | QuotableFact)[] => {
      if (one.withdrawn) return [];
      const { idValue, analyte, value, choice, preliminary } = one;
      const { text: _, choice: __, ...number } = pickReportedFields(one);
      const state = {
        ...stateFields,
        ...(preliminary && { preliminary }),
        ...findChange(one),
      };
      if (value !== null) {
        const derived = idValue === null && { sources: findSources(analyte) };
        return [{ ...setFields, idValue, ...number, value, ...state, ...derived }];
      }
      if (choice === null || analyte === null) return [];
      return [{ idValue, analyte, choice, collectedAt, laboratory, examType, ...state }];
    });
    if (set.abstinenceDays === null) return values;
    const abstinence = {
      ...setFields,
      ...stateFields,
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

/** When a value last changed; a repetition is no change. */
function findChange(value: ResultValue): Pick<QuotableResult, 'changedAt'> {
  const key = (one: Parameters<typeof pickReportedFields>[0]) =>
    JSON.stringify(pickReportedFields(one));
  const change = value.earlier.find((old) => key(old) !== key(value));
  return change ? { changedAt: change.replacedAt } : {};
}

export function newestFirst<Result extends Pick<QuotableResult, 'collectedAt'>>(
  results: readonly Result[],
): Result[] {
  const at = ({ collectedAt }: Result) => (collectedAt === null ? 0 : Date.parse(collectedAt));
  return results.toSorted((one, other) => at(other) - at(one));
}
