import { and, inArray, lte, sql } from 'drizzle-orm';
import { type Act, SYSTEM_ACT } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { exams } from '../../schema/exams.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { discardFile } from '../files/public.ts';
import { auditRecords } from './change-records.ts';
import { type TrashKindRules, trashKindRules } from './kinds.ts';
import { restorableSince } from './list-trash.ts';

/** Maximum number of records in one transaction, so that other transactions wait only briefly. */
const AT_ONCE = 200;

type PurgeCounts = { purged: number; blocked: number };

export function trashPurge(db: Database, timeZone: string): Job {
  return {
    name: 'bin.purge',
    schedule: { dailyAt: '03:30', timeZone },
    run: (signal) => purgeTrash(db, SYSTEM_ACT, signal),
  };
}

/**
 * Purges or blocks records whose days in the trash are over. Orders, branches, partners and prospects are purged,
 * with the partners' logos. Patients and exams are medical records, and are blocked instead. Referenced branches and
 * partners, orders of blocked patients and merged patients stay in the trash, unlisted. Any process may run this at
 * any time, and the next run continues an interrupted one.
 */
export async function purgeTrash(
  db: Database,
  act: Act,
  signal?: AbortSignal,
): Promise<PurgeCounts> {
  const counts: PurgeCounts = { purged: 0, blocked: 0 };
  for (const rules of trashKindRules) {
    let count: number;
    do {
      signal?.throwIfAborted();
      count = await db.transaction((transaction) => expireBatch(transaction, act, rules));
      counts[rules.expiry] += count;
    } while (count === AT_ONCE);
  }
  return counts;
}

/**
 * Purges or blocks a batch of expired records.
 * @returns the number of records
 */
async function expireBatch(
  transaction: Transaction,
  act: Act,
  rules: TrashKindRules,
): Promise<number> {
  const { kind, table, expiry } = rules;
  const expiresIf = 'expiresIf' in rules ? rules.expiresIf : undefined;
  const rows = await transaction
    .select({ id: table.id })
    .from(table)
    .where(and(lte(table.deletedAt, restorableSince), expiresIf))
    .orderBy(table.id)
    .limit(AT_ONCE)
    .for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // Audited before a purge, which deletes the rows that contain the patients' ids.
  await auditRecords(transaction, act, rules, ids, { action: `record.${expiry}` });
  if (expiry === 'purged') {
    const logoIds = table === partners ? await findLogoIds(transaction, ids) : [];
    await transaction.delete(table).where(inArray(table.id, ids));
    for (const id of logoIds) await discardFile(transaction, id);
  } else {
    const blocked = kind === 'patient' ? patients : exams;
    await transaction
      .update(blocked)
      .set({ blockedAt: sql`now()` })
      .where(inArray(blocked.id, ids));
  }
  return ids.length;
}

async function findLogoIds(transaction: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await transaction
    .select({
      login: partners.loginLogoId,
      nav: partners.navLogoId,
      landing: partners.landingLogoId,
    })
    .from(partners)
    .where(inArray(partners.id, [...ids]));
  const logos = rows.flatMap(({ login, nav, landing }) => [login, nav, landing]);
  return [...new Set(logos)].filter((logo) => logo !== null);
}
