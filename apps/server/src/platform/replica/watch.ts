import { Client, type ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { isPooledByTransaction } from '../database/connections/pooler.ts';
import { nameFault } from '../failures.ts';
import { expectSame, replayOf, Unfit, type UnfitReason } from './fitness.ts';
import { identify, type Position, type Positions, type ServerIdentity } from './position.ts';

/** Milliseconds. */
export interface ReplicaTimes {
  /** Between checks of the replica, and between them while reads wait for it in vain. */
  readonly checkEvery: number;
  readonly recheckAfter: number;
  /** For an answer to a check, and for a connection. */
  readonly answerWithin: number;
  /** For a read to wait until the replica has what it must have. */
  readonly wait: number;
  /** A replica that is further behind is said to be. */
  readonly behindAfter: number;
}

export const REPLICA_TIMES: ReplicaTimes = {
  checkEvery: 1_000,
  recheckAfter: 100,
  answerWithin: 1_000,
  wait: 100,
  behindAfter: 5_000,
};

/** Positions of the primary that are remembered, to know since when the replica lacks the oldest. */
const MOST_REMEMBERED = 1_000;

interface WatchParts {
  readonly positions: Positions;
  /** Of the primary. */
  readonly identifyPrimary: () => Promise<ServerIdentity>;
  readonly connection: ClientConfig;
  readonly times: ReplicaTimes;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Looks at a replica all the time, through a connection of its own, and decides whether reads may go there.
 * It says so once when that changes.
 */
export function watchReplica({ positions, identifyPrimary, connection, times, log }: WatchParts) {
  let unfit: UnfitReason | null = 'starting';
  /** What a read has waited for in vain; until the replica has it, others do not wait. */
  let awaited: bigint | null = null;
  let lacked: { readonly at: bigint; readonly since: number }[] = [];
  let lag = Number.NaN;
  let expected: string | null = null;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let stopped = false;
  const abandoned = new Set<(reason: Unfit) => void>();

  async function connect(): Promise<Client> {
    const primary = await identifyPrimary().catch(() => null);
    if (primary === null) throw new PrimarySilent();
    expected = primary.database;
    const made = new Client({ ...connection, application_name: 'simiente-replica-watch' });
    // Its end is noticed by the next check, which comes at once.
    made.on('error', () => {});
    made.on('end', () => {
      if (client === made) void check();
    });
    try {
      await made.connect();
      expectSame(await identify(made), expected);
      if (await isPooledByTransaction(connection)) throw new Unfit('pooled');
      return made;
    } catch (error) {
      void made.end().catch(() => {});
      throw error;
    }
  }

  async function checkOnce(): Promise<void> {
    try {
      client ??= await connect();
      const since = performance.now();
      const asked = positions.ask().catch(() => null);
      const { replayed, expectTimeline } = await replayOf(client);
      const target = await asked;
      // While the primary does not answer, nothing is known about its replica.
      if (target === null) return;
      await expectTimeline(target);
      remember(target, since, replayed);
      if (awaited !== null && replayed >= awaited) awaited = null;
      decide(lag * 1000 > times.behindAfter ? 'behind' : null);
    } catch (error) {
      if (error instanceof PrimarySilent) return;
      const gone = client;
      client = undefined;
      void gone?.end().catch(() => {});
      lag = Number.NaN;
      decide(error instanceof Unfit ? error.reason : reasonOf(error), error);
    }
  }

  function remember({ at }: Position, since: number, replayed: bigint): void {
    if (lacked.length < MOST_REMEMBERED) lacked.push({ at, since });
    lacked = lacked.filter((one) => one.at > replayed);
    const [oldest] = lacked;
    lag = oldest === undefined ? 0 : (performance.now() - oldest.since) / 1000;
  }

  function decide(reason: UnfitReason | null, fault?: unknown): void {
    if (reason === unfit || stopped) return;
    unfit = reason;
    if (reason === null) {
      log.info('the replica is used');
      return;
    }
    log.warn({ reason, causes: nameFault(fault) }, 'the replica is not used');
    // What it has read was fresh, however late it is now.
    if (reason === 'behind') return;
    for (const abandon of abandoned) abandon(new Unfit(reason));
    abandoned.clear();
  }

  function check(): Promise<void> {
    clearTimeout(timer);
    if (stopped) return Promise.resolve();
    underWay ??= checkOnce().finally(() => {
      underWay = undefined;
      scheduleCheck();
    });
    return underWay;
  }

  function scheduleCheck(): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(check, awaited === null ? times.checkEvery : times.recheckAfter).unref();
  }

  return {
    /** Checks now. */
    check,
    isUsed: () => unfit === null && awaited === null,
    /** Why it is not used; null while it is, or is being caught up with. */
    reason: () => unfit,
    /** Seconds since the primary wrote the oldest of what it lacks. */
    lag: () => lag,
    /** The database that it must have, once it is known. */
    expected: () => expected,
    /** A read waited for a position in vain. */
    awaitsReplay(at: bigint) {
      awaited = at;
      if (underWay === undefined) scheduleCheck();
    },
    /** Reject callbacks of the reads under way, called when the replica is lost. */
    abandoned,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await underWay;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

/** Nothing is known about a replica without its primary. */
class PrimarySilent extends Error {}

function reasonOf(error: unknown): UnfitReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(28|3D|42501)/.test(code) ? 'refused' : 'unreachable';
}
