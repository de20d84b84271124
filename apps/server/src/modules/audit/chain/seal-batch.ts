import type { Pool, PoolClient, QueryResult } from 'pg';
import { LOCKS } from '../../../platform/database/locks.ts';
import type { SealKeys } from './keys.ts';
import { LARGEST_BATCH, linkHash, NOTHING_BEFORE, ROW_CONTENT, sealMac } from './link.ts';

export interface Head {
  readonly seq: number;
  readonly hash: Buffer;
}

/**
 * Up to where there is nothing left to seal, as one process knows it. Rows appear out of the order of
 * their ids, because an id is taken before its transaction ends; so the floor rises to an id only
 * once everybody who was writing when it was the highest has ended. Forgetting it costs one look at
 * all rows and nothing else.
 */
export interface Progress {
  readonly floor: number;
  readonly mark: { readonly id: number; readonly writers: ReadonlySet<string> } | null;
  /** The last seal that this process made. */
  readonly head: Head | null;
}

export const START: Progress = { floor: 0, mark: null, head: null };

export interface Batch {
  readonly progress: Progress;
  readonly sealed: number;
  /** True where more rows wait. */
  readonly isFull: boolean;
  /** False where the seal that this process made last is gone, or is another one. */
  readonly isIntact: boolean;
}

/**
 * Seals a batch of the rows that are committed and not sealed, in one short transaction that nobody
 * waits for. Gives null when another process is at it.
 */
export async function sealBatch(
  pool: Pool,
  keys: SealKeys,
  progress: Progress,
): Promise<Batch | null> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ ours: boolean }>(
      'select pg_try_advisory_xact_lock($1) as ours',
      [LOCKS.seal],
    );
    const batch = rows[0]?.ours ? await sealFound(client, keys, progress) : null;
    await client.query('commit');
    isBroken = false;
    return batch;
  } finally {
    // Closing the connection takes the transaction back.
    client.release(isBroken);
  }
}

async function sealFound(client: PoolClient, keys: SealKeys, progress: Progress): Promise<Batch> {
  const found = await findUnsealed(client, progress.floor);
  const head = found.head ?? { seq: 0, hash: NOTHING_BEFORE };
  const isIntact = await isStillThere(client, progress.head);
  const sealedAt = new Date();
  let { seq, hash } = head;
  const seals = found.rows.map(({ id, content }) => {
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
  const isFull = found.rows.length === LARGEST_BATCH;
  return {
    sealed: seals.length,
    isFull,
    isIntact,
    progress: {
      ...(isFull ? { floor: progress.floor, mark: progress.mark } : raise(progress, found)),
      head: seals.length > 0 ? { seq, hash } : found.head,
    },
  };
}

interface Found {
  /** The highest id there was, before anything else was looked at. */
  readonly highest: number;
  /** Who was writing then. */
  readonly writers: ReadonlySet<string>;
  readonly head: Head | null;
  readonly rows: readonly { readonly id: string; readonly content: string }[];
}

/**
 * Each statement sees what was committed when it began, and their order matters: whoever took an id
 * up to `highest` is among the writers, or what they wrote is among the rows.
 */
async function findUnsealed(client: PoolClient, floor: number): Promise<Found> {
  const results = (await client.query(`
    select coalesce(max(id), 0)::float8 as highest from audit_events;
    select virtualtransaction as writer from pg_locks
      where relation = 'audit_events'::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database());
    select seq::float8 as seq, hash from audit_seals order by audit_seals.seq desc limit 1;
    select e.id, ${ROW_CONTENT} as content from audit_events e
      where e.id > ${floor} and not exists (
        select from audit_seals s where s.event_id = e.id and s.event_id > ${floor}
      )
      order by e.id limit ${LARGEST_BATCH}`)) as unknown as QueryResult[];
  const [highest, writers, heads, rows] = results.map((result) => result.rows);
  return {
    highest: highest?.[0].highest ?? 0,
    writers: new Set(writers?.map(({ writer }) => writer)),
    head: heads?.[0] ?? null,
    rows: (rows ?? []) as { id: string; content: string }[],
  };
}

/** Where every writer of the mark has ended, all that was there then is sealed by now. */
function raise({ floor, mark }: Progress, { highest, writers }: Found) {
  const next = { id: highest, writers };
  if (mark === null) return { floor, mark: next };
  return [...mark.writers].some((writer) => writers.has(writer))
    ? { floor, mark }
    : { floor: mark.id, mark: next };
}

async function isStillThere(client: PoolClient, head: Head | null): Promise<boolean> {
  if (head === null) return true;
  const { rows } = await client.query<{ hash: Buffer }>(
    'select hash from audit_seals where seq = $1',
    [head.seq],
  );
  return rows[0]?.hash.equals(head.hash) ?? false;
}
