import type { StaffAccount } from '@simiente/contract/accounts/calls';
import { errorBody } from '@simiente/contract/common/errors';
import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { staff, staffTwoFactors } from '../../schema/staff.ts';
import { addPasskey } from '../../testing/accounts/passkeys.ts';
import { addColleague } from '../../testing/accounts/records.ts';
import {
  sharedApplication,
  signIn,
  startApplication,
  type TestStaff,
} from '../../testing/application.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addDoctor, addDoctorAppointment, addPatient } from '../../testing/records.ts';

const testApp = sharedApplication();
let ana: TestStaff;

beforeEach(async () => {
  const { database, signInAs } = testApp();
  await database.db.delete(staff);
  ana = await signInAs('ana@simiente.example', ['todo', 'administracion']);
});

const send = (url: string, payload: object, person = ana, method: 'POST' | 'PUT' = 'POST') =>
  person.request({ method, url: `/v1/accounts/${url}`, payload });
const put = (url: string, payload: object, person = ana) => send(url, payload, person, 'PUT');

async function read(id: string): Promise<StaffAccount> {
  const { body } = await ana.get(`/v1/accounts/get-one?idAccount=${id}`);
  return (body as { data: StaffAccount }).data;
}

const rowsAbout = (id: string) =>
  testApp()
    .database.db.select({ action: auditEvents.action, details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, id))
    .orderBy(auditEvents.id);

