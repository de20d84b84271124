import type { ClientBase, Pool } from 'pg';

/** How far the history of a database goes. */
export interface Position {
  /** A place in the write-ahead log, in bytes. */
  readonly at: bigint;
  /** Which history: a promoted standby begins another one. */
  readonly timeline: number;
}

/** Reads how far the primary has come. */
export interface Positions {
  /** A position that has everything that was committed when it is called. */
  ask(): Promise<Position>;
}

/**
 * What a transaction wrote is visible, and notified, after its log is on the disk. With
 * `synchronous_commit` off it is visible before, so then everything that is written counts.
 */
const NOW = {
  name: 'simiente_position',
  text: `select at::text, ('x' || left(pg_walfile_name(at), 8))::bit(32)::int as timeline
    from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end) as now(at)`,
};

/**
 * Asks a primary for its position. Who comes while a question is under way shares the next one: the answer
 * under way may be of a moment before they came.
 */
export function createPositions(pool: Pick<Pool, 'query'>): Positions {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Position> | undefined;

  async function ask(): Promise<Position> {
    const { rows } = await pool.query<{ at: string; timeline: number }>(NOW);
    const [row] = rows;
    if (row === undefined) throw new Error('A server has no position');
    return { at: bytesOf(row.at), timeline: row.timeline };
  }

  return {
    ask() {
      next ??= current.then(() => {
        const asked = ask();
        current = asked.catch(() => {});
        next = undefined;
        return asked;
      });
      return next;
    },
  };
}

/** A log position as PostgreSQL writes it, such as 16/B374D848. */
export function bytesOf(position: string): bigint {
  const [high = '', low = ''] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** A server's database, apart from copies of it. */
export interface ServerIdentity {
  /** The same for a primary and its standbys. */
  readonly database: string;
  /** Whether it is a standby, or recovers. */
  readonly recovering: boolean;
  readonly timeline: number;
}

/**
 * Identifies the database of a connection. A standby knows a new timeline at the latest with its next
 * restart point, some minutes after it follows it.
 */
export async function identify(client: Pick<ClientBase, 'query'>): Promise<ServerIdentity> {
  const { rows } = await client.query<ServerIdentity>(
    `select system_identifier || ' ' || oid as database, pg_is_in_recovery() as recovering,
        greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline) as timeline
       from pg_control_system(), pg_control_checkpoint() as checkpoint, pg_control_recovery() as recovery,
         pg_database where datname = current_database()`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A connection has a database');
  return row;
}
