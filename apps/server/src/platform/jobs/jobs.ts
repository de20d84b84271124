import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';
import { jobs } from '../../schema/operation/installation.ts';
import { type Database, toClientConfig } from '../database/database.ts';
import { JOB_LOCKS } from '../database/locks.ts';
import type { Hub } from '../events/hub.ts';
import { describeFault } from '../failures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { nameError } from '../system-errors.ts';
import {
  announceJob,
  beginRun,
  findDue,
  type Job,
  makeDue,
  recordFailure,
  recordStop,
  recordSuccess,
} from './job-state.ts';

/** Milliseconds between checks for due jobs, unless one is due sooner. */
const POLL_INTERVAL = 60_000;
/** Minimum pause, so that polling is cheap while another process runs a due job. */
const MIN_PAUSE = 1_000;
/** Milliseconds until the next check after an error of the database. */
const PAUSE_AFTER_FAULT = 2_000;
/** Milliseconds for runs to end when the process stops. */
const STOP_TIMEOUT = 8_000;

/**
 * Runs due jobs until it is stopped. Any number of processes may have the same jobs; only one of them runs a due job.
 * @param onChanges subscribes to announced changes, after which some jobs run
 * @param wait a timer, replaced in tests
 * @returns a function that stops it: current runs are aborted, and awaited for a while
 */
export function runJobs(
  deps: JobDeps,
  jobs: readonly Job[],
  onChanges: Hub['subscribe'],
  wait: typeof delay = delay,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const currentRuns = new Map<string, Promise<void>>();

  const start = (job: Job, { isWoken = false } = {}) => {
    if (signal.aborted || currentRuns.has(job.name)) return;
    const run = (isWoken ? makeDue(deps.db, job.name) : Promise.resolve())
      .then(() => runIfDue(deps, job, signal))
      .catch((error: unknown) => {
        deps.log.error({ ...describeFault(error), job: job.name }, 'could not record a job');
      })
      .finally(() => currentRuns.delete(job.name));
    currentRuns.set(job.name, run);
  };

  const unsubscribe = onChanges((changes) => {
    for (const job of jobs) {
      const { name, runsAfter = '' } = job;
      const isDue = changes === 'everything' ? runsAfter !== '' : runsAfter in changes;
      // Runs after a current run, which may have read before this change.
      if (isDue)
        void Promise.resolve(currentRuns.get(name)).then(() => start(job, { isWoken: true }));
    }
  });

  async function startDue(): Promise<number> {
    const names = jobs.map(({ name }) => name);
    const { due, nextIn } = await findDue(deps.db, names);
    for (const job of jobs) if (due.includes(job.name)) start(job);
    return nextIn ?? POLL_INTERVAL;
  }

  async function poll(): Promise<void> {
    let isAnnounced = false;
    while (!signal.aborted) {
      let pause = PAUSE_AFTER_FAULT;
      try {
        if (!isAnnounced) for (const job of jobs) await announceJob(deps.db, job);
        isAnnounced = true;
        pause = await startDue();
      } catch (error) {
        deps.log.error(describeFault(error), 'could not start due jobs');
      }
      const bounded = Math.min(Math.max(pause, MIN_PAUSE), POLL_INTERVAL);
      // Jitter, so that processes do not all check at once. The timer alone must not keep a process alive.
      await wait(bounded + Math.random() * MIN_PAUSE, undefined, {
        signal,
        ref: false,
      }).catch(() => {});
    }
  }

  const polling = poll();
  return async () => {
    unsubscribe();
    stopping.abort(new Error('the process is stopping'));
    const ended = polling.then(() => Promise.all(currentRuns.values()));
    await Promise.race([ended, wait(STOP_TIMEOUT, undefined, { ref: false })]);
  };
}

/** Adds metrics of the jobs of all processes. A job without a value has no metric. */
export function measureJobs(metrics: Metrics, db: Database): void {
  const addGauge = (name: string, help: string, value: SQL<number | null>) =>
    metrics.addGauges(name, help, 'job', async () => {
      const rows = await db.select({ job: jobs.name, value }).from(jobs);
      return Object.fromEntries(
        rows.flatMap((row) => (row.value === null ? [] : [[row.job, row.value]])),
      );
    });
  addGauge('simiente_job_failures', 'Consecutive failed runs of a job', sql`${jobs.failures}`);
  addGauge(
    'simiente_job_seconds_since_success',
    'Seconds since the last successful run of a job',
    sql`extract(epoch from now() - ${jobs.succeededAt})::float8`,
  );
}

interface JobDeps {
  readonly db: Database;
  readonly pool: Pool;
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/**
 * Runs a job once if it is due and no other process runs it, and stores its result.
 * @param stopping aborts when this process stops
 * @throws errors of the database; a failed job is stored and logged instead
 */
export async function runIfDue(
  { db, pool, log }: JobDeps,
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
      await recordFailure(db, job.name, nameError(error));
    }
  } finally {
    await lock.release();
  }
}

/** Milliseconds between checks of the connection, and for the answer to a check. */
const CHECK_INTERVAL = 20_000;
const ANSWER_TIMEOUT = 5_000;

interface HeldLock {
  /** Aborts when the connection, and with it the lock, is lost. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes a named lock on a separate connection, outside of the pool; PostgreSQL releases it when this process dies.
 * @returns null when another process has it
 */
async function takeLock(pool: Pool, name: string): Promise<HeldLock | null> {
  const client = new Client({
    ...toClientConfig(pool),
    application_name: 'simiente-job',
    query_timeout: ANSWER_TIMEOUT,
  });
  const lockLoss = new AbortController();
  client.on('error', (error) => lockLoss.abort(error));
  client.on('end', () => lockLoss.abort(new Error('the connection of the lock was closed')));
  let checks: NodeJS.Timeout | undefined;
  const release = async () => {
    clearInterval(checks);
    await client.end().catch(() => {});
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as taken',
      [JOB_LOCKS, name],
    );
    if (rows[0]?.taken === true) {
      checks = setInterval(() => {
        client.query('select 1').catch((error: unknown) => lockLoss.abort(error));
      }, CHECK_INTERVAL).unref();
      return { lost: lockLoss.signal, release };
    }
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}
