import { and, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Act, SYSTEM_ACT } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { analyteRanges, receivedResults, resultSets } from '../../schema/results.ts';
import { discardFile } from '../files/public.ts';
import { auditRecords } from './change-records.ts';
import type { KindTable } from './kinds.ts';
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
 * with their files. Patients and exams are medical records, and are blocked instead. A branch or partner to which an
 * order, exam or result refers stays in the trash, unlisted. Any process may run this at any time, and the next run
 * continues an interrupted one.
 */
export async function purgeTrash(
  db: Database,
  act: Act,
  signal?: AbortSignal,
): Promise<PurgeCounts> {
  const counts: PurgeCounts = { purged: 0, blocked: 0 };
  for (const expiry of expiries) {
    let count: number;
    do {
      signal?.throwIfAborted();
      count = await db.transaction((transaction) => expireBatch(transaction, act, expiry));
      counts[expiry.end] += count;
    } while (count === AT_ONCE);
  }
  return counts;
}

/** A kind of records, whether they are purged or blocked, and a further condition. */
type Expiry = KindTable & {
  readonly end: keyof PurgeCounts;
  readonly when?: SQL;
};

/** Orders go before their branches, and branches before their partners. */
const expiries: readonly Expiry[] = [
  {
    kind: 'patient',
    table: patients,
    end: 'blocked',
    // A merged record stays as long as the kept one.
    when: and(isNull(patients.blockedAt), isNull(patients.mergedInto)),
  },
  { kind: 'exam', table: exams, end: 'blocked', when: isNull(exams.blockedAt) },
  {
    kind: 'exam_order',
    table: examOrders,
    end: 'purged',
    // An exam of a blocked patient is part of their record.
    when: sql`not exists (select from ${patients}
      where ${patients.id} = ${examOrders.patientId} and ${patients.blockedAt} is not null)`,
  },
  {
    kind: 'branch',
    table: branches,
    end: 'purged',
    when: sql`not exists (select from ${examOrders} where ${examOrders.branchId} = ${branches.id})`,
  },
  {
    kind: 'partner',
    table: partners,
    end: 'purged',
    when: sql`not exists (select from ${branches} where ${branches.partnerId} = ${partners.id})
      and not exists (select from ${examOrders} where ${examOrders.partnerId} = ${partners.id})
      and not exists (select from ${exams} where ${exams.laboratoryId} = ${partners.id})
      and not exists (select from ${resultSets} where ${resultSets.laboratoryId} = ${partners.id})
      and not exists (select from ${receivedResults} where ${receivedResults.laboratoryId} = ${partners.id})
      and not exists (select from ${analyteRanges} where ${analyteRanges.laboratoryId} = ${partners.id})`,
  },
  { kind: 'prospect', table: prospects, end: 'purged' },
];

/**
 * Purges or blocks a batch of expired records.
 * @returns the number of records
 */
async function expireBatch(transaction: Transaction, act: Act, expiry: Expiry): Promise<number> {
  const { kind, table, end, when } = expiry;
  const rows = await transaction
    .select({ id: table.id })
    .from(table)
    .where(and(lte(table.deletedAt, restorableSince), when))
    .orderBy(table.id)
    .limit(AT_ONCE)
    .for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // Audited before a purge, which removes the row that has the patient.
  await auditRecords(transaction, act, expiry, ids, { action: `record.${end}` });
  if (end === 'purged') {
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
