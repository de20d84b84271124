import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { LOCKS } from '../../platform/database/locks.ts';
import { patients } from '../../schema/patients.ts';
import { peopleImportRows, peopleImports } from '../../schema/people-imports.ts';
import { sharedApplication } from '../../testing/application.ts';
import { newFamily, newId, peopleRequests } from '../../testing/calls/people-requests.ts';
import { longestTurn } from '../../testing/longest-turn.ts';

const running = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => running().database.db;
const { send, importFile, post, readFamily } = peopleRequests(running);

let family: string;
beforeEach(() => {
  family = newFamily();
});

test('E-10.1761: a cancelled import writes nothing', async () => {
  const rows = Array.from({ length: 5000 }, (_, row) => `Fila ${row} ${family},,`);
  const idImport = newId();
  // The import waits for this lock after it has begun.
  const { sent } = await db().transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.peopleImport})`);
    const sent = send('import', `N,C,T\n${rows.join('\n')}\n`, { fields: { idImport } });
    await expect.poll(async () => (await post('cancel-import', { idImport })).statusCode).toBe(200);
    return { sent };
  });
  expect((await sent).data.outcome).toMatchObject({ isCancelled: true, created: 0 });
  expect(await readFamily(family)).toEqual([]);
  expect(await db().$count(peopleImportRows, eq(peopleImportRows.importId, idImport))).toBe(0);
});

test('E-10.1762: the second of two simultaneous imports of a file changes nothing', async () => {
  const csv = `N,C,T\nAna ${family},,\nLuis ${family},luis.${family}@example.org,\n`;
  const outcomes = await Promise.all([importFile(csv), importFile(csv)]);
  expect(outcomes.map(({ created }) => created).toSorted()).toEqual([0, 2]);
  expect(await readFamily(family)).toHaveLength(2);
});

test('E-10.2822: a third import of an account is rejected while two wait, and uses no connection', async () => {
  const start = (idImport: string) =>
    send('import', `N,C,T\nAna ${family},,\n`, { fields: { idImport } });
  const ids = [newId(), newId()];
  const waiting = await db().transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.peopleImport})`);
    const sent = ids.map(start);
    await expect.poll(() => db().$count(peopleImports, inArray(peopleImports.id, ids))).toBe(2);
    expect(await start(newId())).toMatchObject({ status: 503 });
    return { sent };
  });
  for (const { status } of await Promise.all(waiting.sent)) expect(status).toBe(200);
  expect(await readFamily(family)).toHaveLength(1);
});

test('E-10.2941: a third check of an account is rejected while two wait', async () => {
  const check = () => send('check', `N,C,T\nAna ${family},,\n`);
  const waiting = await db().transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${patients}`);
    const sent = [check(), check()];
    const isWaiting = sql`select from pg_locks where relation = 'patients'::regclass and not granted`;
    await expect.poll(async () => (await db().execute(isWaiting)).rows.length).toBe(2);
    expect(await check()).toMatchObject({ status: 503 });
    return { sent };
  });
  for (const { status } of await Promise.all(waiting.sent)) expect(status).toBe(200);
});

test('E-10.1763: 20 000 rows are imported without blocking the event loop, and a second import changes nothing', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, row) =>
      `Persona ${row} ${family},p${row}.${family}@example.org,55${String(row).padStart(8, '0')}`,
  );
  const csv = `N,C,T\n${rows.join('\n')}\n`;
  const longest = await longestTurn(async () => {
    expect(await importFile(csv)).toMatchObject({ created: 20_000, refused: 0 });
  });
  expect(longest).toBeLessThan(200);
  expect(await importFile(csv)).toMatchObject({ created: 0, completed: 0, unchanged: 20_000 });
}, 180_000);
