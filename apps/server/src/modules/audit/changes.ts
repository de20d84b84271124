import type { ChangeAct } from '../../platform/act.ts';

/**
 * A field before and after: harmless values as they are, others as a digest, missing ones as null.
 */
export interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

/** The changed fields of a record. */
export type Changes = Readonly<Record<string, FieldChange>>;

/**
 * The changed fields of a record, as the audit stores them. Free text and personal data are stored as
 * digests: they can be compared with a known text, but short texts cannot be guessed, because the digest
 * is keyed and differs for each record.
 * @param after the fields that changed, and no others
 * @param plain those among them without personal data: statuses, instants, ids, switches
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
