import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import { describeFault } from '../../../platform/failures.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import { auditEvents, auditSeals } from '../../../schema/audit.ts';
import {
  appendCheckpoint,
  type Checkpoint,
  checkpointFile,
  formatCheckpoint,
  readSealKeys,
  type SealKeys,
} from './link.ts';
import { type Head, type Progress, START, sealBatch } from './seal-batch.ts';

/** The key in `installation` under which the last complete check for unsealed rows is stored. */
export const FULL_CHECK = 'audit.look';

/**
 * Records that this server checked the whole audit for unsealed rows.
 * @property passedOver number of unsealed rows below its low-water mark, which should be 0
 * @property upTo its low-water mark after the check
 */
async function storeFullCheck(
  pool: Pool,
  { passedOver, upTo }: { readonly passedOver: number; readonly upTo: number },
): Promise<void> {
  await pool.query(
    `insert into installation (key, value) values ($1, jsonb_build_object(
       'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'passedOver', $2::int, 'upTo', $3::bigint))
     on conflict (key) do update set value = excluded.value`,
    [FULL_CHECK, passedOver, upTo],
  );
}

/** Milliseconds between two runs: about how long a row stays unsealed. */
const SEAL_EVERY = 1_000;
/** Milliseconds between two checks of all rows, for unsealed ones below the low-water mark. */
const CHECK_ALL_EVERY = 3_600_000;
/**
 * Milliseconds between two heartbeats. After three minutes without one, the database counts the server as stopped.
 */
const HEARTBEAT_EVERY = 60_000;
/** Milliseconds until the next attempt after a failure. */
const RETRY_AFTER = 5_000;
/** Minimum of milliseconds between two checkpoints. */
const CHECKPOINT_EVERY = 3_600_000;
const DAY = 86_400_000;

interface SealerParts extends AuditSeal {
  readonly pool: Pool;
}

export interface SealedTail {
  readonly rows: number;
  readonly oldest: Date | null;
  readonly progress: Progress;
}

/** Seals all committed rows: at the end of a command, and before a server starts. */
export async function sealAll({ pool, keys }: SealerParts): Promise<SealedTail> {
  let tail: SealedTail = { rows: 0, oldest: null, progress: START };
  for (let after: number | null = 0; after !== null; ) {
    const batch = await sealBatch(pool, keys, tail.progress, after);
    // Another process is sealing, and continues until all rows are sealed.
    if (batch === null) return tail;
    tail = {
      rows: tail.rows + batch.sealed,
      // The first batch has the oldest rows: batches go by ids.
      oldest: tail.oldest ?? batch.oldest,
      progress: batch.progress,
    };
    after = batch.nextAfter;
  }
  return tail;
}

export type Sealer = ReturnType<typeof startSealer>;

