import type { AffectedPerson, AuditPage } from '@simiente/contract/audit/calls';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { patients } from '../../../schema/patients.ts';
import {
  getSessionCookie,
  sharedApplication,
  signIn,
  type TestStaff,
} from '../../../testing/application.ts';
import { fetchExport } from '../../../testing/calls/list-exports.ts';
import { mergeRequests } from '../../../testing/calls/merge-requests.ts';
import { addPatient, addProspect } from '../../../testing/records.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
let auditor: TestStaff;
let thief: TestStaff;

beforeAll(async () => {
  auditor = await testApp().signInAs('auditoria@simiente.example', ['auditoria']);
  thief = await testApp().signInAs('ladron@simiente.example', ['administracion']);
});

/** The database's time between two actions, because the database dates the rows. */
async function now(): Promise<string> {
  const { rows } = await db().execute<{ at: string }>(
    // The instant has milliseconds, so an action within the same millisecond could be on the wrong side.
    `select pg_sleep(0.003), to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      pg_sleep(0.003)`,
  );
  return String(rows[0]?.at);
}

async function read(filter: Record<string, string>) {
  const { body } = await auditor.get(`/v1/audit/affected?${new URLSearchParams(filter)}`);
  return (body as { data: { persons: AffectedPerson[]; total: number } }).data;
}

test('E-10.1861: the report of an incident lists the persons whose data an account opened, listed or exported', async () => {
  const opened = await addPatient(db(), { name: 'Abierta', email: 'a@correo.mx' });
  const before = await addPatient(db(), { name: 'Antes' });
  await thief.get(`/v1/user/get-one?idUser=${before}`);
  const from = await now();
  await thief.get(`/v1/user/get-one?idUser=${opened}`);
  await thief.get(`/v1/user/get-one?idUser=${opened}`);
  await thief.get('/v1/user/list?search=Listada');
  const listed = await addPatient(db(), { name: 'Listada', phone: '33 0078 4209' });
  await thief.get('/v1/user/list?search=Listada');
  await addPatient(db(), { name: 'Exportada' });
  await fetchExport(thief, 'patients', { search: 'Exportada' });
  await addProspect(db(), { name: 'Prospecta' });
  await thief.get('/v1/prospects/list?search=Prospecta');
  const to = await now();
  const after = await addPatient(db(), { name: 'Después' });
  await thief.get(`/v1/user/get-one?idUser=${after}`);
  await testApp().staff.get(`/v1/user/get-one?idUser=${after}`);
  await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, listed));

  const period = { idStaff: thief.id, from, to };
  const { persons, total } = await read(period);
  expect(total).toBe(4);
  expect(persons).toMatchObject([
    { kind: 'patient', name: 'Abierta', email: 'a@correo.mx', isDeleted: false, times: 2 },
    { kind: 'patient', name: 'Exportada', times: 1 },
    { kind: 'patient', name: 'Listada', phone: '33 0078 4209', isDeleted: true },
    { kind: 'prospect', name: 'Prospecta' },
  ]);
  const address = '203.0.113.9';
  expect((await read({ ...period, address })).total).toBe(0);
  const backwards = new URLSearchParams({ ...period, from: to, to: from });
  expect((await auditor.get(`/v1/audit/affected?${backwards}`)).status).toBe(400);

  const { header, rows } = await fetchExport(auditor, 'affected', period);
  expect(header.slice(0, 4)).toEqual(['Nombre', 'Tipo', 'Correo', 'Teléfono']);
  expect(rows.map(([name]) => name)).toEqual(['Abierta', 'Exportada', 'Listada', 'Prospecta']);
});

test('E-10.3196: a merged record counts as the kept one, and a separated one as both', async () => {
  const [kept, other] = [await addPatient(db(), { name: 'Uno' }), await addPatient(db())];
  const { completeMerge, undo } = mergeRequests(testApp);
  const from = await now();
  await thief.get(`/v1/user/get-one?idUser=${other}`);
  const idMerge = await completeMerge(kept, other);
  const ids = async () => {
    const { persons } = await read({ idStaff: thief.id, from, to: await now() });
    return persons.map(({ id, isDeleted }) => [id, isDeleted]);
  };
  expect(await ids()).toEqual([[kept, false]]);
  const again = await now();
  await thief.get(`/v1/user/get-one?idUser=${kept}`);
  await undo(idMerge);
  const { persons } = await read({ idStaff: thief.id, from: again, to: await now() });
  expect(persons.map(({ id }) => id).toSorted()).toEqual([kept, other].toSorted());
});

test('E-10.2501: only persons whom the given session read are listed, without other sessions of its account', async () => {
  const readPatientId = await addPatient(db(), { name: 'De esta sesión' });
  const elsewhere = await addPatient(db(), { name: 'De la otra' });
  const from = await now();
  await thief.get(`/v1/user/get-one?idUser=${readPatientId}`);
  const cookie = getSessionCookie(await signIn(testApp().app, { email: thief.email }));
  await thief.request({ url: `/v1/user/get-one?idUser=${elsewhere}`, headers: { cookie } });
  const period = { idStaff: thief.id, from, to: await now() };
  expect((await read(period)).total).toBe(2);
  const { body } = await auditor.get('/v1/audit/list?limit=20');
  const { rows } = (body as { data: AuditPage }).data;
  const { idSession = '' } = rows.find(({ patient }) => patient?.idUser === readPatientId) ?? {};
  const { persons } = await read({ ...period, idSession: String(idSession) });
  expect(persons.map(({ name }) => name)).toEqual(['De esta sesión']);
});
