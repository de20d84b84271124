import { eq } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Client } from 'pg';
import type { Act, ChangeAct } from '../../platform/act.ts';
import { databaseOn, type Transaction } from '../../platform/database/database.ts';
import { nextVersion } from '../../platform/database/records.ts';
import { auditEvents } from '../../schema/audit.ts';
import { enforceReadLimit } from './count-reads.ts';
import { type AuditEntry, insertAudit, toAuditRow } from './entry.ts';

export { audited, auditRead } from './audit-read.ts';
export type { ArchivedAction } from './chain/archive-file.ts';
export {
  type AuditSeal,
  openAuditSeal,
  type SealedBacklog,
  sealAll,
} from './chain/sealer.ts';
export type { AuditAction, AuditEntry } from './entry.ts';
export { auditList, getPersonIds } from './reading/read-audit.ts';
export { affectedList } from './reading/read-trail.ts';
export { readShownSet, ShownSet } from './shown-set.ts';

/** Transactions that have written an audit row. */
const auditedTransactions = new WeakSet<Transaction>();

/**
 * Writes one audit row per entry, in the transaction of the change: if the audit fails, so does the
 * change.
 */
export async function writeAudit(
  transaction: Transaction,
  act: Act,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  await enforceReadLimit(transaction, act, entries);
  auditedTransactions.add(transaction);
  const rows = entries.map((entry) => toAuditRow(act, entry));
  await insertAudit(transaction, rows);
}

/** Writes one audit row in the transaction that a connection has begun. */
export async function writeAuditOn(client: Client, act: Act, entry: AuditEntry): Promise<void> {
  await insertAudit(databaseOn(client), [toAuditRow(act, entry)]);
}

/**
 * Writes an audit row whose id the change stores.
 * @returns the row's id
 */
export async function writeAuditReturningId(
  transaction: Transaction,
  act: Act,
  entry: AuditEntry,
): Promise<number> {
  await enforceReadLimit(transaction, act, [entry]);
  auditedTransactions.add(transaction);
  const [row] = await transaction
    .insert(auditEvents)
    .values(toAuditRow(act, entry))
    .returning({ id: auditEvents.id });
  if (row === undefined) throw new Error('An insert returned no row');
  return row.id;
}

/**
 * Audits that a response shows a record, unless the transaction already has an audit row. This covers edits without
 * changes and repeated requests with the same Idempotency-Key.
 */
export async function auditView(
  transaction: Transaction,
  act: Act,
  entry: AuditEntry,
): Promise<void> {
  if (!auditedTransactions.has(transaction)) await writeAudit(transaction, act, entry);
}

/** Returns the answer of a change, and audits the request if the change had no effect and so wrote no audit row. */
export async function auditNoEffect<Data>(
  transaction: Transaction,
  act: Act,
  data: Data,
): Promise<Data> {
  await auditView(transaction, act, { action: 'request.without_effect' });
  return data;
}

/** A field before and after: harmless values in clear, others as a digest, missing ones as null. */
interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

export type Changes = Readonly<Record<string, FieldChange>>;

/**
 * The changed fields of a record, as the audit stores them. Free text and personal data are stored as digests,
 * which can be compared with a known text. Short texts cannot be guessed, because the digest is keyed and differs
 * for each record.
 * @param after only the changed fields
 * @param plain names of fields without personal data, stored in clear: statuses, instants, ids, switches
 */
export function toAuditChanges(
  { digest }: Pick<ChangeAct, 'digest'>,
  id: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  plain: readonly string[] = [],
): Changes {
  const presentValue = (field: string, value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    if (plain.includes(field)) return value;
    return { digest: digest(`${id}\n${field}\n${JSON.stringify(value)}`) };
  };
  return Object.fromEntries(
    Object.keys(after).map((field) => [
      field,
      { from: presentValue(field, before[field]), to: presentValue(field, after[field]) },
    ]),
  );
}

interface Edit<Columns>
  extends Required<Pick<AuditEntry, 'action' | 'subject'>>,
    Pick<AuditEntry, 'patientId'> {
  readonly before: { readonly version: number } & Readonly<Record<string, unknown>>;
  /** The changed fields, as `toAuditChanges` takes them. */
  readonly changed: Readonly<Record<string, unknown>>;
  readonly plain?: readonly string[];
  /** The changed columns, if they are not the changed fields. */
  readonly columns?: Columns;
}

/**
 * Writes an edit of a record, as its next version, and audits the changed fields.
 * @returns the version
 */
export async function writeEdit<
  Table extends PgTable & { readonly id: AnyPgColumn; readonly version: AnyPgColumn },
>(
  transaction: Transaction,
  act: ChangeAct,
  table: Table,
  { before, changed, plain, columns, ...entry }: Edit<PgUpdateSetSource<Table>>,
): Promise<number> {
  const { id } = entry.subject;
  await transaction
    .update(table)
    .set({ ...(columns ?? changed), ...nextVersion(table) } as PgUpdateSetSource<Table>)
    .where(eq(table.id, id));
  const version = before.version + 1;
  const changes = toAuditChanges(act, String(id), before, changed, plain);
  await writeAudit(transaction, act, { ...entry, details: { changes, version } });
  return version;
}

/**
 * A list's filter for its audit row. A search is often a name, and a cursor contains a row's values, so
 * only their presence is stored.
 */
export function listedFilter<Input extends { search?: unknown; cursor?: unknown }>(input: Input) {
  const { cursor, search, ...filter } = input;
  return { ...filter, searched: search !== undefined, continued: cursor !== undefined };
}
