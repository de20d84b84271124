import type { Pool, PoolClient, QueryResult } from 'pg';
import { LOCKS } from '../../../platform/database/locks.ts';
import {
  GENESIS_HASH,
  linkHash,
  MAX_BATCH_SIZE,
  ROW_CONTENT,
  type SealKeys,
  sealMac,
} from './link.ts';

export interface Head {
  readonly seq: number;
  readonly hash: Buffer;
}

/** An id, and the transactions that were writing when it was the highest id, or when it was closed. */
interface Mark {
  readonly id: number;
  readonly writers: ReadonlySet<string>;
}

/**
 * The low-water mark of one process: every row up to it is sealed. Rows become visible out of the order of their
 * ids, because an id is assigned before its transaction ends. Therefore an id is closed only after every
 * transaction that was writing when it was the highest has ended; the database rejects rows with a closed id. The
 * low-water mark rises to a closed id after every transaction that was writing when it was closed has ended too.
 */
export interface Progress {
  readonly lowWater: number;
  /** The id to close next. */
  readonly mark: Mark | null;
  /** The last closed id, until the low-water mark reaches it. */
  readonly closed: Mark | null;
  /** The last seal that this process made. */
  readonly head: Head | null;
}

export const START: Progress = { lowWater: 0, mark: null, closed: null, head: null };

export interface Batch {
  readonly progress: Progress;
  readonly sealed: number;
  /** Time of the oldest row. */
  readonly oldest: Date | null;
  /** Number of rows that were still unsealed at or below the low-water mark. It should be 0. */
  readonly passedOver: number;
  /** The id after which the next batch begins, if there are more rows. */
  readonly nextAfter: number | null;
  /** False if the last seal of this process is missing or changed. */
  readonly isIntact: boolean;
}

/**
 * Seals a batch of committed rows, in one short transaction that blocks no other. Returns null while another
 * process is sealing.
 * @param after the id after which rows are read: 0 for all rows, or the end of the previous batch
 */
export async function sealBatch(
  pool: Pool,
  keys: SealKeys,
  progress: Progress,
  after = progress.lowWater,
): Promise<Batch | null> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ acquired: boolean }>(
      'select pg_try_advisory_xact_lock($1) as acquired',
      [LOCKS.seal],
    );
    const batch = rows[0]?.acquired ? await sealUnsealed(client, keys, progress, after) : null;
    await client.query('commit');
    isBroken = false;
    return batch;
  } finally {
    // Closing the connection rolls back.
    client.release(isBroken);
  }
}

async function sealUnsealed(
  client: PoolClient,
  keys: SealKeys,
  progress: Progress,
  after: number,
): Promise<Batch> {
  const unsealed = await findUnsealed(client, progress, after);
  const isIntact = await isHeadIntact(client, progress.head);
  const sealedAt = new Date();
  let { seq, hash } = unsealed.head ?? { seq: 0, hash: GENESIS_HASH };
  const seals = unsealed.rows.map(({ id, content }) => {
    seq += 1;
    hash = linkHash(hash, { seq, sealedAt, content });
    return { id, seq, hash };
  });
  if (seals.length > 0) {
    await client.query(
      `insert into audit_seals (seq, event_id, hash, sealed_at, mac, key_id)
       select seq, id, hash, $4, case when seq = $5 then $6::bytea end, case when seq = $5 then $7 end
       from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as seals (seq, id, hash)`,
      [
        seals.map((seal) => seal.seq),
        seals.map((seal) => seal.id),
        seals.map((seal) => seal.hash),
        sealedAt,
        seq,
        sealMac(keys.current, seq, hash),
        keys.current.id,
      ],
    );
  }
  const isFull = unsealed.rows.length === MAX_BATCH_SIZE;
  // A check in several batches may have missed an earlier row, so only a complete check raises the mark.
  const sawAll = !isFull && after <= progress.lowWater;
  const [oldest = null] = unsealed.rows.map(({ at }) => at).sort((a, b) => +a - +b);
  return {
    sealed: seals.length,
    oldest,
    passedOver: unsealed.rows.filter(({ id }) => Number(id) <= progress.lowWater).length,
    nextAfter: isFull ? Number(unsealed.rows.at(-1)?.id) : null,
    isIntact,
    progress: {
      ...(sawAll ? raiseLowWater(progress, unsealed) : progress),
      head: seals.length > 0 ? { seq, hash } : unsealed.head,
    },
  };
}

