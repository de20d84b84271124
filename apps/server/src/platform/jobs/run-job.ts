import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { describeFault } from '../failures.ts';
import { takeLock } from './held-lock.ts';
import type { Job } from './job.ts';
import { beginRun, recordFailure, recordStop, recordSuccess } from './job-state.ts';

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
      await recordFailure(db, job.name, nameOf(error));
    }
  } finally {
    await lock.release();
  }
}

/** A code or a class; a message could contain anything. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
