import type { LiveKind } from '@simiente/contract/events/settings';
import { onTestFinished, vi } from 'vitest';
import { LISTENER_NAME } from '../platform/database/connections/listener.ts';
import { startApplication, type TestOptions } from './application.ts';
import { queryAsOwner, type TestDatabase } from './database.ts';
import { openEventStream } from './event-stream.ts';
import { LONG_WAIT } from './long-wait.ts';

/** A listening application, with functions that open event streams. */
export async function startLive(overrides: TestOptions = {}, email?: string) {
  const started = await startApplication(overrides, undefined, email);
  const url = await started.app.listen({ host: '127.0.0.1', port: 0 });
  await listenerPid(started.database);
  const openStream = async (headers: Record<string, string>, gap?: number) => {
    const stream = await openEventStream(url, headers, gap);
    onTestFinished(() => stream.close());
    return stream;
  };
  const open = (gap?: number) => openStream({ cookie: started.staff.cookie }, gap);
  return { ...started, url, openStream, open };
}

/** The connections that listen for notifications of this database. */
export function listeners(database: TestDatabase) {
  return queryAsOwner<{ pid: number }>(
    database,
    `select pid from pg_stat_activity
      where datname = current_database() and application_name = $1 and query ilike 'listen %'
        and state = 'idle'`,
    [LISTENER_NAME],
  );
}

/**
 * Waits for a connection that listens for notifications.
 * @returns its process id
 */
export function listenerPid(database: TestDatabase): Promise<number> {
  return vi.waitFor(async () => {
    const [first] = await listeners(database);
    if (!first) throw new Error('no listener');
    return first.pid;
  }, LONG_WAIT);
}

/** Whether an event is about this record. */
export const isChangeTo =
  (kind: LiveKind, id?: string) =>
  ({ event, data }: { event: string; data: unknown }) => {
    if (event !== 'change') return false;
    const { kinds } = data as { kinds: Record<string, string[] | null> };
    return kind in kinds && (id === undefined || (kinds[kind]?.includes(id) ?? false));
  };
