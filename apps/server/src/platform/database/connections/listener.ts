import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool } from 'pg';
import type { Logger } from 'pino';
import { nameError } from '../../system-errors.ts';
import { toClientConfig } from '../database.ts';

export const LISTENER_NAME = 'simiente-events';

export interface ListenerTimes {
  /** Milliseconds between checks of the connection. */
  readonly checkInterval: number;
  /** Milliseconds within which a check must be answered. */
  readonly answerTimeout: number;
}

const TIMES: ListenerTimes = { checkInterval: 20_000, answerTimeout: 5_000 };
/** Milliseconds before the first attempt to reconnect, and the maximum; jitter changes them by up to half. */
const FIRST_PAUSE = 200;
const MAX_PAUSE = 2_000;

interface ChannelListener {
  onNotification(payload: string): void;
  /** Called when listening starts. Earlier notifications may have been missed. */
  onConnected(): void;
  /** Called when the connection is lost, and notifications are missed. */
  onDisconnected(): void;
}

export type Listeners = Readonly<Record<string, ChannelListener>>;

/** The pool of this process: the options of its connections, and its queries. */
export interface Target {
  readonly options: Pool['options'];
  query(text: string, values: unknown[]): Promise<unknown>;
}

/**
 * Keeps the one connection of this process that receives notifications, outside of the pool. It reconnects until
 * it is stopped.
 */
export function listen(
  pool: Target,
  log: Pick<Logger, 'warn'>,
  listeners: Listeners,
  times: ListenerTimes = TIMES,
) {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function keepListening(): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      try {
        await listenUntilLost(pool, { listeners, signal, times }, () => {
          pause = FIRST_PAUSE;
        });
      } catch (error) {
        log.warn({ code: nameError(error) }, 'connection for changes lost');
      }
      // Jitter, so that processes do not all reconnect at the same time.
      await delay(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
      pause = Math.min(pause * 2, MAX_PAUSE);
    }
  }

  const ended = keepListening();
  return async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
}

/** @throws the error that ended the connection, unless `signal` did */
async function listenUntilLost(
  pool: Target,
  { listeners, signal, times }: { listeners: Listeners; signal: AbortSignal; times: ListenerTimes },
  onConnected: () => void,
): Promise<void> {
  let socket: Socket | undefined;
  const client = new Client({
    ...toClientConfig(pool),
    application_name: LISTENER_NAME,
    query_timeout: times.answerTimeout,
    stream: () => {
      socket = new Socket();
      return socket;
    },
  });
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // The promise may reject before it is awaited.
  lost.catch(() => {});
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  client.on('error', reject);
  client.on('end', () => reject(new Error('the connection was closed')));
  // A channel that only this connection uses.
  const echo = `simiente_echo_${randomUUID()}`;
  let onEcho = () => {};
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === echo) onEcho();
    else listeners[channel]?.onNotification(payload);
  });
  const check = async (): Promise<void> => {
    const { promise: arrival, resolve } = Promise.withResolvers<boolean>();
    onEcho = () => resolve(true);
    const sent = await pool.query('select pg_notify($1, $2)', [echo, '']).catch(() => null);
    // If the pool could not send, this connection may still work.
    if (sent === null) return void (await client.query('select 1'));
    const timer = setTimeout(() => resolve(false), times.answerTimeout);
    const hasArrived = await arrival.finally(() => clearTimeout(timer));
    if (!hasArrived) throw Object.assign(new Error('no notifications arrive'), { code: 'SILENT' });
  };
  // Runs one check at a time: the next one starts some time after the last result.
  const checks = new AbortController();
  const runChecks = async (): Promise<void> => {
    while (!checks.signal.aborted) {
      await check();
      await delay(times.checkInterval, undefined, { signal: checks.signal }).catch(() => {});
    }
  };
  let isConnected = false;
  try {
    await Promise.race([client.connect(), lost]);
    for (const channel of [...Object.keys(listeners), echo]) {
      await Promise.race([client.query(`listen ${escapeIdentifier(channel)}`), lost]);
    }
    isConnected = true;
    onConnected();
    for (const listener of Object.values(listeners)) listener.onConnected();
    // A broken network reports nothing by itself. Behind a pooler or after a failover, a connection can even answer
    // queries without receiving notifications.
    runChecks().catch(reject);
    await lost;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    checks.abort();
    if (isConnected) for (const { onDisconnected } of Object.values(listeners)) onDisconnected();
    // The socket is destroyed, because the other end may not answer.
    client.end().catch(() => {});
    socket?.destroy();
  }
}
