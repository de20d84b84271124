import type { ResultSet } from '@simiente/contract/results/calls';
import { type EntryRow, isEmptyRow, typedOf } from './entry-rows.ts';
import { type EntryValues, factsOf, valuesOfSet } from './entry-values.ts';

/** What a correction changes: those facts and values that differ from the set, and why. */
export function correctionOf(set: ResultSet, values: EntryValues, timeZone: string) {
  const stored = valuesOfSet(set, timeZone);
  const before: Readonly<Record<string, unknown>> = factsOf(stored, set.examType, timeZone);
  const facts = Object.entries(factsOf(values, set.examType, timeZone)).filter(
    ([name, fact]) => fact !== before[name],
  );
  const old = new Map(stored.rows.map((row) => [row.key, row]));
  const changed = values.rows.filter((row) => !isSameRow(row, old.get(row.key)));
  return {
    reason: values.reason,
    ...Object.fromEntries(facts),
    values: changed.flatMap((row) => {
      const { idValue } = row;
      const typed = isEmptyRow(row) ? [] : [typedOf(row)];
      if (idValue === null) return typed;
      // Of an empty row the value no longer counts; of one with another name it is another value.
      const isOther = row.name.trim() !== old.get(row.key)?.name;
      if (isEmptyRow(row) || isOther) return [{ idValue, withdrawn: true as const }, ...typed];
      return typed.map((one) => ({ idValue, ...one }));
    }),
  };
}

const isSameRow = (row: EntryRow, old: EntryRow | undefined) =>
  old !== undefined &&
  row.value === old.value &&
  row.unit === old.unit &&
  row.range === old.range &&
  row.name === old.name;