/** Seals committed rows about every second. Stopping seals the remaining ones; after a crash the next process does. */
export function startSealer(
  parts: SealerParts,
  log: Pick<Logger, 'error' | 'info'>,
  start: Progress = START,
) {
  const { pool, keys } = parts;
  const checkpoints = new Checkpoints(parts.checkpoints, log);
  let progress = start;
  let checkAllAt = Date.now() + CHECK_ALL_EVERY;
  let after: number | null = null;
  // The first pass has checked all rows; the next one begins after the last sealed row.
  let fullCheck: { passedOver: number } | null = start === START ? null : { passedOver: 0 };
  let run: { id: string; heartbeatAt: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let underWay = Promise.resolve();

  async function pass(): Promise<number> {
    if (after === null && Date.now() >= checkAllAt) {
      after = 0;
      checkAllAt = Date.now() + CHECK_ALL_EVERY;
      fullCheck = { passedOver: 0 };
    }
    const batch = await sealBatch(pool, keys, progress, after ?? progress.lowWater);
    if (batch === null) return SEAL_EVERY;
    // The lost end of the chain is stored, so that `audit verify` can detect the removed rows.
    if (!batch.isIntact) await checkpoints.storeLost(progress.head);
    if (batch.passedOver > 0) {
      log.error({ rows: batch.passedOver }, 'audit rows appeared below the low-water mark');
    }
    progress = batch.progress;
    after = batch.nextAfter;
    if (fullCheck) fullCheck.passedOver += batch.passedOver;
    if (fullCheck && after === null && progress.lowWater > 0) {
      await storeFullCheck(pool, { ...fullCheck, upTo: progress.lowWater });
      fullCheck = null;
    }
    await checkpoints.store(progress.head);
    return after === null ? SEAL_EVERY : 0;
  }

  /** Independent of sealing: a server that cannot seal must still count as running. */
  async function sendHeartbeat(): Promise<void> {
    if (run !== null && Date.now() < run.heartbeatAt) return;
    const { rows } = await pool.query<{ id: string }>('select mark_sealing_run($1) as id', [
      run?.id ?? null,
    ]);
    run = rows[0] ? { id: rows[0].id, heartbeatAt: Date.now() + HEARTBEAT_EVERY } : null;
  }

  const logFailure = (error: unknown) => {
    log.error(describeFault(error), 'sealing of the audit failed');
    return RETRY_AFTER;
  };

  function next(): void {
    underWay = pass()
      .catch(logFailure)
      .then(async (wait) => Math.max(wait, (await sendHeartbeat().catch(logFailure)) ?? 0))
      .then((wait) => {
        if (isStopping) return;
        timer = setTimeout(next, wait);
        timer.unref();
      });
  }
  next();

  return {
    /** The id up to which all rows are known to be sealed. */
    sealedUpTo: () => progress.lowWater,
    /** Seals the remaining rows, and ends. */
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await underWay;
      try {
        while ((await pass()) === 0);
        await checkpoints.store(progress.head, { now: true });
      } catch (error) {
        logFailure(error);
      }
    },
  };
}

/** Stores the end of the chain every hour, and logs it once a day. */
class Checkpoints {
  readonly #file: string;
  readonly #log: Pick<Logger, 'error' | 'info'>;
  #last: { seq: number; at: number } | null = null;
  #logged = 0;

  constructor(file: string, log: Pick<Logger, 'error' | 'info'>) {
    this.#file = file;
    this.#log = log;
  }

  async store(head: Head | null, { now = false } = {}): Promise<void> {
    if (head === null || head.seq === this.#last?.seq) return;
    const at = Date.now();
    if (!now && this.#last !== null && at - this.#last.at < CHECKPOINT_EVERY) return;
    await this.#append(head, at);
    if (at - this.#logged < DAY) return;
    this.#logged = at;
    this.#log.info({ checkpoint: formatCheckpoint(toCheckpoint(head)) }, 'audit checkpoint');
  }

  async storeLost(head: Head | null): Promise<void> {
    if (head === null) return;
    const checkpoint = formatCheckpoint(toCheckpoint(head));
    this.#log.error({ checkpoint }, 'the audit chain was changed by another process');
    await this.#append(head, Date.now());
  }

  async #append(head: Head, at: number): Promise<void> {
    await appendCheckpoint(this.#file, toCheckpoint(head), new Date(at));
    this.#last = { seq: head.seq, at };
  }
}

function toCheckpoint({ seq, hash }: Head): Checkpoint {
  return { seq, hash: hash.toString('hex') };
}

/** The keys and the checkpoints of an installation's audit. */
export interface AuditSeal {
  readonly keys: SealKeys;
  /** Path of the file. */
  readonly checkpoints: string;
}

export function openAuditSeal(secret: string, dataDir: string): AuditSeal {
  return { keys: readSealKeys(secret), checkpoints: checkpointFile(dataDir) };
}

/**
 * Metrics of the unsealed part of the audit, which is not protected yet.
 * @param sealedUpTo the id up to which all rows are sealed; every row above it is checked
 */
export function measureAudit(metrics: Metrics, db: Database, sealedUpTo: () => number): void {
  metrics.addGauge(
    'simiente_audit_unsealed_seconds',
    'Age of the oldest row of the audit that is not sealed; 0 when all are',
    async () => {
      const { rows } = await db.execute<{ seconds: number }>(sql`
        select greatest(coalesce(extract(epoch from clock_timestamp() - min(e.at)), 0), 0)::float8 as seconds
          from ${auditEvents} e
         where e.id > ${sealedUpTo()}
           and not exists (select 1 from ${auditSeals} s where s.event_id = e.id)`);
      return rows[0]?.seconds ?? Number.NaN;
    },
  );
}
