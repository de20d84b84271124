import type { TrailEntry } from '@simiente/contract/audit/calls';
import { accessSentence } from '@simiente/contract/audit/sentence';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sharedApplication, type TestStaff } from '../../../testing/application.ts';
import { requestExport } from '../../../testing/calls/list-exports.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { addPatient, newId } from '../../../testing/records.ts';
import { readShownSet, ShownSet, toSetMember } from '../shown-set.ts';

const testApp = sharedApplication();

async function readAccesses(idUser: string, query = ''): Promise<TrailEntry[]> {
  const { status, body } = await testApp().staff.get(
    `/v1/user/accesses?idUser=${idUser}&limit=100${query}`,
  );
  expect(status).toBe(200);
  return (body as { data: { entries: TrailEntry[] } }).data.entries;
}

/** The entries of patients that were shown, as sentences with their number. */
async function appearancesIn(idUser: string): Promise<[string, number][]> {
  return (await readAccesses(idUser))
    .filter(({ appeared }) => appeared)
    .map((entry) => [accessSentence(entry, 'America/Mexico_City'), entry.times]);
}

const list = (person: TestStaff, name: string) =>
  person.get(`/v1/user/list?${new URLSearchParams({ search: name })}`);

test('T-K6: a patient finds each list, search, CSV file and complete list that showed them', async () => {
  const { database, signInAs } = testApp();
  const other = await signInAs('listas@simiente.example');
  const name = 'Wenceslao Apariciones';
  const idUser = await addPatient(database.db, { name });
  const unseen = await addPatient(database.db, { name: 'Quirino Ausente' });
  for (let time = 0; time < 3; time += 1) await list(other, name);
  await other.request({ method: 'POST', url: '/v1/search', payload: { text: name } });
  const file = await requestExport(other, 'patients', { search: name });
  expect((await other.request({ url: file })).body).toContain(name);
  expect((await other.request({ url: '/v1/user/get-all' })).statusCode).toBe(200);
  const all: [string, number][] = [
    ['El paciente apareció en la lista completa de pacientes', 1],
    ['El paciente se incluyó en una exportación', 1],
    ['El paciente apareció en una búsqueda', 1],
    ['El paciente apareció en la lista de pacientes', 3],
  ];
  expect(await appearancesIn(idUser)).toEqual(all);
  expect(await appearancesIn(unseen)).toEqual(all.slice(0, 1));

  await list(other, name);
  const again = ['El paciente apareció en la lista de pacientes', 4];
  expect(await appearancesIn(idUser)).toEqual([again, ...all.slice(0, 3)]);
});

test('T-K6: every user and address has a separate entry, the latest first, page by page', async () => {
  const { database, signInAs } = testApp();
  const name = 'Eustaquio Paginado';
  const idUser = await addPatient(database.db, { name });
  const others = [];
  for (let n = 0; n < 5; n += 1) others.push(await signInAs(`pagina${n}@simiente.example`));
  for (const other of others) {
    await list(other, name);
    await other.get(`/v1/user/get-one?idUser=${idUser}`);
  }
  const seen: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: URLSearchParams = new URLSearchParams({
      idUser,
      limit: '3',
      ...(cursor && { cursor }),
    });
    const { body } = await testApp().staff.get(`/v1/user/accesses?${query}`);
    const { data } = body as { data: { entries: TrailEntry[]; nextCursor: string | null } };
    // Reading the entries is an access as well.
    seen.push(
      ...data.entries
        .filter(({ action }) => action !== 'patient.accesses_read')
        .map(({ id }) => id),
    );
    cursor = data.nextCursor;
  }
  expect(seen).toHaveLength(10);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
});

test('T-K6: the set of an export has exactly the patients whom it showed', async () => {
  const { db } = await createTestDatabase();
  const ids = Array.from({ length: 3000 }, () => newId('usr'));
  const set = new ShownSet();
  for (const id of [...ids, ...ids.slice(0, 10)]) set.add(id);
  const members = set.toBuffer();
  expect(members).toHaveLength(8 * ids.length);
  const selected = sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id`;
  expect(await readShownSet(db, selected)).toEqual(members);
  const { rows } = await db.execute<{ has: number; others: number; none: boolean }>(sql`
    select (select count(*)::int from (${selected}) it where audit_set_has(${members}, ${toSetMember(sql`id`)})) as has,
      (select count(*)::int from generate_series(1, 3000) n
        where audit_set_has(${members}, ${toSetMember(sql`'usr_' || n`)})) as others,
      audit_set_has('', ${toSetMember(sql`'usr_1'`)}) as none`);
  expect(rows[0]).toEqual({ has: ids.length, others: 0, none: false });
});
