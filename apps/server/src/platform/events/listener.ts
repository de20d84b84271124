import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool } from 'pg';
import type { Logger } from 'pino';

/** The connection's application_name. */
export const LISTENER_NAME = 'simiente-events';

/** Milliseconds between checks of the connection, and for an answer to one. */
const ASK_EVERY = 20_000;
const ANSWER_WITHIN = 5_000;
/** Milliseconds before the first and the later attempts to reconnect. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;

export interface Listening {
  /** The payload of a notification on its channel. */
  heard(payload: string): void;
  /** From now on no notification is missed; earlier ones may have been. */
  began(): void;
  /** The connection is lost, and notifications are missed. */
  lost(): void;
}

/** Subscribers, by database channel. */
export type Listeners = Readonly<Record<string, Listening>>;

/**
 * Keeps the one connection of this process that receives notifications, outside of the pool. It
 * reconnects until it is stopped.
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
      // Jitter, so that processes do not all reconnect at once.
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

/**
 * Ends quietly when stopped;
 * @throws what ended the connection.
 */
async function listenUntilLost(
  { options }: Pool,
  listeners: Listeners,
  signal: AbortSignal,
  connected: () => void,
): Promise<void> {
  let socket: Socket | undefined;
  const client = new Client({
    ...options,
    // The pool keeps the password non-enumerable, so that a copy lacks it.
    password: options.password,
    application_name: LISTENER_NAME,
    query_timeout: ANSWER_WITHIN,
    stream: () => {
      socket = new Socket();
      return socket;
    },
  });
  const { promise: gone, reject } = Promise.withResolvers<never>();
  // It may be rejected before it is awaited.
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
    // A cut wire reports nothing by itself.
    asking = setInterval(() => client.query('select 1').catch(reject), ASK_EVERY);
    await gone;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(asking);
    if (asking) for (const { lost } of Object.values(listeners)) lost();
    // Without a goodbye: the other end may not answer.
    client.end().catch(() => {});
    socket?.destroy();
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
