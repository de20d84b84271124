import type { ChangeAct } from '../../platform/act.ts';

/** A field before and after: a plain fact as it is, anything else as a digest, nothing as null. */
export interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

/** The fields of a record that an act changed. */
export type Changes = Readonly<Record<string, FieldChange>>;

/**
 * What an act changed of a record, field by field, as the audit keeps it. What somebody wrote, and
 * whatever speaks of a person, is told by a digest: who has both texts can tell that it was these,
 * and nobody can guess a short one, because the digest takes a key and is another one in each record.
 *
 * @param after the fields that changed, and no others
 * @param plain those among them that say nothing of anybody: statuses, instants, ids, switches
 */
export function changesOf(
  { digest }: Pick<ChangeAct, 'digest'>,
  id: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  plain: readonly string[] = [],
): Changes {
  const told = (field: string, value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    if (plain.includes(field)) return value;
    return { digest: digest(`${id}\n${field}\n${JSON.stringify(value)}`) };
  };
  return Object.fromEntries(
    Object.keys(after).map((field) => [
      field,
      { from: told(field, before[field]), to: told(field, after[field]) },
    ]),
  );
}
