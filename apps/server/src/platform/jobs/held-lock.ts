import { Client, type Pool } from 'pg';
import { JOB_LOCKS } from '../database/locks.ts';

/** Milliseconds between checks of the connection, and for an answer to one. */
const ASK_EVERY = 20_000;
const ANSWER_WITHIN = 5_000;

export interface HeldLock {
  /** Aborts when the connection, and with it the lock, is lost. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the lock of a name on a separate connection, outside of the pool; PostgreSQL releases it when
 * this process dies.
 * @returns null when another process has it
 */
export async function takeLock({ options }: Pool, name: string): Promise<HeldLock | null> {
  const client = new Client({
    ...options,
    // The pool keeps the password non-enumerable, so that a copy lacks it.
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
    // A connection that cannot close in order is dropped.
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