describe('an invitation of an account', () => {
  const rosa = { name: 'Rosa Díaz', email: 'Rosa@Clinica.example', roles: ['recepcion'] };

  test('E-10.341: creates an account in the state invited, and a link that is shown once', async () => {
    const answer = await send('invite', rosa);
    expect(answer.statusCode).toBe(200);
    const { account, link } = answer.json().data;
    expect(account).toMatchObject({ state: 'invited', email: 'rosa@clinica.example', own: false });
    expect(link).toMatchObject({ kind: 'invitation' });
    expect(link.path).toMatch(/^\/invitacion#[\w-]{22}$/);
    const days = (Date.parse(link.until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const token = link.path.split('#')[1];
    const rows = await rowsAbout(account.idAccount);
    expect(rows).toEqual([
      { action: 'staff.invited', details: { roles: ['recepcion'], doctor: null } },
    ]);
    const { rows: stored } = await testApp().database.pool.query(
      'select row_to_json(l)::text as text from staff_links l',
    );
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(await read(account.idAccount))).not.toContain(token);
  });

  test('an invited account cannot sign in before it sets a password, and gets the answer of an unknown account', async () => {
    await send('invite', rosa);
    const { app } = testApp();
    const answer = await signIn(app, { email: rosa.email });
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      errorBody('INVALID_EMAIL_OR_PASSWORD'),
    ]);
  });

  test('E-10.341: rejects an e-mail that has an account, whatever its case and state', async () => {
    await send('invite', rosa);
    const again = await send('invite', { ...rosa, email: 'ROSA@clinica.example' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      ...errorBody('ACCOUNT_EMAIL_TAKEN'),
      issues: [{ path: 'email' }],
    });
  });

  test('E-10.341: two simultaneous requests create one account', async () => {
    const answers = await Promise.all([send('invite', rosa), send('invite', rosa)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test('a request repeated under an Idempotency-Key creates no second account and gives a working link', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const invite = () =>
      ana.request({ method: 'POST', url: '/v1/accounts/invite', payload: rosa, headers });
    await invite();
    const again = await invite();
    expect(again.statusCode).toBe(200);
    const token = again.json().data.link.path.split('#')[1];
    const url = '/v1/account-link/read';
    const opened = await testApp().app.inject({ method: 'POST', url, payload: { token } });
    expect(opened.json().data).toMatchObject({ name: 'Rosa Díaz', kind: 'invitation' });
    const { rows } = await testApp().database.pool.query(
      'select answer::text from idempotency_keys',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('E-10.342: needs a role if any account has one, and otherwise gets the role todo', async () => {
    const { roles: _roles, ...unnamed } = rosa;
    const first = await send('invite', unnamed);
    expect(first.json().data.account.roles).toEqual(['todo']);
    await send('invite', { ...rosa, email: 'otra@clinica.example' });
    const later = await send('invite', { ...unnamed, email: 'tercera@clinica.example' });
    expect([later.statusCode, later.json()]).toEqual([422, errorBody('ROLE_MISSING')]);
  });

  test('rejects an unknown or missing role at its field', async () => {
    for (const roles of [['dueño'], []]) {
      const answer = await send('invite', { ...rosa, roles });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().issues[0].path).toMatch(/^roles/);
    }
    expect((await ana.get('/v1/accounts/list')).body).toMatchObject({ data: { total: 1 } });
  });
});

describe('the roles and the doctor of an account', () => {
  test('E-10.343: a removed role loses its rights at the next request', async () => {
    const { signInAs } = testApp();
    const luis = await signInAs('luis@simiente.example', ['medico', 'administracion']);
    expect((await luis.get('/v1/accounts/list')).status).toBe(200);
    const { version } = await read(luis.id);
    const answer = await put('update', { idAccount: luis.id, roles: ['medico'], version });
    expect(answer.json().data.account).toMatchObject({ roles: ['medico'], version: version + 1 });
    expect((await luis.get('/v1/accounts/list')).status).toBe(403);
    expect((await luis.get('/v1/user/list')).status).toBe(200);
  });

  test('E-10.343: a removed role loses its rights in another process at the next request', async () => {
    const { database, signInAs } = testApp();
    const other = await startApplication({ database }, undefined, 'otro-proceso@simiente.example');
    const luis = await signInAs('luis@simiente.example', ['todo', 'administracion']);
    const listAccounts = () =>
      other.app.inject({ url: '/v1/accounts/list', headers: { cookie: luis.cookie } });
    expect((await listAccounts()).statusCode).toBe(200);
    // The database's notification may arrive after the answer.
    const answers = (code: number) =>
      vi.waitFor(async () => expect((await listAccounts()).statusCode).toBe(code), LONG_WAIT);
    await put('update', { idAccount: luis.id, roles: ['todo'] });
    await answers(403);
    await send('set-active', { idAccount: luis.id, active: false });
    await answers(401);
  });

  test('E-10.343: an edit of an old version is rejected with the current account', async () => {
    const id = await addColleague(testApp().database.db);
    const { version } = await read(id);
    await put('update', { idAccount: id, roles: ['laboratorio'], version });
    const staleAnswer = await put('update', { idAccount: id, roles: ['recepcion'], version });
    expect(staleAnswer.statusCode).toBe(409);
    expect(staleAnswer.json()).toMatchObject({
      code: 'STALE_VERSION',
      details: { current: { roles: ['laboratorio'], version: version + 1 } },
    });
  });

  test('E-10.344: an account linked to a doctor may open the record of that doctor’s patients as its own, and another account may not', async () => {
    const { database, signInAs } = testApp();
    const { db } = database;
    const patientId = await addPatient(db);
    const doctorId = await addDoctor(db);
    await addDoctorAppointment(db, { patientId, doctorId });
    const luis = await signInAs('luis@simiente.example', ['medico']);
    const accesses = async () => (await luis.get(`/v1/user/accesses?idUser=${patientId}`)).status;
    expect(await accesses()).toBe(403);
    const linked = await put('update', { idAccount: luis.id, idDoctor: doctorId });
    expect(linked.json().data.account.doctor.idDoctor).toBe(doctorId);
    expect(await accesses()).toBe(200);
    await put('update', { idAccount: luis.id, idDoctor: null });
    expect(await accesses()).toBe(403);
    expect((await rowsAbout(luis.id)).map(({ action }) => action)).toContain(
      'staff.doctor_changed',
    );
  });

  test('E-10.344: a doctor is linked to one account, even when two are linked simultaneously', async () => {
    const { db } = testApp().database;
    const idDoctor = await addDoctor(db);
    const ids = [await addColleague(db), await addColleague(db)];
    const answers = await Promise.all(
      ids.map((idAccount) => put('update', { idAccount, idDoctor })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const rejected = answers.find(({ statusCode }) => statusCode === 409);
    expect(rejected?.json()).toMatchObject(errorBody('DOCTOR_OF_ANOTHER'));
    const unknown = await put('update', { idAccount: ids[0], idDoctor: 'doc_nadie' });
    expect(unknown.statusCode).toBe(404);
  });
});

describe('E-10.345: the last account that can administer', () => {
  test('cannot be demoted', async () => {
    const answer = await put('update', { idAccount: ana.id, roles: ['todo'] });
    expect([answer.statusCode, answer.json()]).toEqual([409, errorBody('LAST_ADMINISTRATOR')]);
    expect((await read(ana.id)).roles).toEqual(['todo', 'administracion']);
  });

  test('an invited administrator does not count as another administrator', async () => {
    const invited = { name: 'Eva', email: 'eva@simiente.example', roles: ['administracion'] };
    await send('invite', invited);
    const answer = await put('update', { idAccount: ana.id, roles: ['todo'] });
    expect(answer.json()).toEqual(errorBody('LAST_ADMINISTRATOR'));
  });

  type Change = (idAccount: string, by: TestStaff) => Promise<LightMyRequestResponse>;
  const demote: Change = (idAccount, by) => put('update', { idAccount, roles: ['todo'] }, by);
  const suspend: Change = (idAccount, by) => send('set-active', { idAccount, active: false }, by);

  test.each([
    ['demote', demote],
    ['suspend', suspend],
  ])('one remains when two administrators %s each other simultaneously', async (_name, change) => {
    const { database, signInAs } = testApp();
    const administrators = sql`${staff.status} = 1 and 'administracion' = any(${staff.roles})`;
    for (let round = 0; round < 5; round += 1) {
      await database.db.delete(staff);
      const one = await signInAs('una@simiente.example', ['todo', 'administracion']);
      const other = await signInAs('otra@simiente.example', ['todo', 'administracion']);
      await Promise.all([change(other.id, one), change(one.id, other)]);
      expect(await database.db.$count(staff, administrators)).toBe(1);
    }
  });
});

describe('E-10.346: changes by an administrator to their own account', () => {
  test('removing a role is allowed, and every other change is rejected', async () => {
    const { db } = testApp().database;
    await addColleague(db, { roles: ['administracion'] });
    const idDoctor = await addDoctor(db);
    const idAccount = ana.id;
    const rejected = [
      await put('update', { idAccount, roles: ['todo', 'administracion', 'auditoria'] }),
      await put('update', { idAccount, idDoctor }),
      await send('set-active', { idAccount, active: false }),
      await send('end-sessions', { idAccount }),
      await send('reset-two-factor', { idAccount }),
      await send('remove-passkeys', { idAccount }),
      await send('remove-provider', { idAccount }),
      await send('make-link', { idAccount }),
    ];
    for (const answer of rejected) {
      expect([answer.statusCode, answer.json()]).toEqual([409, errorBody('OWN_ACCOUNT')]);
    }
    const less = await put('update', { idAccount, roles: ['administracion'] });
    expect(less.json().data.account.roles).toEqual(['administracion']);
  });
});

describe('suspension, sessions and second step of another account', () => {
  test('E-10.347: a suspended account is signed out immediately, and can sign in again once activated', async () => {
    const { app, signInAs } = testApp();
    const luis = await signInAs('luis@simiente.example');
    const off = await send('set-active', { idAccount: luis.id, active: false });
    expect(off.json().data.account).toMatchObject({ state: 'suspended', openSessions: 0 });
    expect((await luis.get('/v1/user/list')).status).toBe(401);
    expect((await signIn(app, { email: luis.email })).json().code).toBe('ACCOUNT_INACTIVE');
    await send('set-active', { idAccount: luis.id, active: true });
    expect((await signIn(app, { email: luis.email })).statusCode).toBe(200);
  });

  test('activating a suspended invitation makes it an invitation again', async () => {
    const rosa = { name: 'Rosa', email: 'rosa@simiente.example', roles: ['recepcion'] };
    const { idAccount } = (await send('invite', rosa)).json().data.account;
    await send('set-active', { idAccount, active: false });
    expect((await read(idAccount)).state).toBe('suspended');
    const link = await send('make-link', { idAccount });
    expect([link.statusCode, link.json()]).toEqual([409, errorBody('ACCOUNT_SUSPENDED')]);
    await send('set-active', { idAccount, active: true });
    expect((await read(idAccount)).state).toBe('invited');
  });

  test('E-10.347: sessions of an account end, and it can sign in again', async () => {
    const { app, signInAs } = testApp();
    const luis = await signInAs('luis@simiente.example');
    await signIn(app, { email: luis.email });
    const answer = await send('end-sessions', { idAccount: luis.id });
    expect(answer.json().data).toMatchObject({ ended: 2, account: { openSessions: 0 } });
    expect((await luis.get('/v1/user/list')).status).toBe(401);
    expect((await signIn(app, { email: luis.email })).statusCode).toBe(200);
  });

  test('E-10.347: removing a second step ends its sessions and is audited', async () => {
    const { db } = testApp().database;
    const id = await addColleague(db, { twoFactorEnabled: true });
    await db
      .insert(staffTwoFactors)
      .values({ id, userId: id, secret: 's', backupCodes: 'c', enabledAt: new Date() });
    expect((await read(id)).twoFactor).toBe(true);
    const answer = await send('reset-two-factor', { idAccount: id });
    expect(answer.json().data.account.twoFactor).toBe(false);
    expect((await rowsAbout(id)).map(({ action }) => action)).toContain('two_factor.reset');
  });

  test('E-10.358: passkeys are counted and removed, their sessions end, and it is audited', async () => {
    const luis = await testApp().signInAs(`${crypto.randomUUID()}@clinica.example`);
    await addPasskey(testApp().app, luis);
    await addPasskey(testApp().app, luis, 'Llave USB');
    expect((await read(luis.id)).passkeys).toBe(2);
    const answer = await send('remove-passkeys', { idAccount: luis.id });
    expect(answer.json().data.account).toMatchObject({ passkeys: 0, openSessions: 0 });
    expect((await luis.get('/v1/account/get-one')).status).toBe(401);
    expect(await rowsAbout(luis.id)).toContainEqual(
      expect.objectContaining({ action: 'passkey.reset', details: { count: 2 } }),
    );
  });

  test('an unknown account returns a 404', async () => {
    const idAccount = 'nadie';
    const answers = [
      await put('update', { idAccount, roles: ['todo', 'administracion'] }),
      await send('set-active', { idAccount, active: true }),
      await send('end-sessions', { idAccount }),
      await send('make-link', { idAccount }),
    ];
    for (const answer of answers) expect(answer.statusCode).toBe(404);
  });
});
