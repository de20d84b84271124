import type { InvalidDates } from '../../schema/columns.ts';

/**
 * A date as answers have it: ISO 8601, or the invalid text of an export until a user replaces it; null where the record
 * never had any.
 */
export function presentDate<Name extends string>(
  row: { readonly [N in Name]: Date | null } & { readonly invalidDates: InvalidDates | null },
  name: Name,
): string | null {
  return row[name]?.toISOString() ?? row.invalidDates?.[name] ?? null;
}

/** The texts of the row's invalid dates; null if all dates are valid. */
export function remainingInvalidDates(
  row: Readonly<Record<string, unknown>> & { readonly invalidDates: InvalidDates | null },
): InvalidDates | null {
  const remaining = Object.entries(row.invalidDates ?? {}).filter(([name]) => row[name] === null);
  return remaining.length === 0 ? null : Object.fromEntries(remaining);
}