interface UnsealedRow {
  readonly id: string;
  readonly at: Date;
  readonly content: string;
}

type UnsealedRows = Awaited<ReturnType<typeof findUnsealed>>;

/** SQL: the transactions that have written to the audit, and have not ended. */
const WRITERS = `select virtualtransaction as writer from pg_locks
  where relation = 'audit_events'::regclass and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`;

/** Audit rows that one statement compares with their seals. */
const SLICE = 50_000;

/**
 * Each statement has its own snapshot, so their order matters: a transaction with an id up to `highest` is among
 * the writers, or its rows are among the rows. `verify` reports a row with an id that the sequence did not issue.
 */
async function findUnsealed(client: PoolClient, progress: Progress, after: number) {
  const results = (await client.query(`
    select coalesce(pg_sequence_last_value('audit_events_id_seq'), 0)::float8 as highest;
    ${WRITERS};
    select seq::float8 as seq, hash from audit_seals order by audit_seals.seq desc limit 1
  `)) as unknown as QueryResult[];
  const [sequence, locks, heads] = results.map((result) => result.rows);
  const highest: number = sequence?.[0].highest ?? 0;
  const writers = new Set<string>(locks?.map(({ writer }) => writer));
  const closed = after <= progress.lowWater ? await closeMark(client, progress, writers) : null;
  const rows: UnsealedRow[] = [];
  for (let from = after; from < highest && rows.length < MAX_BATCH_SIZE; ) {
    const to = await findSliceEnd(client, from, highest);
    const { rows: slice } = await client.query<UnsealedRow>(
      `select e.id, e.at, ${ROW_CONTENT} as content from audit_events e
        where e.id = any(array(
          select i.id from audit_events i where i.id > $1 and i.id <= $2 and not exists (
            select from audit_seals s where s.event_id = i.id and s.event_id > $1 and s.event_id <= $2
          )
          order by i.id limit $3
        ))
        order by e.id`,
      [from, to, MAX_BATCH_SIZE - rows.length],
    );
    rows.push(...slice);
    from = to;
  }
  const head: Head | null = heads?.[0] ?? null;
  return { highest, writers, closed, head, rows };
}

/** The last id of the slice after an id. Slices are counted in rows, because ids have gaps. */
async function findSliceEnd(client: PoolClient, after: number, highest: number): Promise<number> {
  if (highest - after <= SLICE) return highest;
  const { rows } = await client.query<{ id: number }>(
    'select e.id::float8 as id from audit_events e where e.id > $1 and e.id <= $2 order by e.id offset $3 limit 1',
    [after, highest, SLICE - 1],
  );
  return rows[0]?.id ?? highest;
}

const haveEnded = (mark: Mark, writers: ReadonlySet<string>) =>
  ![...mark.writers].some((writer) => writers.has(writer));

/** Closes the mark once its writers have ended. @returns null if it was not closed */
async function closeMark(
  client: PoolClient,
  { lowWater, mark, closed }: Progress,
  writers: ReadonlySet<string>,
): Promise<Mark | null> {
  if (mark === null || mark.id <= lowWater || closed !== null) return null;
  if (!haveEnded(mark, writers)) return null;
  await client.query('select close_audit_ids($1)', [mark.id]);
  const { rows } = await client.query<{ writer: string }>(WRITERS);
  return { id: mark.id, writers: new Set(rows.map(({ writer }) => writer)) };
}

/** Raises the low-water mark to the closed id once its writers have ended, because all rows up to it are then sealed. */
function raiseLowWater(before: Progress, { highest, writers, closed }: UnsealedRows) {
  const reached = before.closed && haveEnded(before.closed, writers) ? before.closed : null;
  const isMarkUsed = closed !== null || before.mark === null || before.mark.id <= before.lowWater;
  return {
    lowWater: reached?.id ?? before.lowWater,
    closed: reached ? null : (closed ?? before.closed),
    mark: isMarkUsed ? { id: highest, writers } : before.mark,
  };
}

async function isHeadIntact(client: PoolClient, head: Head | null): Promise<boolean> {
  if (head === null) return true;
  const { rows } = await client.query<{ hash: Buffer }>(
    'select hash from audit_seals where seq = $1',
    [head.seq],
  );
  return rows[0]?.hash.equals(head.hash) ?? false;
}
