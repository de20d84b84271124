import { randomUUID } from 'node:crypto';
import { and, eq, lt, notInArray, or, sql } from 'drizzle-orm';
import { eventStreams } from '../../schema/staff.ts';
import type { Database } from '../database/database.ts';

/** A stream that this process has open. */
export interface OpenStream {
  readonly id: string;
  readonly staffId: string;
  readonly openedAt: Date;
}

/**
 * Shares this process's open streams with the other processes.
 * @returns the ids of those that are too many, because their accounts have newer ones in any process
 */
export type ShareStreams = (streams: readonly OpenStream[]) => Promise<ReadonlySet<string>>;

/** Seconds after which the streams of a process that stopped without notice do not count. */
const FORGOTTEN_AFTER = 20;

export function createStreamSharing(db: Database, ofOneAccount: number): ShareStreams {
  const process = randomUUID();
  const isMine = eq(eventStreams.process, process);
  const isForgotten = lt(
    eventStreams.seenAt,
    sql`now() - make_interval(secs => ${FORGOTTEN_AFTER})`,
  );
  return async (streams) => {
    const ids = streams.map(({ id }) => id);
    const isClosed = and(isMine, notInArray(eventStreams.id, ids));
    await db.delete(eventStreams).where(or(isClosed, isForgotten));
    if (streams.length === 0) return new Set();
    await db
      .insert(eventStreams)
      .values(streams.map((stream) => ({ ...stream, process })))
      .onConflictDoUpdate({ target: eventStreams.id, set: { seenAt: sql`now()` } });
    const ranked = db
      .select({
        id: eventStreams.id,
        process: eventStreams.process,
        place: sql<number>`row_number() over (partition by ${eventStreams.staffId}
          order by ${eventStreams.openedAt} desc)`.as('place'),
      })
      .from(eventStreams)
      .as('ranked');
    const excess = await db
      .select({ id: ranked.id })
      .from(ranked)
      .where(and(eq(ranked.process, process), sql`${ranked.place} > ${ofOneAccount}`));
    return new Set(excess.map(({ id }) => id));
  };
}
