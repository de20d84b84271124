import type { FastifyInstance } from 'fastify';
import type { Listening } from '../../database/connections/listener.ts';
import { BACKGROUND_HEADER, SAFE_METHODS } from '../../http/origin.ts';
import type { FindSession, FoundSession } from './sessions.ts';

/** The channel of the database triggers (migration 0018). */
export const SESSIONS_CHANNEL = 'simiente_sessions';

/** Milliseconds after which a session is looked up again, with or without a notification. */
const CACHED_FOR = 10_000;
const MOST_CACHED = 2_000;

interface SessionCache extends Listening {
  readonly find: FindSession;
  forgetAll(): void;
}

/** The calls with which users end sessions. */
const ENDING = /^\/(?:api\/auth|v1\/account(?:s|-link)?)\//;

/**
 * Caches the session of a request until the database notifies that it ended or that its account changed.
 * Nothing is cached while the connection for notifications is down.
 */
export function cacheSessions(find: FindSession, cachedFor = CACHED_FOR): SessionCache {
  const entries = new Map<string, { readonly session: FoundSession; readonly until: number }>();
  let isConnected = false;
  /** Grows with each notification: a lookup that began earlier may be out of date. */
  let notifications = 0;

  function forget(isStale: (session: FoundSession) => boolean) {
    notifications += 1;
    for (const [key, { session }] of entries) if (isStale(session)) entries.delete(key);
  }

  async function lookUp(headers: Headers, key: string): Promise<FoundSession | null> {
    const before = notifications;
    const found = await find(headers);
    if (found === null || !isConnected || before !== notifications) return found;
    const [oldest] = entries.keys();
    if (entries.size >= MOST_CACHED && oldest !== undefined) entries.delete(oldest);
    entries.set(key, {
      session: { ...found, setCookies: [] },
      until: Math.min(Date.now() + cachedFor, found.goodUntil),
    });
    return found;
  }

  return {
    async find(headers) {
      const key = keyOf(headers);
      const entry = entries.get(key);
      if (entry && Date.now() < entry.until) return entry.session;
      entries.delete(key);
      return lookUp(headers, key);
    },
    forgetAll: () => forget(() => true),
    onNotification: (staffId) => forget(({ actor }) => actor.id === staffId),
    onConnected() {
      isConnected = true;
      forget(() => true);
    },
    onDisconnected() {
      isConnected = false;
      forget(() => true);
    },
  };
}

/**
 * A user's requests prolong a session and background requests do not, so each has its own entry.
 */
function keyOf(headers: Headers): string {
  return JSON.stringify([
    headers.get('authorization'),
    headers.get('cookie'),
    headers.has(BACKGROUND_HEADER),
  ]);
}

/**
 * Caches sessions for an application. A call that ends a session is answered once this process has
 * dropped it: the notification may arrive after the answer.
 */
export function registerSessionCache(
  app: FastifyInstance,
  find: FindSession,
  cachedFor?: number,
): SessionCache {
  const cache = cacheSessions(find, cachedFor);
  app.addHook('onSend', async ({ method, routeOptions }) => {
    if (!SAFE_METHODS.has(method) && ENDING.test(routeOptions.url ?? '')) cache.forgetAll();
  });
  return cache;
}
