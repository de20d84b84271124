import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool } from 'pg';
import type { Logger } from 'pino';

/** By this name the connection is known to the database. */
export const LISTENER_NAME = 'simiente-events';

/** Milliseconds between questions whether the other end still lives, and for an answer to one. */
const ASK_EVERY = 20_000;
const ANSWER_WITHIN = 5_000;
/** Milliseconds before the first and the later attempts to connect again. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;

export interface Listening {
  /** The payload of a notification on its channel. */
  heard(payload: string): void;
  /** From now on nothing is missed; what came before may have been. */
  began(): void;
  /** The connection is gone; what changes now is missed. */
  lost(): void;
}

/** Who listens, by the channel of the database. */
export type Listeners = Readonly<Record<string, Listening>>;

/**
 * Keeps the one connection of this process that hears of changes, which takes no place of the pool.
 * When it is lost it connects again, until it is stopped.
 */
export function listen(pool: Pool, log: Pick<Logger, 'warn'>, listeners: Listeners) {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function keepListening(): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      try {
        await listenUntilLost(pool, listeners, signal, () => {
          pause = FIRST_PAUSE;
        });
      } catch (error) {
        log.warn({ code: codeOf(error) }, 'connection for changes lost');
      }
      // Not all processes at once, when it was the database that went away.
      await delay(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  const ended = keepListening();
  return async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
}

/** Ends quietly when told to; @throws whatever ended the connection. */
async function listenUntilLost(
  { options }: Pool,
  listeners: Listeners,
  signal: AbortSignal,
  connected: () => void,
): Promise<void> {
  let socket: Socket | undefined;
  const client = new Client({
    ...options,
    // The pool keeps it where a copy does not reach.
    password: options.password,
    application_name: LISTENER_NAME,
    query_timeout: ANSWER_WITHIN,
    stream: () => {
      socket = new Socket();
      return socket;
    },
  });
  const { promise: gone, reject } = Promise.withResolvers<never>();
  // It may be rejected while nobody waits for it.
  gone.catch(() => {});
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  client.on('error', reject);
  client.on('end', () => reject(new Error('the connection was closed')));
  client.on('notification', ({ channel, payload = '' }) => listeners[channel]?.heard(payload));
  let asking: NodeJS.Timeout | undefined;
  try {
    await Promise.race([client.connect(), gone]);
    for (const channel of Object.keys(listeners)) {
      await Promise.race([client.query(`listen ${escapeIdentifier(channel)}`), gone]);
    }
    connected();
    for (const { began } of Object.values(listeners)) began();
    // A wire that was cut somewhere on its way says nothing of it.
    asking = setInterval(() => client.query('select 1').catch(reject), ASK_EVERY);
    await gone;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(asking);
    if (asking) for (const { lost } of Object.values(listeners)) lost();
    // Without a farewell: the other end may be the one that does not answer.
    client.end().catch(() => {});
    socket?.destroy();
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
