import { Client } from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import { openDatabase } from '../database.ts';
import { LISTENER_NAME, type ListenerTimes, listen, type Target } from './listener.ts';

const CHANNEL = 'listener_test';
const SOON: ListenerTimes = { checkInterval: 50, answerTimeout: 500 };

/** Listens on one database for a process that writes to another one. */
async function listenElsewhere() {
  const [former, current] = [await createTestDatabase(), await createTestDatabase()];
  let options = former.pool.options;
  const received: string[] = [];
  const target: Target = {
    get options() {
      return options;
    },
    query: (text, values) => current.pool.query(text, values),
  };
  const lost = vi.fn();
  const stop = listen(
    target,
    pino({ level: 'silent' }),
    {
      [CHANNEL]: {
        onNotification: (payload) => received.push(payload),
        onConnected: () => {},
        onDisconnected: lost,
      },
    },
    SOON,
  );
  onTestFinished(stop);
  return {
    current,
    received,
    lost,
    follow: () => {
      options = current.pool.options;
    },
  };
}

test('T-H1: a connection that answers queries but gets no notifications is replaced', async () => {
  const { current, received, lost, follow } = await listenElsewhere();
  await vi.waitFor(() => expect(lost).toHaveBeenCalled(), LONG_WAIT);
  follow();
  await vi.waitFor(async () => {
    await current.pool.query(`select pg_notify($1, 'now')`, [CHANNEL]);
    expect(received).toContain('now');
  }, LONG_WAIT);
});

test('T-H1: a connection that gets notifications is kept', async () => {
  const database = await createTestDatabase();
  const { pool, close } = openDatabase(database.app, pino({ level: 'silent' }));
  onTestFinished(close);
  const observer = new Client(database.owner);
  await observer.connect();
  onTestFinished(() => observer.end());
  const query = vi.spyOn(pool, 'query');
  const lost = vi.fn();
  const listeners = {
    [CHANNEL]: { onNotification: () => {}, onConnected: () => {}, onDisconnected: lost },
  };
  const stop = listen(pool, pino({ level: 'silent' }), listeners, {
    ...SOON,
    answerTimeout: 10_000,
  });
  onTestFinished(stop);
  await vi.waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(5), LONG_WAIT);
  const { rows } = await observer.query(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [LISTENER_NAME],
  );
  expect(rows).toHaveLength(1);
  expect(lost).not.toHaveBeenCalled();
});
