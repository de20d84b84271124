import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import { describeFault } from '../../../platform/failures.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import { auditEvents, auditSeals } from '../../../schema/audit.ts';
import {
  appendCheckpoint,
  checkpointFile,
  formatCheckpoint,
  readSealKeys,
  type SealKeys,
} from './link.ts';
import { type Batch, type Head, type Progress, START, sealBatch } from './seal-batch.ts';

/** The key in `installation` under which the last complete check for unsealed rows is stored. */
export const FULL_CHECK = 'audit.look';

/** Milliseconds between two runs: about how long a row stays unsealed. */
const SEAL_INTERVAL = 1_000;
/** Milliseconds between two checks of all rows, for unsealed ones below the low-water mark. */
const FULL_CHECK_INTERVAL = 3_600_000;
/**
 * Milliseconds between two heartbeats. After three minutes without one, the database counts the server as stopped.
 */
const HEARTBEAT_INTERVAL = 30_000;
/** Milliseconds until the next attempt after a failure. */
const RETRY_AFTER = 5_000;
/** Minimum number of milliseconds between two checkpoints. */
const CHECKPOINT_INTERVAL = 3_600_000;
const DAY = 86_400_000;

interface SealerDeps extends AuditSeal {
  readonly pool: Pool;
}

export interface SealedBacklog {
  readonly rows: number;
  readonly oldest: Date | null;
  readonly progress: Progress;
}

/**
 * Seals all rows after an id.
 * @returns false if another process holds the lock; that process seals the remaining rows
 */
async function sealBatches(
  { pool, keys }: Pick<SealerDeps, 'pool' | 'keys'>,
  progress: Progress,
  onBatch: (batch: Batch) => unknown,
  start = progress.lowWater,
): Promise<boolean> {
  let reached = progress;
  for (let after: number | null = start; after !== null; ) {
    const batch: Batch | null = await sealBatch(pool, keys, reached, after);
    if (batch === null) return false;
    await onBatch(batch);
    reached = batch.progress;
    after = batch.nextAfter;
  }
  return true;
}

/** Seals all committed rows: at the end of a command, and before a server starts. */
export async function sealAll(deps: SealerDeps): Promise<SealedBacklog> {
  let tail: SealedBacklog = { rows: 0, oldest: null, progress: START };
  await sealBatches(deps, START, ({ sealed, oldest, progress }) => {
    // The first batch has the oldest rows: batches go by ids.
    tail = { rows: tail.rows + sealed, oldest: tail.oldest ?? oldest, progress };
  });
  return tail;
}

export type Sealer = ReturnType<typeof startSealer>;

/**
 * Seals committed rows about every second. Stopping seals the remaining ones; after a crash the next process does.
 * @param start the progress of an earlier `sealAll`
 */
export function startSealer(
  deps: SealerDeps,
  log: Pick<Logger, 'error' | 'info'>,
  start: Progress = START,
) {
  const { pool } = deps;
  const checkpoints = createCheckpoints(deps.checkpoints, log);
  let progress = start;
  /** Number of rows that appeared below the low-water mark since the last stored check. A failed check is not stored. */
  let passedOver = 0;
  let checkAllAt = start === START ? Date.now() + FULL_CHECK_INTERVAL : 0;
  let runId: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let currentRun = Promise.resolve();

  async function run(): Promise<void> {
    const checksAll = progress.lowWater > 0 && Date.now() >= checkAllAt;
    const onBatch = async (batch: Batch) => {
      // Stores the last known head as a checkpoint, so that `audit verify` detects removed or changed seals.
      if (!batch.isIntact) await checkpoints.storeLost(progress.head);
      if (batch.passedOver > 0) {
        log.error({ rows: batch.passedOver }, 'audit rows appeared below the low-water mark');
      }
      passedOver += batch.passedOver;
      progress = batch.progress;
    };
    const isDone = await sealBatches(deps, progress, onBatch, checksAll ? 0 : progress.lowWater);
    if (checksAll && isDone) {
      await storeFullCheck(pool, { passedOver, upTo: progress.lowWater });
      passedOver = 0;
      checkAllAt = Date.now() + FULL_CHECK_INTERVAL;
    }
    await checkpoints.store(progress.head);
  }

  const logFailure = (error: unknown) => {
    log.error(describeFault(error), 'sealing of the audit failed');
    return RETRY_AFTER;
  };

  function next(): void {
    currentRun = run()
      .then(() => SEAL_INTERVAL, logFailure)
      .then((wait) => {
        if (!isStopping) timer = setTimeout(next, wait).unref();
      });
  }
  next();

  /** Independent of sealing: a server that cannot seal must still count as running. */
  function sendHeartbeat(): void {
    pool.query<{ id: string }>('select mark_sealing_run($1) as id', [runId]).then(({ rows }) => {
      runId = rows[0]?.id ?? null;
    }, logFailure);
  }
  sendHeartbeat();
  const heartbeat = setInterval(sendHeartbeat, HEARTBEAT_INTERVAL).unref();

  return {
    /** The id up to which all rows are known to be sealed. */
    sealedUpTo: () => progress.lowWater,
    /** Seals the remaining rows, and ends. */
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      await currentRun;
      await run()
        .then(() => checkpoints.store(progress.head, { now: true }))
        .catch(logFailure);
    },
  };
}

/** Stores that this server checked the whole audit for unsealed rows, and how many it found below the low-water mark. */
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

/** Stores the end of the chain every hour, and logs it once a day. */
function createCheckpoints(file: string, log: Pick<Logger, 'error' | 'info'>) {
  let last: { seq: number; at: number } | null = null;
  let loggedAt = 0;

  async function append({ seq, hash }: Head): Promise<string> {
    const at = Date.now();
    const checkpoint = { seq, hash: hash.toString('hex') };
    await appendCheckpoint(file, checkpoint, new Date(at));
    last = { seq, at };
    return formatCheckpoint(checkpoint);
  }

  return {
    async store(head: Head | null, { now = false } = {}): Promise<void> {
      if (head === null || head.seq === last?.seq) return;
      if (!now && last !== null && Date.now() - last.at < CHECKPOINT_INTERVAL) return;
      const checkpoint = await append(head);
      if (Date.now() - loggedAt < DAY) return;
      loggedAt = Date.now();
      log.info({ checkpoint }, 'audit checkpoint');
    },
    async storeLost(head: Head | null): Promise<void> {
      if (head === null) return;
      log.error(
        { checkpoint: await append(head) },
        'the audit chain was changed by another process',
      );
    },
  };
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
