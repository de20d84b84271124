import { setTimeout as delay } from 'node:timers/promises';
import { describeFault } from '../failures.ts';
import type { Job } from './job.ts';
import { announceJob, findDue } from './job-state.ts';
import { type JobParts, runIfDue } from './run-job.ts';

/** Milliseconds between looks at what is due, where nothing is known to be due sooner. */
const LOOK_EVERY = 60_000;
/** The shortest pause, so that a job whose time has come and which another process has costs little. */
const SHORTEST_PAUSE = 1_000;
/** The pause after a look that the database did not answer. */
const PAUSE_AFTER_FAULT = 2_000;
/** Milliseconds that runs under way have to end when the process is told to. */
const LONGEST_STOP = 8_000;

/**
 * Does the jobs when they are due, for as long as the process lives or until it is told to stop. Any
 * number of processes may do the same jobs: each run is made by one of them.
 *
 * @returns what stops it: runs under way are told to, and waited for a while
 */
export function keepJobs(parts: JobParts, jobs: readonly Job[]): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, Promise<void>>();

  const start = (job: Job) => {
    const run = runIfDue(parts, job, signal)
      .catch((error: unknown) => {
        parts.log.error({ ...describeFault(error), job: job.name }, 'job not recorded');
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
  };

  async function look(): Promise<number> {
    const names = jobs.map(({ name }) => name);
    const { due, wait } = await findDue(parts.db, names);
    for (const job of jobs) if (due.includes(job.name) && !running.has(job.name)) start(job);
    return wait ?? LOOK_EVERY;
  }

  async function keepLooking(): Promise<void> {
    let isAnnounced = false;
    while (!signal.aborted) {
      let pause = PAUSE_AFTER_FAULT;
      try {
        if (!isAnnounced) for (const job of jobs) await announceJob(parts.db, job);
        isAnnounced = true;
        pause = await look();
      } catch (error) {
        parts.log.error(describeFault(error), 'jobs not looked at');
      }
      const bounded = Math.min(Math.max(pause, SHORTEST_PAUSE), LOOK_EVERY);
      // Not all processes at the same instant. The timer alone must not keep a process alive.
      await delay(bounded + Math.random() * SHORTEST_PAUSE, undefined, {
        signal,
        ref: false,
      }).catch(() => {});
    }
  }

  const looked = keepLooking();
  return async () => {
    stopping.abort(new Error('the process is stopping'));
    const ended = looked.then(() => Promise.all(running.values()));
    await Promise.race([ended, delay(LONGEST_STOP, undefined, { ref: false })]);
  };
}
