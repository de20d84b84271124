import { pino } from 'pino';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { makeStandby, open, preparedDataDir } from '../../platform/postgres/testing/data-folder.ts';
import type { Standby } from '../../platform/postgres/testing/standby.ts';
import { openReplica, type Replica } from '../../platform/replica/replica.ts';
import { REPLICA_TIMES, type ReplicaTimes } from '../../platform/replica/watch.ts';
import { startApplication, type TestApplication, type TestParts } from '../application.ts';
import type { TestDatabase } from '../database.ts';
import { PATIENTLY } from '../patience.ts';

type WhenOver = (end: () => Promise<void>) => unknown;

/** A busy machine answers late; no test but those of a frozen replica is about that. */
const UNHURRIED = { ...REPLICA_TIMES, answerWithin: 20_000, wait: 1_000, checkEvery: 200 };

export interface Replicated {
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly standby: Standby;
  /** A process of the product, as far as memory goes. */
  start(email: string, overrides?: TestParts): Promise<ReplicatedApplication>;
  /** The standby as such a process opens it, once it is used. */
  openReplica(times?: Partial<ReplicaTimes>): Promise<{ replica: Replica; lines: Line[] }>;
}

/** A line of the log. */
export interface Line {
  readonly msg: string;
  readonly reason?: string;
}

export interface ReplicatedApplication extends TestApplication {
  readonly replica: Replica;
  readonly lines: Line[];
  /** Reads so far, by the server that answered them, and whether the replica is used. */
  figures(): Promise<Record<'replica' | 'primary' | 'repeated' | 'used', number>>;
}

/** A primary and its streaming standby for all the tests of a file, which must leave it replaying. */
export function replicated(): () => Replicated {
  let made: Replicated | undefined;
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    made = await replicate((cleanUp) => cleanUps.push(cleanUp));
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return () => {
    if (made === undefined) throw new Error('There is no standby yet');
    return made;
  };
}

export async function replicate(whenOver: WhenOver = onTestFinished): Promise<Replicated> {
  const dataDir = await preparedDataDir(undefined, whenOver);
  const primary = await open(dataDir, {}, whenOver);
  const { app, owner } = primary;
  const handle = openDatabase(
    { ...app, max: 10, connectionTimeoutMillis: 60_000 },
    pino({ level: 'silent' }),
  );
  whenOver(() => handle.close());
  const standby = await makeStandby(dataDir, primary.superuser, whenOver);
  const { host, port } = standby.superuser;
  const database = { ...handle, app, owner };
  const openOne = async (times: Partial<ReplicaTimes> = {}) => {
    const lines: Line[] = [];
    const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
    const replica = openReplica({
      primary: handle.db,
      connection: { ...app, host, port, max: 10 },
      log,
      times: { ...UNHURRIED, ...times },
    });
    onTestFinished(() => replica.close());
    await isUsed(replica);
    return { replica, lines };
  };
  return {
    database,
    dataDir,
    standby,
    openReplica: openOne,
    async start(email, overrides = {}) {
      const metrics = createMetrics();
      const { replica, lines } = await openOne();
      const started = await startApplication(
        { database, replica, metrics, ...overrides },
        onTestFinished,
        email,
      );
      const figures = async () => {
        const text = await metrics.read();
        const one = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]);
        const reads = (server: string) => one(`simiente_replica_reads\\{server="${server}"\\}`);
        return {
          replica: reads('replica'),
          primary: reads('primary'),
          repeated: reads('repeated'),
          used: one('simiente_replica_used'),
        };
      };
      return { ...started, replica, lines, figures };
    },
  };
}

/** Waits until reads may go to a replica. */
export async function isUsed(replica: Replica): Promise<void> {
  await vi.waitFor(async () => {
    const reason = await replica.check();
    if (reason !== null) throw new Error(`It is not used: ${reason}`);
  }, PATIENTLY);
}

/** The replica replays nothing until the end of the running test, or until that is ended. */
export async function pauseReplay(standby: Standby): Promise<() => Promise<unknown>> {
  await standby.query('select pg_wal_replay_pause()');
  await vi.waitFor(async () => {
    const [state] = await standby.query('select pg_get_wal_replay_pause_state()');
    if (state !== 'paused') throw new Error(`Replay is ${state}`);
  }, PATIENTLY);
  const resume = () => standby.query('select pg_wal_replay_resume()');
  // A promoted standby replays nothing.
  onTestFinished(async () => void (await resume().catch(() => {})));
  return resume;
}
