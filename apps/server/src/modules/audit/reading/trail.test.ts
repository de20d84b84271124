import type { AuditPage, TrailPage } from '@simiente/contract/audit/calls';
import { accessSentence, ownSentence, trailActor } from '@simiente/contract/audit/sentence';
import { consentTexts } from '@simiente/contract/consents/texts';
import { and, eq, like } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { staff, staffSessions } from '../../../schema/staff.ts';
import { EVERY_RIGHT } from '../../../testing/accounts/everybody.ts';
import { sharedApplication, signIn, type TestStaff } from '../../../testing/application.ts';
import { fetchExport } from '../../../testing/calls/list-exports.ts';
import { addExam, addFile, addPatient, newId } from '../../../testing/records.ts';

const ZONE = 'America/Mexico_City';
const testApp = sharedApplication();

async function readPage(person: TestStaff, url: string): Promise<TrailPage> {
  const { status, body } = await person.get(url);
  expect(status).toBe(200);
  return (body as { data: TrailPage }).data;
}

describe('T-F1: the list of who opened a record', () => {
  test('E-10.139: describes accesses in words, latest first, with the origin, and is itself audited', async () => {
    const { database, store, staff, signInAs } = testApp();
    const other = await signInAs('accesos@simiente.example');
    const idUser = await addPatient(database.db, { name: 'Ana Pérez' });
    const fileId = await addFile(database.db, store);
    await addExam(database.db, idUser, { fileId, type: 'Marcadores_Bioquimicos' });
    await staff.get(`/v1/user/get-one?idUser=${idUser}`);
    await other.request({ url: `/v1/files/${fileId}` });
    await other.request({
      method: 'PUT',
      url: '/v1/user/update',
      payload: { idUser, name: 'Ana P. Ríos', status: 3 },
    });
    const { entries, total, nextCursor } = await readPage(
      staff,
      `/v1/user/accesses?idUser=${idUser}`,
    );
    expect(
      entries.map((entry) => [trailActor(entry), accessSentence(entry, ZONE), entry.address]),
    ).toEqual([
      ['Mariana Solórzano', 'Cambió los datos: nombre, estatus', '127.0.0.1'],
      ['Mariana Solórzano', 'Abrió el archivo Marcadores Bioquimicos', '127.0.0.1'],
      ['Mariana Solórzano', 'Abrió el expediente', '127.0.0.1'],
    ]);
    expect([total, nextCursor]).toEqual([3, null]);
    const again = await readPage(staff, `/v1/user/accesses?idUser=${idUser}&limit=1`);
    expect(again.entries.map((entry) => accessSentence(entry, ZONE))).toEqual([
      'Consultó los accesos al expediente',
    ]);
    expect(again.total).toBe(4);
    const ownPage = await readPage(other, '/v1/account/activity?limit=2');
    expect(ownPage.entries.map((entry) => ownSentence(entry, ZONE))).toEqual([
      'Cambiaste los datos de Ana P. Ríos: nombre, estatus',
      'Abriste el archivo Marcadores Bioquimicos de Ana P. Ríos',
    ]);
  });

  test('has pages without gaps or repetitions while rows are added', async () => {
    const { database, staff } = testApp();
    const idUser = await addPatient(database.db);
    for (let index = 0; index < 7; index += 1) await staff.get(`/v1/user/get-one?idUser=${idUser}`);
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = new URLSearchParams({ idUser, limit: '3', ...(cursor && { cursor }) });
      const page = await readPage(staff, `/v1/user/accesses?${query}`);
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(7);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });

  test('returns a 404 for an unknown or deleted patient, and audits nothing', async () => {
    const { database, staff } = testApp();
    const trashed = await addPatient(database.db, { deletedAt: new Date() });
    for (const idUser of [newId('usr'), trashed]) {
      expect((await staff.get(`/v1/user/accesses?idUser=${idUser}`)).status).toBe(404);
      expect(await database.db.$count(auditEvents, eq(auditEvents.patientId, idUser))).toBe(0);
    }
  });

  test('E-10.140: a user’s own activity has no actions of others', async () => {
    const { signInAs, staff } = testApp();
    const person = await signInAs('propia@simiente.example');
    await staff.get('/v1/user/list');
    const { entries } = await readPage(person, '/v1/account/activity');
    expect(entries.map((entry) => ownSentence(entry, ZONE))).toEqual(['Iniciaste sesión']);
  });
});

