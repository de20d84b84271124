import { once } from 'node:events';
import type { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { jobs } from '../../schema/operation/installation.ts';
import { mails } from '../../schema/operation/mail.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { startProxy } from '../../testing/services/proxy.ts';
import { listen } from '../database/connections/listener.ts';
import { openDatabase } from '../database/database.ts';
import { CHANGES_CHANNEL, createHub } from '../events/hub.ts';
import { announceJob, type Job, type JobFacts, type Schedule } from './job-state.ts';
import { runIfDue, runJobs } from './jobs.ts';

const log = pino({ level: 'silent' });
const never = new AbortController().signal;

function makeJob(run: (signal: AbortSignal) => Promise<JobFacts | undefined>, schedule?: Schedule) {
  return { name: 'test.job', schedule: schedule ?? { everyMinutes: 60 }, run } satisfies Job;
}

function makeCountedJob(schedule?: Schedule) {
  let runs = 0;
  const job = makeJob(async () => {
    runs += 1;
    return { runs };
  }, schedule);
  return { job, runs: () => runs };
}

async function readState({ db }: TestDatabase) {
  const [state] = await db
    .select({
      ...{ failures: jobs.failures, fault: jobs.fault, facts: jobs.facts, endedAt: jobs.endedAt },
      succeededAt: jobs.succeededAt,
      dueIn: sql<number>`round(extract(epoch from ${jobs.dueAt} - now()) / 60)::int`,
    })
    .from(jobs);
  return state;
}

const makeDue = ({ db }: TestDatabase) => db.update(jobs).set({ dueAt: sql`now()` });

/** A timer that ignores its delay: it ends at an event or an abort. */
function until(happens: Promise<void>): typeof delay {
  return async (_, value, { signal } = {}) => {
    signal?.throwIfAborted();
    const aborted = signal && once(signal, 'abort').then(() => Promise.reject(signal.reason));
    await Promise.race([happens, ...(aborted ? [aborted] : [])]);
    return value as never;
  };
}
const FOREVER = until(new Promise(() => {}));

const noChanges = () => () => {};

/** Runs the jobs until the end of the test, unless it stops them earlier. */
function startJobs(deps: Pick<TestDatabase, 'db' | 'pool'>, ...toRun: readonly Job[]) {
  const stop = runJobs({ ...deps, log }, toRun, noChanges, FOREVER);
  onTestFinished(stop);
  return stop;
}

describe('a recurring job', () => {
  test('runs immediately the first time, and is then due by its schedule', async () => {
    const database = await createTestDatabase();
    const { job, runs } = makeCountedJob();
    startJobs(database, job);
    await vi.waitFor(
      async () =>
        expect(await readState(database)).toMatchObject({
          failures: 0,
          facts: { runs: 1 },
          dueIn: 60,
        }),
      LONG_WAIT,
    );
    await runIfDue({ ...database, log }, job, never);
    expect(runs()).toBe(1);
    await makeDue(database);
    await runIfDue({ ...database, log }, job, never);
    expect(runs()).toBe(2);
  });

  test('E-10.155, T-F7: is run by one process, even if several find it due', async () => {
    const database = await createTestDatabase();
    const { job, runs } = makeCountedJob();
    await announceJob(database.db, job);
    const processes = Array.from({ length: 4 }, () => {
      const handle = openDatabase({ ...database.app, max: 2 }, log);
      onTestFinished(() => handle.close());
      return handle;
    });
    await Promise.all(processes.map((deps) => runIfDue({ ...deps, log }, job, never)));
    expect(runs()).toBe(1);
  });

  test('is not begun by another process while it runs, even if it becomes due again', async () => {
    const database = await createTestDatabase();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = makeJob(() => {
      begin();
      return mayEnd;
    });
    const other = makeCountedJob();
    await announceJob(database.db, slow);
    const run = runIfDue({ ...database, log }, slow, never);
    await begun;
    await makeDue(database);
    await runIfDue({ ...database, log }, other.job, never);
    expect(other.runs()).toBe(0);
    end(undefined);
    await run;
    await makeDue(database);
    await runIfDue({ ...database, log }, other.job, never);
    expect(other.runs()).toBe(1);
  });

  test('is retried after growing pauses when it fails, and its error message is not stored', async () => {
    const database = await createTestDatabase();
    const job = makeJob(() => Promise.reject(new RangeError('Ana Pérez')));
    await announceJob(database.db, job);
    for (const [failures, dueIn] of [
      [1, 1],
      [2, 2],
      [3, 4],
    ]) {
      await makeDue(database);
      await runIfDue({ ...database, log }, job, never);
      expect(await readState(database)).toMatchObject({ failures, dueIn, fault: 'RangeError' });
    }
    await database.db.update(jobs).set({ failures: 40 });
    await makeDue(database);
    await runIfDue({ ...database, log }, job, never);
    expect(await readState(database)).toMatchObject({ dueIn: 60, succeededAt: null });
    const reliableJob = makeCountedJob();
    await makeDue(database);
    await runIfDue({ ...database, log }, reliableJob.job, never);
    expect(await readState(database)).toMatchObject({ failures: 0, fault: null, dueIn: 60 });
  });

  test('counts as failed when its process dies, and is run by another process after the pause', async () => {
    const database = await createTestDatabase();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const endless = makeJob((signal) => {
      begin();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    await announceJob(database.db, endless);
    const wire = await startProxy(database.app);
    const handle = openDatabase({ ...wire.config, max: 2 }, log);
    onTestFinished(() => handle.close());
    const run = runIfDue({ ...handle, log }, endless, never);
    await begun;
    // The process loses its connection, and so notices that it lost the lock.
    await wire.cut();
    await expect(run).rejects.toThrow();
    expect(await readState(database)).toMatchObject({ failures: 1, fault: 'not-ended', dueIn: 1 });
    const next = makeCountedJob();
    await makeDue(database);
    await vi.waitFor(async () => {
      await runIfDue({ ...database, log }, next.job, never);
      expect(next.runs()).toBe(1);
    }, LONG_WAIT);
  });
});

describe('a daily job', () => {
  const daily = { dailyAt: '03:00', timeZone: 'America/Tijuana' } as const;

  test('runs at the next occurrence of its hour in its zone', async () => {
    const database = await createTestDatabase();
    const { job, runs } = makeCountedJob(daily);
    await announceJob(database.db, job);
    const due = () =>
      queryAsOwner(
        database,
        `select to_char(due_at at time zone 'America/Tijuana', 'HH24:MI') as at,
           due_at > now() and due_at <= now() + interval '25 hours' as next from jobs`,
      );
    expect(await due()).toEqual([{ at: '03:00', next: true }]);
    await runIfDue({ ...database, log }, job, never);
    expect(runs()).toBe(0);
    await makeDue(database);
    await runIfDue({ ...database, log }, job, never);
    expect(runs()).toBe(1);
    expect(await due()).toEqual([{ at: '03:00', next: true }]);
  });

  test('E-10.155: runs once at the next start after missed runs', async () => {
    const database = await createTestDatabase();
    const { job, runs } = makeCountedJob(daily);
    await announceJob(database.db, job);
    await database.db.update(jobs).set({ dueAt: sql`now() - interval '9 days'` });
    startJobs(database, job);
    await vi.waitFor(
      async () => expect((await readState(database))?.succeededAt).not.toBeNull(),
      LONG_WAIT,
    );
    expect(runs()).toBe(1);
  });
});

describe('a process that stops', () => {
  test('aborts its run and waits for it; the job continues at the next start', async () => {
    const database = await createTestDatabase();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    let ended = false;
    const job = makeJob(
      (signal) =>
        new Promise((_, reject) => {
          begin();
          signal.addEventListener('abort', () => {
            ended = true;
            reject(signal.reason);
          });
        }),
    );
    const stop = startJobs(database, job);
    await begun;
    await stop();
    expect(ended).toBe(true);
    expect(await readState(database)).toMatchObject({ failures: 0, fault: 'stopped', dueIn: 0 });
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where application_name = 'simiente-job' and datname = current_database()`,
    );
    expect(rows).toEqual([]);
  });

  test('stops immediately while no job runs', async () => {
    const database = await createTestDatabase();
    const { job } = makeCountedJob();
    const stop = startJobs(database, job);
    await vi.waitFor(
      async () => expect((await readState(database))?.succeededAt).toBeInstanceOf(Date),
      LONG_WAIT,
    );
    // Without the abort, the wait for the next check would last forever.
    await stop();
    expect((await readState(database))?.endedAt).not.toBeNull();
  });
});

test('E-10.155, T-H1: a lost database ends no process, and jobs continue when it is back', async () => {
  const database = await createTestDatabase();
  const wire = await startProxy(database.app);
  const handle = openDatabase({ ...wire.config, max: 2 }, log);
  onTestFinished(() => handle.close());
  const { job, runs } = makeCountedJob();
  await wire.cut();
  const logError = vi.fn();
  const { promise: reopened, resolve: resolveReopened } = Promise.withResolvers<void>();
  const deps = { ...handle, log: { error: logError, info: () => {} } };
  // Checks again once the connection is back, and no more after the job has run.
  const stop = runJobs(deps, [job], noChanges, (...args) =>
    (runs() > 0 ? FOREVER : until(reopened))(...args),
  );
  onTestFinished(stop);
  await vi.waitFor(() => expect(logError).toHaveBeenCalled(), LONG_WAIT);
  await wire.reopen();
  resolveReopened();
  await vi.waitFor(() => expect(runs()).toBe(1), LONG_WAIT);
  await vi.waitFor(async () => {
    const [state] = await database.db.select().from(jobs).where(eq(jobs.name, job.name));
    expect(state?.succeededAt).not.toBeNull();
  }, LONG_WAIT);
});

test('E-10.1473: queued mail runs its job immediately, and again if more mail came during a run', async () => {
  const database = await createTestDatabase();
  const queueMail = (id: string) =>
    database.db.insert(mails).values({ id, kind: 'password', facts: { email: 'a@b.mx' } });
  let runs = 0;
  const ended = Promise.withResolvers<void>();
  const sent: string[] = [];
  const job: Job = {
    ...makeJob(async () => {
      runs += 1;
      const queued = await database.db.delete(mails).returning();
      sent.push(...queued.map(({ id }) => id));
      if (sent.length === 1) await ended.promise;
      return { runs };
    }),
    runsAfter: 'mail',
  };
  const hub = createHub();
  const stopListening = listen(database.pool, log, { [CHANGES_CHANNEL]: hub });
  const stop = runJobs({ ...database, log }, [job], hub.subscribe, FOREVER);
  const announced: string[] = [];
  hub.subscribe((changes) => announced.push(changes === 'everything' ? 'connected' : 'mail'));
  onTestFinished(async () => {
    await stop();
    hub.stop();
    await stopListening();
  });
  await vi.waitFor(() => expect(announced).toEqual(['connected']), LONG_WAIT);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(0), LONG_WAIT);
  await queueMail('mail_1');
  await vi.waitFor(() => expect(sent).toEqual(['mail_1']), LONG_WAIT);
  // Queued announcements are merged, so the next e-mail waits for this one.
  await vi.waitFor(() => expect(announced).toHaveLength(2), LONG_WAIT);
  await queueMail('mail_2');
  await vi.waitFor(() => expect(announced).toHaveLength(3), LONG_WAIT);
  ended.resolve();
  await vi.waitFor(() => expect(sent).toEqual(['mail_1', 'mail_2']), LONG_WAIT);
});
