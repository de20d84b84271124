import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { jobs } from '../../schema/operation/installation.ts';
import type { Database } from '../database/database.ts';
import type { Hub } from '../events/hub.ts';
import { describeFault } from '../failures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { announceJob, findDue, type Job, makeDue } from './job-state.ts';
import { type JobParts, runIfDue } from './run-job.ts';

/** Milliseconds between checks for due jobs, if none is known to be due sooner. */
const POLL_EVERY = 60_000;
/** The shortest pause, so that a due job that another process runs costs little. */
const SHORTEST_PAUSE = 1_000;
/** The pause after a check that the database did not answer. */
const PAUSE_AFTER_FAULT = 2_000;
/** Milliseconds for runs to end when the process stops. */
const LONGEST_STOP = 8_000;

/**
 * Runs the jobs when they are due, until it is stopped. Any number of processes may have the same jobs:
 * each run is made by one of them.
 * @param onChanges subscribes to announced changes, which some jobs run after
 * @param wait how time passes
 * @returns stops it: runs under way are aborted, and awaited for a while
 */
export function keepJobs(
  parts: JobParts,
  jobs: readonly Job[],
  onChanges: Hub['subscribe'],
  wait: typeof delay = delay,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, Promise<void>>();

  const start = (job: Job, isWoken = false) => {
    if (signal.aborted || running.has(job.name)) return;
    const run = (isWoken ? makeDue(parts.db, job.name) : Promise.resolve())
      .then(() => runIfDue(parts, job, signal))
      .catch((error: unknown) => {
        parts.log.error({ ...describeFault(error), job: job.name }, 'could not record a job');
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
  };

  const unsubscribe = onChanges((changes) => {
    for (const job of jobs) {
      const { name, runsAfter = '' } = job;
      const isDue = changes === 'everything' ? runsAfter !== '' : runsAfter in changes;
      // After a run under way, which may have looked before this change.
      if (isDue) void Promise.resolve(running.get(name)).then(() => start(job, true));
    }
  });

  async function startDue(): Promise<number> {
    const names = jobs.map(({ name }) => name);
    const { due, nextIn } = await findDue(parts.db, names);
    for (const job of jobs) if (due.includes(job.name)) start(job);
    return nextIn ?? POLL_EVERY;
  }

  async function poll(): Promise<void> {
    let isAnnounced = false;
    while (!signal.aborted) {
      let pause = PAUSE_AFTER_FAULT;
      try {
        if (!isAnnounced) for (const job of jobs) await announceJob(parts.db, job);
        isAnnounced = true;
        pause = await startDue();
      } catch (error) {
        parts.log.error(describeFault(error), 'could not start due jobs');
      }
      const bounded = Math.min(Math.max(pause, SHORTEST_PAUSE), POLL_EVERY);
      // Jitter, so that processes do not all check at once. The timer alone must not keep a process
      // alive.
      await wait(bounded + Math.random() * SHORTEST_PAUSE, undefined, {
        signal,
        ref: false,
      }).catch(() => {});
    }
  }

  const polling = poll();
  return async () => {
    unsubscribe();
    stopping.abort(new Error('the process is stopping'));
    const ended = polling.then(() => Promise.all(running.values()));
    await Promise.race([ended, wait(LONGEST_STOP, undefined, { ref: false })]);
  };
}

/**
 * Metrics of the jobs of all processes: how often each failed in a row, and the time since it last
 * succeeded.
 */
export function measureJobs(metrics: Metrics, db: Database): void {
  metrics.addGauges(
    'simiente_job_failures',
    'Runs of a job in a row that did not end well',
    'job',
    async () => {
      const rows = await db.select({ name: jobs.name, figure: jobs.failures }).from(jobs);
      return Object.fromEntries(rows.map(({ name, figure }) => [name, figure]));
    },
  );
  metrics.addGauges(
    'simiente_job_seconds_since_success',
    'Seconds since a job last ended well',
    'job',
    async () => {
      const rows = await db
        .select({
          name: jobs.name,
          figure: sql<number>`extract(epoch from now() - ${jobs.succeededAt})::float8`,
        })
        .from(jobs)
        .where(sql`${jobs.succeededAt} is not null`);
      return Object.fromEntries(rows.map(({ name, figure }) => [name, figure]));
    },
  );
}
