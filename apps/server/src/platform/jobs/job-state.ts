import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { jobs } from '../../schema/operation/installation.ts';
import type { Database } from '../database/database.ts';

/** Minutes until a failed job is retried. The delay doubles after each failure, up to MAX_RETRY_DELAY. */
const FIRST_RETRY_DELAY = 1;
const MAX_RETRY_DELAY = 60;

/** The due time after a run that ends now, by the database's clock. */
function nextRun(schedule: Schedule): SQL {
  if ('everyMinutes' in schedule) {
    return sql`now() + make_interval(mins => ${schedule.everyMinutes})`;
  }
  const { dailyAt, timeZone } = schedule;
  const today = sql`(now() at time zone ${timeZone})::date`;
  const at = (days: number) =>
    sql`((${today} + ${days}::int + ${dailyAt}::time) at time zone ${timeZone})`;
  return sql`case when ${at(0)} > now() then ${at(0)} else ${at(1)} end`;
}

/** Registers a job. A registered job keeps its due time, unless its schedule has an earlier one. */
export async function announceJob(db: Database, { name, schedule }: Job): Promise<void> {
  const next = nextRun(schedule);
  await db
    .insert(jobs)
    .values({ name, dueAt: 'everyMinutes' in schedule ? sql`now()` : next })
    .onConflictDoUpdate({
      target: jobs.name,
      set: { dueAt: sql`least(${jobs.dueAt}, ${next})` },
    });
}

/** The names of the due jobs, and the milliseconds until the next one; null without one. */
export async function findDue(
  db: Database,
  names: readonly string[],
): Promise<{ due: string[]; nextIn: number | null }> {
  const rows = await db
    .select({
      name: jobs.name,
      wait: sql<number>`ceil(extract(epoch from ${jobs.dueAt} - clock_timestamp()) * 1000)::float8`,
    })
    .from(jobs)
    .where(inArray(jobs.name, [...names]));
  const later = rows.filter(({ wait }) => wait > 0).map(({ wait }) => wait);
  return {
    due: rows.filter(({ wait }) => wait <= 0).map(({ name }) => name),
    nextIn: later.length > 0 ? Math.min(...later) : null,
  };
}

/**
 * Begins a run if the job is still due. The run counts as failed until it succeeds, and is due again after a pause,
 * so that a job that crashes its process does not loop.
 */
export async function beginRun(db: Database, name: string): Promise<boolean> {
  const pause = sql`least(${MAX_RETRY_DELAY}, ${FIRST_RETRY_DELAY} * 2 ^ least(${jobs.failures}, 10))`;
  const claimed = await db
    .update(jobs)
    .set({
      startedAt: sql`now()`,
      endedAt: null,
      failures: sql`${jobs.failures} + 1`,
      fault: 'not-ended',
      dueAt: sql`now() + ${pause} * interval '1 minute'`,
    })
    .where(and(eq(jobs.name, name), lte(jobs.dueAt, sql`now()`)))
    .returning({ name: jobs.name });
  return claimed.length > 0;
}

async function updateJob(db: Database, name: string, columns: PgUpdateSetSource<typeof jobs>) {
  await db.update(jobs).set(columns).where(eq(jobs.name, name));
}

export function recordSuccess(db: Database, job: Job, facts?: JobFacts): Promise<void> {
  return updateJob(db, job.name, {
    endedAt: sql`now()`,
    succeededAt: sql`now()`,
    failures: 0,
    fault: null,
    facts: facts ?? null,
    dueAt: nextRun(job.schedule),
  });
}

export function makeDue(db: Database, name: string): Promise<void> {
  return updateJob(db, name, { dueAt: sql`now()` });
}

/** Stores a failure. `beginRun` has set the next due time. */
export function recordFailure(db: Database, name: string, fault: string): Promise<void> {
  return updateJob(db, name, { endedAt: sql`now()`, fault });
}

/** A stopped run is not a failure: it continues in another process, or at the next start. */
export function recordStop(db: Database, name: string): Promise<void> {
  return updateJob(db, name, {
    endedAt: sql`now()`,
    dueAt: sql`now()`,
    failures: sql`greatest(${jobs.failures} - 1, 0)`,
    fault: 'stopped',
  });
}

/** Facts of a run, such as counts, without personal data. */
export type JobFacts = Record<string, number | string | boolean | null>;

/** A recurring task that runs in one process at a time. */
export interface Job {
  /** Name of the job in the database, equal in every process and release. */
  readonly name: string;
  readonly schedule: Schedule;
  /** The kind of changed record after which the job also runs. */
  readonly runsAfter?: string;
  /**
   * Runs once. A run may be interrupted at any moment and begun again by another process, so it must be safe to
   * repeat.
   * @param signal aborts when the process stops or loses the lock; a long run checks it between its steps
   */
  run(signal: AbortSignal): Promise<JobFacts | undefined>;
}

export type Schedule =
  /** Minutes from the end of one run to the next; the first one is immediate. */
  | { readonly everyMinutes: number }
  /** Each day at a time of a zone. A missed run is made up for at the next start. */
  | { readonly dailyAt: `${number}:${number}`; readonly timeZone: string };
