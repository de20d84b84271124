import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { JOB_LOCKS } from '../database/locks.ts';
import { describeFault } from '../failures.ts';
import { beginRun, type Job, recordFailure, recordStop, recordSuccess } from './job-state.ts';

export interface JobParts {
  readonly db: Database;
  readonly pool: Pool;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/**
 * Runs a job once if it is due and no other process runs it, and stores how it ended.
 * @param stopping aborts when this process stops
 * @throws errors of the database; a failed job is stored and logged instead
 */
export async function runIfDue(
  { db, pool, log }: JobParts,
  job: Job,
  stopping: AbortSignal,
): Promise<void> {
  const lock = await takeLock(pool, job.name);
  if (lock === null) return;
  try {
    if (!(await beginRun(db, job.name))) return;
    try {
      const facts = await job.run(AbortSignal.any([stopping, lock.lost]));
      await recordSuccess(db, job, facts);
      log.info({ job: job.name, facts }, 'job done');
    } catch (error) {
      if (stopping.aborted) {
        await recordStop(db, job.name);
        return;
      }
      log.error({ ...describeFault(error), job: job.name }, 'job failed');
      await recordFailure(db, job.name, getErrorName(error));
    }
  } finally {
    await lock.release();
  }
}

/** A code or a class; a message could contain anything. */
function getErrorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Milliseconds between checks of the connection, and for an answer to one. */
const ASK_EVERY = 20_000;
const ANSWER_WITHIN = 5_000;

interface HeldLock {
  /** Aborts when the connection, and with it the lock, is lost. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the lock of a name on a separate connection, outside of the pool; PostgreSQL releases it when
 * this process dies.
 * @returns null when another process has it
 */
async function takeLock({ options }: Pool, name: string): Promise<HeldLock | null> {
  const client = new Client({
    ...options,
    // The pool keeps the password non-enumerable, so that a copy lacks it.
    password: options.password,
    application_name: 'simiente-job',
    query_timeout: ANSWER_WITHIN,
  });
  const losing = new AbortController();
  client.on('error', (error) => losing.abort(error));
  client.on('end', () => losing.abort(new Error('the connection of the lock was closed')));
  let asking: NodeJS.Timeout | undefined;
  const release = async () => {
    clearInterval(asking);
    // A connection that cannot close in order is dropped.
    await client.end().catch(() => {});
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as taken',
      [JOB_LOCKS, name],
    );
    if (rows[0]?.taken !== true) {
      await release();
      return null;
    }
  } catch (error) {
    await release();
    throw error;
  }
  asking = setInterval(() => {
    client.query('select 1').catch((error: unknown) => losing.abort(error));
  }, ASK_EVERY);
  asking.unref();
  return { lost: losing.signal, release };
}
