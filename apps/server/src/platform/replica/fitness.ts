import type { ClientBase } from 'pg';
import { bytesOf, identify, type Position, type ServerIdentity } from './position.ts';

/** Why a replica is not used. */
export type UnfitReason =
  | 'starting'
  /** It does not answer. */
  | 'unreachable'
  /** It does not accept our role, or has no such database. */
  | 'refused'
  /** It takes writes: it is the primary, or was promoted. */
  | 'not-standby'
  /** It is a standby of another primary. */
  | 'foreign'
  /** It follows another history than the primary, or does not know yet that it follows this one. */
  | 'timeline'
  /** A pooler lends its connections for one transaction. */
  | 'pooled'
  | 'behind';

export class Unfit extends Error {
  readonly reason: UnfitReason;

  constructor(reason: UnfitReason) {
    super(`The replica is not used: ${reason}`);
    this.reason = reason;
  }
}

/** The timeline of the server of each connection, when it was last asked. */
const timelines = new WeakMap<Connection, number>();
type Connection = Pick<ClientBase, 'query'>;

const REPLAYED = {
  name: 'simiente_replayed',
  text: 'select pg_is_in_recovery() as recovering, pg_last_wal_replay_lsn()::text as at',
};

/**
 * How far the standby of a connection has come.
 * @throws Unfit when it is none any more
 */
export async function replayOf(client: Connection): Promise<{
  readonly replayed: bigint;
  /** @throws Unfit when its history is not that of a position */
  expectTimeline(position: Position): Promise<void>;
}> {
  const { rows } = await client.query<{ recovering: boolean; at: string | null }>(REPLAYED);
  const { recovering = false, at = null } = rows[0] ?? {};
  if (!recovering || at === null) throw new Unfit('not-standby');
  return {
    replayed: bytesOf(at),
    async expectTimeline({ timeline }) {
      if (timelines.get(client) === timeline) return;
      const now = await identify(client);
      timelines.set(client, now.timeline);
      if (now.timeline !== timeline) throw new Unfit('timeline');
    },
  };
}

/** @throws Unfit when a connection does not reach a standby of the primary's database */
export function expectSame(
  { database, recovering }: ServerIdentity,
  expected: string | null,
): void {
  if (database !== expected) throw new Unfit('foreign');
  if (!recovering) throw new Unfit('not-standby');
}
