import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { LOCKS } from '../../platform/database/locks.ts';
import { patients } from '../../schema/patients.ts';
import { peopleImportRows, peopleImports } from '../../schema/people-imports.ts';
import { sharedApplication } from '../../testing/application.ts';
import { columns, newId, newSurname, peopleRequests } from '../../testing/calls/people-requests.ts';
import { longestTurn } from '../../testing/longest-turn.ts';

const ROWS = forLength(6_000, 20_000);
const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { send, importFile, post, readFamily } = peopleRequests(testApp);

let family: string;
beforeEach(() => {
  family = newSurname();
});

test.each([
  ['only new records', 5000, ''],
  ['only existing records', 2, '5512345678'],
])('E-10.1761: a cancelled import of %s writes nothing', async (_, count, phone) => {
  const rows = Array.from(
    { length: count },
    (_, row) => `Fila ${row} ${family},${row}.${family}@example.org,`,
  );
  if (phone !== '') await importFile(`N,C,T\n${rows.join('\n')}\n`);
  const before = await readFamily(family);
  const idImport = newId();
  // The import waits for this lock after it has begun.
  const { sent } = await db().transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.peopleImport})`);
    const sent = send('import', `N,C,T\n${rows.map((row) => row + phone).join('\n')}\n`, {
      fields: { idImport },
    });
    await expect.poll(async () => (await post('cancel-import', { idImport })).statusCode).toBe(200);
    return { sent };
  });
  expect((await sent).data.outcome).toMatchObject({ isCancelled: true, created: 0 });
  expect(await readFamily(family)).toEqual(before);
  expect(await db().$count(peopleImportRows, eq(peopleImportRows.importId, idImport))).toBe(0);
});

test('E-10.3680: the progress of an import does not exceed its rows', async () => {
  const people = ['Ana', 'Luis'].map((name) => `${name} ${family},${name}.${family}@example.org`);
  await importFile(`N,C,T\n${people.map((person) => `${person},\n`).join('')}`);
  const idImport = newId();
  const { sent } = await db().transaction(async (transaction) => {
    const [last] = (await readFamily(family)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const isLast = eq(patients.id, last?.id ?? '');
    await transaction.select({ id: patients.id }).from(patients).where(isLast).for('update');
    const csv = `N,C,T\n${people.map((person, row) => `${person},551234567${row}\n`).join('')}`;
    const sent = send('import', csv, { fields: { idImport } });
    const isWaiting = sql`select from pg_locks where locktype = 'transactionid' and not granted`;
    await expect.poll(async () => (await db().execute(isWaiting)).rows.length).toBe(1);
    const [progress] = await db()
      .select({ written: peopleImports.written })
      .from(peopleImports)
      .where(eq(peopleImports.id, idImport));
    expect(progress?.written).toBeLessThanOrEqual(2);
    return { sent };
  });
  expect((await sent).data.outcome).toMatchObject({ completed: 2 });
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

test('E-10.1763, E-10.3191: thousands of rows are imported without blocking the event loop, a second import changes nothing, and the first is undone', async () => {
  const rows = Array.from(
    { length: ROWS },
    (_, row) =>
      `Persona ${row} ${family},p${row}.${family}@example.org,55${String(row).padStart(8, '0')},Nota ${row}`,
  );
  const csv = `N,C,T,Notas\n${rows.join('\n')}\n`;
  const mapping = [...columns, { index: 3, field: 'note' }];
  const importRows = async (idImport: string) =>
    (await send('import', csv, { fields: { idImport }, mapping })).data.outcome;
  const idImport = newId();
  const longest = await longestTurn(async () => {
    expect(await importRows(idImport)).toMatchObject({ created: ROWS, refused: 0 });
  });
  expect(longest).toBeLessThan(300);
  expect(await importRows(newId())).toMatchObject({ created: 0, unchanged: ROWS });
  const undone = await post('undo-import', { idImport });
  expect(undone.json()).toMatchObject({ data: { undone: ROWS, kept: [] } });
});
