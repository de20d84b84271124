import { sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { rateLimits } from '../../schema/staff.ts';
import { type AuditAction, type AuditEntry, getPatientId } from './entry.ts';

/**
 * Acts on a patient that do not open the record, or that change many patients at once. Every other act on one
 * patient counts as opening it, so a new action counts unless it is listed here.
 */
const uncountedActions: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'patient.created',
  'patient.status_changed',
  'record.deleted',
  'record.restored',
  'record.blocked',
  'record.unblocked',
  'record.purged',
  'record.purge_refused',
  'request.refused',
  'result.created',
  'received_result.arrived',
  'mail.sent',
  'mail.failed',
]);

export const opensRecord = (action: AuditAction) => !uncountedActions.has(action);

const HOUR = 60 * 60 * 1000;

/**
 * SQL that counts a patient once an hour for each account, in one statement. A second request for the same patient
 * waits for the first, and a failed transaction counts nothing.
 */
const countOne = (account: string, opened: string) => sql`
  with clock as (select (extract(epoch from now()) * 1000)::bigint as now), opened as (
    insert into ${rateLimits} as known (key, points, expire)
    select ${opened}, 1, now + ${HOUR}::bigint from clock
    on conflict (key) do update set expire = excluded.expire
      where known.expire <= excluded.expire - ${HOUR}::bigint
    returning expire)
  insert into ${rateLimits} as counted (key, points, expire)
  select ${account}, 1, expire from opened
  on conflict (key) do update set
    points = case when counted.expire <= excluded.expire - ${HOUR}::bigint then 1 else counted.points + 1 end,
    expire = case when counted.expire <= excluded.expire - ${HOUR}::bigint then excluded.expire else counted.expire end
  returning points, expire`;

/**
 * SQL that locks the count of an account, so that concurrent transactions that open several patients in any order do
 * not deadlock. Returns no row, and takes no lock, if the patient is counted already.
 */
const lockCount = (account: string, opened: string) => sql`
  select pg_advisory_xact_lock(hashtextextended(${account}, 0)) where not exists (
    select from ${rateLimits} where key = ${opened}
      and expire > (extract(epoch from now()) * 1000)::bigint)`;

/** Maximum number of remembered patients. */
const MOST_REMEMBERED = 50_000;
/** Until when a patient needs no new count for an account, by both ids. Saves the statement for repeated reads. */
const rememberedCounts = new WeakMap<Database, Map<string, number>>();

/**
 * Counts the patients whose records a request opens.
 * @throws Problem TOO_MANY_REQUESTS for one patient more than `act.readLimit` in an hour
 */
export async function enforceReadLimitIn(
  transaction: Reader,
  { actor, readLimit }: Act,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (actor.kind !== 'staff' || readLimit?.perHour === undefined) return;
  for (const patientId of collectPatientIds(entries)) {
    const account = `opens:${actor.id}`;
    const opened = `opened:${actor.id}:${patientId}`;
    const locked = await transaction.execute(lockCount(account, opened));
    if (locked.rows.length === 0) continue;
    const counted = await transaction.execute<{ points: number; expire: string }>(
      countOne(account, opened),
    );
    const [row] = counted.rows;
    if (row === undefined || row.points <= readLimit.perHour) continue;
    readLimit.log.warn(
      { staffId: actor.id, patients: readLimit.perHour },
      'a staff member was refused the records of more patients',
    );
    const retryAfter = Math.ceil((Number(row.expire) - Date.now()) / 1000);
    throw new Problem('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, retryAfter) });
  }
}

/** Enforces the limit for a read outside a transaction. Skips patients that were counted recently. */
export async function enforceReadLimit(db: Database, act: Act, entry: AuditEntry): Promise<void> {
  const { actor, readLimit } = act;
  if (actor.kind !== 'staff' || readLimit?.perHour === undefined) return;
  const countedUntil = rememberedCounts.get(db) ?? new Map<string, number>();
  rememberedCounts.set(db, countedUntil);
  const keys = Array.from(collectPatientIds([entry]), (patientId) => `${actor.id}:${patientId}`);
  if (keys.every((key) => (countedUntil.get(key) ?? 0) > Date.now())) return;
  await db.transaction((transaction) => enforceReadLimitIn(transaction, act, [entry]));
  if (countedUntil.size >= MOST_REMEMBERED) countedUntil.clear();
  // The hour may have begun in another process, so the database is queried again after some minutes.
  for (const key of keys) countedUntil.set(key, Date.now() + HOUR / 12);
}

/** The patients of acts that open a record, with those shown beside them, as before a merge. */
const collectPatientIds = (entries: readonly AuditEntry[]) =>
  new Set(
    entries.flatMap((entry) => {
      const patientId = opensRecord(entry.action) ? getPatientId(entry) : undefined;
      return patientId === undefined ? [] : [patientId, ...(entry.shown ?? [])];
    }),
  );
