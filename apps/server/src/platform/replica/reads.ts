import type { Database } from '../database/database.ts';

/** What a read says when what it has read begins to leave this process. */
export interface Sending {
  /** From now on the read is not repeated on another server. @throws when it already was */
  begins(): void;
}

/** Reads that a replica may answer. Nothing that decides about a change or a permission is one of them. */
export interface Reads {
  /**
   * Reads what was committed when it is called, from the replica if it has that, and from the primary
   * otherwise. A read that fails on the replica is repeated on the primary, so it must have no effects
   * before `sending.begins()`.
   */
  run<Result>(read: (db: Database, sending: Sending) => Promise<Result> | Result): Promise<Result>;
}

const NOTHING_TO_SAY: Sending = { begins() {} };

/** Without a replica. */
export function readsOf(primary: Database): Reads {
  return { run: async (read) => read(primary, NOTHING_TO_SAY) };
}