describe('S11, T-L10: an account that renames itself', () => {
  test('keeps the earlier name and e-mail in its earlier audit rows', async () => {
    const { database, signInAs } = testApp();
    const person = await signInAs('luz@simiente.example', EVERY_RIGHT);
    const idUser = await addPatient(database.db);
    const open = () => person.get(`/v1/user/get-one?idUser=${idUser}`);
    await open();
    await person.request({ method: 'PUT', url: '/v1/account/update', payload: { name: 'Otra' } });
    await database.db
      .update(staff)
      .set({ email: 'otra@simiente.example' })
      .where(eq(staff.id, person.id));
    await open();
    const before = { kind: 'staff', name: 'Mariana Solórzano', email: 'luz@simiente.example' };
    const after = { kind: 'staff', name: 'Otra', email: 'otra@simiente.example' };
    const accesses = await readPage(person, `/v1/user/accesses?idUser=${idUser}`);
    expect(accesses.entries.map(({ actor }) => actor)).toEqual([after, before]);
    const filter = { idUser, action: 'patient.read' };
    const audit = await person.get(`/v1/audit/list?${new URLSearchParams(filter)}`);
    const { rows } = (audit.body as { data: AuditPage }).data;
    expect(rows.map(({ actor }) => actor)).toEqual([after, before]);
    const exported = await fetchExport(person, 'audit', filter);
    expect(exported.rows.map((row) => row.slice(2, 4))).toEqual(
      [after, before].map(({ name, email }) => [name, email]),
    );
  });

  test('E-10.1331: keeps the earlier name in the consents and the trash', async () => {
    const { database, signInAs } = testApp();
    const person = await signInAs('paz@simiente.example', EVERY_RIGHT);
    const idUser = await addPatient(database.db);
    const trashed = await addPatient(database.db);
    const post = (url: string, payload: object) => person.request({ method: 'POST', url, payload });
    const consent = {
      idUser,
      version: consentTexts[0].version,
      givenOn: '2026-10-12',
      way: 'paper',
    };
    expect((await post('/v1/user/record-consent', consent)).statusCode).toBe(200);
    expect((await post('/v1/user/delete', { idUsers: [trashed] })).statusCode).toBe(200);
    await person.request({ method: 'PUT', url: '/v1/account/update', payload: { name: 'Otra' } });
    const read = async (url: string) => JSON.stringify((await person.get(url)).body);
    for (const url of [`/v1/user/consents?idUser=${idUser}`, '/v1/trash/list']) {
      expect(await read(url)).toContain('"Mariana Solórzano"');
      expect(await read(url)).not.toContain('"Otra"');
    }
  });

  test.each([
    `update staff_names set name = 'Nadie'`,
    'delete from staff_names',
    `insert into staff_names (staff_id, since, name, email) values ('stf_1', now(), 'Nadie', 'x')`,
  ])('denies the application’s role changes of earlier names: %s', async (text) => {
    await expect(testApp().database.pool.query(text)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('T-F1: the audit of a rejection', () => {
  test('a rejection that shows the current record is audited as a view of it', async () => {
    const { database, staff } = testApp();
    const idUser = await addPatient(database.db, { version: 4 });
    const answer = await staff.request({
      method: 'PUT',
      url: '/v1/user/update',
      payload: { idUser, name: 'Tarde', version: 3 },
    });
    expect(answer.statusCode).toBe(409);
    expect(
      await database.db.select().from(auditEvents).where(eq(auditEvents.patientId, idUser)),
    ).toMatchObject([
      { action: 'record.shown', subjectId: idUser, details: { code: 'STALE_VERSION' } },
    ]);
  });

  test('a rejection for an ended session or of a request from another site is audited, up to a limit', async () => {
    const { app, database, signInAs } = testApp();
    const person = await signInAs('terminada@simiente.example');
    onTestFinished(async () => {
      await signIn(app, { email: person.email });
    });
    await database.db.delete(staffSessions).where(eq(staffSessions.userId, person.id));
    const remoteAddress = '203.0.113.77';
    const readRejections = () =>
      database.db
        .select()
        .from(auditEvents)
        .where(
          and(eq(auditEvents.action, 'request.refused'), eq(auditEvents.address, remoteAddress)),
        );
    await person.request({ url: '/v1/user/list?search=Ana', remoteAddress });
    await person.request({
      method: 'POST',
      url: '/v1/user/delete',
      payload: {},
      headers: { origin: 'https://evil.example' },
      remoteAddress,
    });
    expect(await readRejections()).toMatchObject([
      { actorKind: 'anonymous', details: { code: 'UNAUTHORIZED', call: '/v1/user/list' } },
      { actorKind: 'anonymous', details: { code: 'CROSS_ORIGIN', call: '/v1/user/delete' } },
    ]);
    for (let index = 0; index < 10; index += 1) {
      await person.request({ url: '/v1/user/list', remoteAddress });
    }
    expect(await readRejections()).toHaveLength(5);
  });

  test('the limit counts per /64 of IPv6, so that a client cannot fill the audit', async () => {
    const { database, staff } = testApp();
    for (let index = 0; index < 12; index += 1) {
      const remoteAddress = `2001:db8:7:7::${index.toString(16)}`;
      await staff.request({ url: '/v1/user/list', headers: { cookie: 'x' }, remoteAddress });
    }
    const rows = await database.db
      .select()
      .from(auditEvents)
      .where(like(auditEvents.address, '2001:db8:7:7:%'));
    expect(rows).toHaveLength(5);
  });
});
