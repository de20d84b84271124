import { Client, type Pool } from 'pg';
import { JOB_LOCKS } from '../database/locks.ts';

/** Milliseconds between questions whether the connection still lives, and for an answer to one. */
const ASK_EVERY = 20_000;
const ANSWER_WITHIN = 5_000;

export interface HeldLock {
  /** Aborts when the lock can no longer be believed in: its connection is gone. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the lock of that name on a connection of its own, which PostgreSQL lets go of when this process
 * dies; null when another one has it. It takes no place of the pool, for however long the work lasts.
 */
export async function takeLock({ options }: Pool, name: string): Promise<HeldLock | null> {
  const client = new Client({
    ...options,
    // The pool keeps it where a copy does not reach.
    password: options.password,
    application_name: 'simiente-job',
    query_timeout: ANSWER_WITHIN,
  });
  const losing = new AbortController();
  client.on('error', (error) => losing.abort(error));
  client.on('end', () => losing.abort(new Error('the connection of the lock was closed')));
  let asking: NodeJS.Timeout | undefined;
  const release = async () => {
    clearInterval(asking);
    // What cannot say farewell is let go of all the same.
    await client.end().catch(() => {});
  };
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as taken',
      [JOB_LOCKS, name],
    );
    if (rows[0]?.taken !== true) {
      await release();
      return null;
    }
  } catch (error) {
    await release();
    throw error;
  }
  asking = setInterval(() => {
    client.query('select 1').catch((error: unknown) => losing.abort(error));
  }, ASK_EVERY);
  asking.unref();
  return { lost: losing.signal, release };
}
