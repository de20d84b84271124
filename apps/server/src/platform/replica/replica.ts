import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { type Database, databaseOn, openDatabase } from '../database/database.ts';
import { describeFault, isReadOnly, toProblem } from '../failures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { expectSame, replayOf, Unfit, type UnfitReason } from './fitness.ts';
import { createPositions, identify, type Position } from './position.ts';
import { type Reads, readsOf } from './reads.ts';
import { REPLICA_TIMES, type ReplicaTimes, watchReplica } from './watch.ts';

/** Milliseconds. A read that takes longer is repeated on the primary. */
const STATEMENT_TIMEOUT = 10_000;
/** For a server that does not answer at all, not even with its own timeout. */
const ANSWER_TIMEOUT = 12_000;
/** Milliseconds between two checks whether the replica has caught up with a read. */
const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 8;

export interface Replica extends Reads {
  /** Looks at it now. @returns why it is not used; null if it is */
  check(): Promise<UnfitReason | null>;
  measure(metrics: Metrics): void;
  close(): Promise<void>;
}

interface ReplicaParts {
  readonly primary: Database;
  readonly connection: PoolConfig;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly times?: ReplicaTimes;
}

/**
 * Opens a standby for reads. Each read asks the primary for its position and is answered by the replica
 * once that has replayed it, so that it sees every change committed before it (docs/adr/0068).
 */
export function openReplica({
  primary,
  connection,
  log,
  times = REPLICA_TIMES,
}: ReplicaParts): Replica {
  const positions = createPositions(primary.$client);
  const fromPrimary = readsOf(primary);
  const counts = { replica: 0, primary: 0, repeated: 0 };
  const watch = watchReplica({
    positions,
    identifyPrimary: () => identify(primary.$client),
    connection: {
      ...connection,
      connectionTimeoutMillis: times.answerWithin,
      query_timeout: times.answerWithin,
    },
    times,
    log,
  });
  const { pool, close } = openDatabase(
    {
      ...connection,
      application_name: 'simiente-replica',
      connectionTimeoutMillis: times.answerWithin,
      query_timeout: ANSWER_TIMEOUT,
      async onConnect(client) {
        await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT}`);
        // A balancer may lead each connection to another server.
        expectSame(await identify(client), watch.expected());
      },
    },
    // The watch says that the replica is lost, once and not for each connection.
    { warn() {} },
  );
  void watch.check();

  /** A connection to a replica that has everything that was committed; null for none. */
  async function takeConnection(): Promise<PoolClient | null> {
    const isFull = pool.idleCount === 0 && pool.totalCount >= pool.options.max;
    if (!watch.isUsed() || isFull) return null;
    const asked = positions.ask();
    asked.catch(() => {});
    let client: PoolClient | undefined;
    try {
      client = await pool.connect();
      if (await inTime(hasCaughtUp(client, asked, times.wait), times.answerWithin)) return client;
      client.release();
    } catch {
      client?.release(true);
      void watch.check();
    }
    return null;
  }

  async function hasCaughtUp(
    client: PoolClient,
    asked: Promise<Position>,
    wait: number,
  ): Promise<boolean> {
    let answer = replayOf(client);
    answer.catch(() => {});
    const target = await asked.catch(() => null);
    const deadline = performance.now() + wait;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const { replayed, expectTimeline } = await answer;
      if (target === null) return false;
      await expectTimeline(target);
      if (replayed >= target.at) return true;
      if (performance.now() >= deadline) {
        watch.awaitsReplay(target.at);
        return false;
      }
      await delay(pause);
      answer = replayOf(client);
    }
  }

  async function run<Result>(read: Parameters<typeof fromPrimary.run<Result>>[0]): Promise<Result> {
    const client = await takeConnection();
    if (client === null) {
      counts.primary += 1;
      return fromPrimary.run(read);
    }
    const { promise: lost, reject } = Promise.withResolvers<never>();
    watch.abandoned.add(reject);
    let isSent = false;
    const sending = {
      begins() {
        // It is in the set until the replica was lost, and this read with it.
        if (!watch.abandoned.delete(reject)) throw new Unfit('unreachable');
        isSent = true;
      },
    };
    try {
      const result = await Promise.race([read(databaseOn(client), sending), lost]);
      counts.replica += 1;
      client.release(client.getTransactionStatus() !== 'I');
      return result;
    } catch (error) {
      if (isSent || !isOfServer(error)) {
        client.release(client.getTransactionStatus() !== 'I');
        throw error;
      }
      client.release(true);
      if (isReadOnly(error)) log.warn(describeFault(error), 'a read for the replica writes');
      void watch.check();
    } finally {
      watch.abandoned.delete(reject);
    }
    counts.repeated += 1;
    return fromPrimary.run(read);
  }

  return {
    run,
    async check() {
      await watch.check();
      return watch.reason();
    },
    measure(metrics) {
      metrics.addGauge('simiente_replica_used', 'Whether reads may go to the replica', () =>
        Number(watch.reason() === null),
      );
      metrics.addGauge(
        'simiente_replica_lag_seconds',
        'Seconds since the primary wrote the oldest of what the replica lacks',
        watch.lag,
      );
      metrics.addGauges(
        'simiente_replica_reads',
        'Reads since the start that the replica answered, that went to the primary at once, and that were repeated there',
        'server',
        () => counts,
      );
    },
    async close() {
      await watch.stop();
      await close();
    },
  };
}

/** Whether an error may come from the server, rather than from what was read or asked. */
function isOfServer(error: unknown): boolean {
  return ['UNAVAILABLE', 'INTERNAL', 'STORAGE_FULL'].includes(toProblem(error).code);
}

async function inTime<Value>(answer: Promise<Value>, within: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Unfit('unreachable')), within);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
