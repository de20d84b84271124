import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pauseReplay, replicated } from '../../testing/backups/replicated.ts';
import { asOwner } from '../../testing/database.ts';
import { PATIENTLY } from '../../testing/patience.ts';
import type { Database } from '../database/database.ts';
import type { Replica } from './replica.ts';

const made = replicated();

/** Which server answers. */
const whoAnswers = async (db: Database) => {
  const { rows } = await db.execute<{ standby: boolean }>(
    sql`select pg_is_in_recovery() as standby`,
  );
  return rows[0]?.standby ? 'replica' : 'primary';
};

/** Waits until the replica answers. */
const answersFrom = (replica: Replica) =>
  vi.waitFor(async () => expect(await replica.run(whoAnswers)).toBe('replica'), PATIENTLY);

test('E-10.693: a replica that is too far behind is not used, which is said once, until it has caught up', async () => {
  const { openReplica, standby, database } = made();
  const { replica, lines } = await openReplica({ behindAfter: 300, checkEvery: 50 });
  await answersFrom(replica);
  const resume = await pauseReplay(standby);
  await database.pool.query(`select pg_logical_emit_message(true, 'x', 'x')`);
  await vi.waitFor(async () => expect(await replica.check()).toBe('behind'), PATIENTLY);
  expect(await replica.run(whoAnswers)).toBe('primary');
  await resume();
  await answersFrom(replica);
  expect(lines.map(({ msg, reason }) => [msg, reason])).toEqual([
    ['the replica is used', undefined],
    ['the replica is not used', 'behind'],
    ['the replica is used', undefined],
  ]);
});

test('E-10.693: a read that recovery cancels on the replica is answered by the primary', async () => {
  const { openReplica, standby, database } = made();
  const { replica, lines } = await openReplica();
  await standby.query('alter system set max_standby_streaming_delay = 0');
  await standby.query('select pg_reload_conf()');
  await database.pool.query(`insert into patients (id, name) values ('usr_conflict', 'Ana')`);
  const states: string[] = [];
  const answer = await replica.run((db) =>
    db.transaction(
      async (transaction) => {
        const answering = await whoAnswers(transaction as unknown as Database);
        states.push(answering);
        if (answering === 'primary') return answering;
        const reading = transaction.execute(sql`select count(*) from patients, pg_sleep(600)`);
        reading.catch((error: unknown) => states.push(codeOf(error)));
        await database.pool.query(`delete from patients where id = 'usr_conflict'`);
        await asOwner(database, 'vacuum patients');
        await reading;
        return 'nobody';
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
  expect(answer).toBe('primary');
  expect(states).toEqual(['replica', '40001', 'primary']);
  await answersFrom(replica);
  expect(lines).toHaveLength(1);
});

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error ? String(error.code) : codeOf(error.cause);
}

test('E-10.693: a read that writes is answered by the primary, and the log says so', async () => {
  const { openReplica } = made();
  const { replica, lines } = await openReplica();
  const { rowCount } = await replica.run((db) =>
    db.execute(sql`update patients set name = name where id = 'usr_none'`),
  );
  expect(rowCount).toBe(0);
  expect(lines.map(({ msg }) => msg)).toContain('a read for the replica writes');
});

test('E-10.693: no request fails while the replica is killed and comes back', async () => {
  const { start, standby } = made();
  const { staff, replica, lines, figures } = await start('killed@simiente.example');
  let isOver = false;
  const statuses = new Set<number>();
  const ask = async (url: string) => {
    while (!isOver) statuses.add((await staff.get(url)).status);
  };
  const asking = Promise.all(
    [
      '/v1/user/list',
      '/v1/dashboard/figures?start=2026-11-01&end=2026-11-20',
      '/v1/prospects/get-all',
    ].flatMap((url) => [ask(url), ask(url)]),
  );
  const answersMore = async (server: 'replica' | 'primary') => {
    const before = await figures();
    await vi.waitFor(
      async () => expect((await figures())[server]).toBeGreaterThan(before[server] + 30),
      PATIENTLY,
    );
  };
  // A request to a closed server would be an error outside of the test.
  onTestFinished(() => {
    isOver = true;
    return asking.then(() => {});
  });
  await answersMore('replica');
  await standby.kill();
  await vi.waitFor(async () => expect(await replica.check()).toBe('unreachable'), PATIENTLY);
  await answersMore('primary');
  await standby.start();
  await answersMore('replica');
  isOver = true;
  await asking;
  expect([...statuses]).toEqual([200]);
  expect(lines.map(({ msg, reason }) => [msg, reason])).toEqual([
    ['the replica is used', undefined],
    ['the replica is not used', 'unreachable'],
    ['the replica is used', undefined],
  ]);
});

test('E-10.693: a read of a replica that stopped answering is repeated on the primary', async () => {
  const { openReplica, standby } = made();
  const { replica } = await openReplica({ answerWithin: 2_000 });
  const servers: string[] = [];
  const answer = await replica.run(async (db) => {
    servers.push(await whoAnswers(db));
    if (servers.length === 1) await standby.freeze();
    return whoAnswers(db);
  });
  standby.thaw();
  expect(servers).toEqual(['replica', 'primary']);
  expect(answer).toBe('primary');
  await answersFrom(replica);
});
