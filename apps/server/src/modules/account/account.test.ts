import { errorBody } from '@simiente/contract/common/errors';
import { EVENTS_PATH } from '@simiente/contract/events/settings';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DEFAULT_STREAM_LIMITS } from '../../platform/events/routes.ts';
import { auditEvents } from '../../schema/audit.ts';
import { staffSessions } from '../../schema/staff.ts';
import {
  getSessionCookie,
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  startApplication,
  type TestStaff,
} from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
});

let people = 0;
function newPerson(): Promise<TestStaff> {
  people += 1;
  return testApp().signInAs(`cuenta${people}@simiente.example`);
}

const NEW_PASSWORD = 'bugambilia junto al muro';

function change(person: TestStaff, payload: object) {
  return person.request({ method: 'POST', url: '/v1/account/change-password', payload });
}

function update(person: TestStaff, payload: object) {
  return person.request({ method: 'PUT', url: '/v1/account/update', payload });
}

async function readActions({ id }: TestStaff): Promise<string[]> {
  const { db } = testApp().database;
  const rows = await db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectKind, 'staff'), eq(auditEvents.subjectId, id)))
    .orderBy(auditEvents.id);
  return rows.map(({ action }) => action);
}

async function getStatus(cookie: string): Promise<number> {
  const answer = await testApp().app.inject({ url: '/v1/account/get-one', headers: { cookie } });
  return answer.statusCode;
}

describe('the name of the signed-in account', () => {
  test('E-10.1537: the account shows the server’s release, and saving a new name raises the account’s own version', async () => {
    const person = await newPerson();
    expect((await person.get('/v1/account/get-one')).body).toEqual({
      status: 200,
      data: {
        name: 'Mariana Solórzano',
        email: person.email,
        version: 1,
        twoFactor: null,
        passkeys: [],
        hasPassword: true,
        provider: null,
        twoFactorRequired: false,
        release: expect.stringMatching(/^\d+\.\d+\.\d+/),
      },
    });
    const saved = await update(person, { name: '  Mariana S. ', version: 1 });
    expect(saved.json().data.account).toMatchObject({ name: 'Mariana S.', version: 2 });
    // Saving an unchanged name keeps the version.
    const again = await update(person, { name: 'Mariana S.', version: 2 });
    expect(again.json().data.account.version).toBe(2);
    const answer = await person.request({ url: '/api/auth/get-session' });
    expect(answer.json().user.name).toBe('Mariana S.');
    expect(await readActions(person)).toEqual(['session.created', 'account.renamed']);
  });

  test('T-H4: is rejected if the request has an old version, and saved if the request has no version', async () => {
    const person = await newPerson();
    await update(person, { name: 'La primera', version: 1 });
    const stale = await update(person, { name: 'La segunda', version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'STALE_VERSION',
      details: { current: { name: 'La primera', version: 2 } },
    });
    const wins = await update(person, { name: 'La tercera' });
    expect(wins.json().data.account).toMatchObject({ name: 'La tercera', version: 3 });
  });

  test.each([
    [{ name: ' ' }],
    [{ name: 'x'.repeat(201) }],
    [{ name: 'a\u0000b' }],
    [{ name: 1 }],
    [{}],
    [{ name: 'x', email: 'otro@simiente.example' }],
    [{ name: 'x', status: 1 }],
    [{ name: 'x', version: 0 }],
  ])('T-C2, T-C3: %j is rejected with a 400', async (payload) => {
    expect((await update(testApp().staff, payload)).statusCode).toBe(400);
  });
});

describe('the password of the signed-in account', () => {
  test('T-A8: a change needs the current password, ends every other session, and keeps this one', async () => {
    const { app } = testApp();
    const person = await newPerson();
    const other = getSessionCookie(await signIn(app, { email: person.email }));
    const bystander = await newPerson();
    const changed = await change(person, {
      currentPassword: person.password,
      newPassword: NEW_PASSWORD,
    });
    expect(changed.json()).toEqual({ status: 200, data: { ended: 1 } });
    expect(await getStatus(other)).toBe(401);
    expect(await getStatus(person.cookie)).toBe(200);
    expect(await getStatus(bystander.cookie)).toBe(200);
    expect((await signIn(app, { email: person.email })).statusCode).toBe(401);
    const back = await signIn(app, { email: person.email, password: NEW_PASSWORD });
    expect(back.statusCode).toBe(200);
    expect(await readActions(person)).toContain('account.password_changed');
  });

  test('a wrong current password changes nothing, and is audited', async () => {
    const person = await newPerson();
    const rejected = await change(person, {
      currentPassword: 'otra contraseña',
      newPassword: NEW_PASSWORD,
    });
    expect(rejected.json()).toEqual(errorBody('WRONG_PASSWORD'));
    expect(await readActions(person)).toEqual(['session.created', 'account.password_refused']);
    expect((await signIn(testApp().app, { email: person.email })).statusCode).toBe(200);
  });

  test('T-A1: the tenth wrong answer ends only the session in which it was given', async () => {
    const { app, staff: person } = await startApplication();
    const other = getSessionCookie(await signIn(app, { email: person.email }));
    const guess = () =>
      change(person, { currentPassword: 'otra contraseña', newPassword: NEW_PASSWORD });
    const seen: number[] = [];
    for (let index = 0; index < 10; index += 1) seen.push((await guess()).statusCode);
    expect(seen).toEqual([...Array(9).fill(403), 401]);
    const statusIn = async (cookie: string) =>
      (await app.inject({ url: '/v1/account/get-one', headers: { cookie } })).statusCode;
    expect(await statusIn(person.cookie)).toBe(401);
    expect(await statusIn(other)).toBe(200);
    // The wrong answers did not count as failed sign-ins.
    const again = await signIn(app, { email: person.email });
    expect([again.statusCode, again.json().failedAttempts]).toEqual([200, 0]);
  });

  test('T-A1: a correct password clears the earlier wrong attempts', async () => {
    const { staff: person } = await startApplication();
    let currentPassword = person.password;
    for (const newPassword of [NEW_PASSWORD, `${NEW_PASSWORD} y más`]) {
      for (let index = 0; index < 9; index += 1) {
        const wrong = await change(person, { currentPassword: 'otra contraseña', newPassword });
        expect(wrong.statusCode).toBe(403);
      }
      expect((await change(person, { currentPassword, newPassword })).statusCode).toBe(200);
      currentPassword = newPassword;
    }
  });

  test('T-K2: wrong passwords of strangers at the login do not block the change', async () => {
    const { app, staff: person } = await startApplication({
      attemptLimits: {
        network: { max: 2, windowSeconds: 900 },
        address: { max: 2, windowSeconds: 900 },
      },
    });
    let last = 0;
    while (last !== 429) {
      const tried = await signIn(app, { email: person.email, password: 'otra contraseña' });
      last = tried.statusCode;
    }
    const changed = await change(person, {
      currentPassword: person.password,
      newPassword: NEW_PASSWORD,
    });
    expect(changed.statusCode).toBe(200);
  });

  test.each([
    'password',
    'Password1!',
    '1234567890',
    'iloveyou',
    'contraseña2026',
    'simiente1',
    'Mariana Solórzano',
  ])('E-10.171, T-A12: %j is rejected as a common password', async (newPassword) => {
    const { staff: person } = testApp();
    const rejected = await change(person, { currentPassword: person.password, newPassword });
    expect(rejected.json()).toEqual(errorBody('PASSWORD_TOO_COMMON'));
  });

  test('T-A12: the account’s own e-mail is rejected', async () => {
    const person = await newPerson();
    const rejected = await change(person, {
      currentPassword: person.password,
      newPassword: person.email.toUpperCase(),
    });
    expect(rejected.json()).toEqual(errorBody('PASSWORD_TOO_COMMON'));
  });

  test('T-A12: a password of 64 or more characters with spaces is stored, and must match to its last character', async () => {
    const { app } = testApp();
    const person = await newPerson();
    const { email } = person;
    let currentPassword = person.password;
    for (const length of [64, 128]) {
      const newPassword = ` ñandú ${'frase larga '.repeat(10)}`
        .padEnd(length, 'z')
        .slice(0, length);
      expect((await change(person, { currentPassword, newPassword })).statusCode).toBe(200);
      currentPassword = newPassword;
      expect((await signIn(app, { email, password: newPassword })).statusCode).toBe(200);
      const shorter = newPassword.slice(0, -1);
      expect((await signIn(app, { email, password: shorter })).statusCode).toBe(401);
    }
  });
  test.each(['', 'x'.repeat(7), 'x'.repeat(129)])(
    'a password of the wrong length is rejected with a 400: %j',
    async (newPassword) => {
      const { staff: person } = testApp();
      const rejected = await change(person, { currentPassword: person.password, newPassword });
      expect(rejected.statusCode).toBe(400);
      expect(rejected.json().issues[0].path).toBe('newPassword');
    },
  );

  test('T-F3: the password is not changed when the audit cannot be written', async () => {
    const started = await startApplication();
    const { app, staff: person } = started;
    await queryAsOwner(started.database, 'alter table audit_events rename to audit_hidden');
    const rejected = await change(person, {
      currentPassword: person.password,
      newPassword: NEW_PASSWORD,
    });
    expect(rejected.statusCode).toBe(500);
    await queryAsOwner(started.database, 'alter table audit_hidden rename to audit_events');
    expect((await signIn(app, { email: person.email })).statusCode).toBe(200);
  });
});

describe('the sessions of the signed-in account', () => {
  test('lists only sessions of this account, with the current one marked', async () => {
    const { app } = testApp();
    const person = await newPerson();
    await newPerson();
    await signIn(
      app,
      { email: person.email },
      { headers: { 'user-agent': 'un programa' }, remoteAddress: '203.0.113.9' },
    );
    const { body } = await person.get('/v1/account/sessions');
    const { sessions } = (body as { data: { sessions: Record<string, unknown>[] } }).data;
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions).toContainEqual(
      expect.objectContaining({
        current: false,
        address: '203.0.113.9',
        userAgent: 'un programa',
      }),
    );
    // A list must not reveal the token that opens a session.
    expect(JSON.stringify(body)).not.toContain('token');
  });

  test('leaves out sessions that ended', async () => {
    const { app, database } = testApp();
    const person = await newPerson();
    const other = getSessionCookie(await signIn(app, { email: person.email }));
    await database.db
      .update(staffSessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(staffSessions.userId, person.id));
    expect(await getStatus(other)).toBe(401);
    const again = getSessionCookie(await signIn(app, { email: person.email }));
    const listed = await app.inject({ url: '/v1/account/sessions', headers: { cookie: again } });
    expect(listed.json().data.sessions).toHaveLength(1);
  });

  test('T-A7: a closed session is rejected at its next request', async () => {
    const { app } = testApp();
    const person = await newPerson();
    const other = getSessionCookie(await signIn(app, { email: person.email }));
    const listed = await person.request({ url: '/v1/account/sessions' });
    const { idSession } = listed
      .json()
      .data.sessions.find(({ current }: { current: boolean }) => !current);
    const revoke = () =>
      person.request({ method: 'POST', url: '/v1/account/revoke-session', payload: { idSession } });
    expect((await revoke()).json()).toEqual({ status: 200, data: { ended: 1 } });
    expect(await getStatus(other)).toBe(401);
    expect(await getStatus(person.cookie)).toBe(200);
    expect((await revoke()).statusCode).toBe(404);
    expect(await readActions(person)).toContain('session.revoked');
  });

  test("E-10.175, T-A7: a closed session's event stream ends", async () => {
    const { app, staff: person } = await startApplication({
      streamLimits: { ...DEFAULT_STREAM_LIMITS, checkInterval: 20 },
    });
    const other = getSessionCookie(await signIn(app, { email: person.email }));
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}${EVENTS_PATH}`;
    const stream = await fetch(url, { headers: { cookie: other } });
    expect(stream.status).toBe(200);
    await person.request({
      method: 'POST',
      url: '/v1/account/revoke-other-sessions',
      payload: {},
    });
    // The stream ends.
    expect(await stream.text()).toContain('event');
    expect((await fetch(url, { headers: { cookie: other } })).status).toBe(401);
  });

  test("T-B2: another user's session cannot be closed, nor one that does not exist", async () => {
    const { database } = testApp();
    const person = await newPerson();
    const victim = await newPerson();
    const [session] = await database.db
      .select()
      .from(staffSessions)
      .where(eq(staffSessions.userId, victim.id));
    for (const idSession of [session?.id ?? '', 'x']) {
      const rejected = await person.request({
        method: 'POST',
        url: '/v1/account/revoke-session',
        payload: { idSession },
      });
      expect(rejected.statusCode).toBe(404);
    }
    expect(await getStatus(victim.cookie)).toBe(200);
  });

  test('all sessions but this one can be closed', async () => {
    const { app } = testApp();
    const person = await newPerson();
    const others = [
      getSessionCookie(await signIn(app, { email: person.email })),
      getSessionCookie(await signIn(app, { email: person.email })),
    ];
    const close = () =>
      person.request({ method: 'POST', url: '/v1/account/revoke-other-sessions', payload: {} });
    expect((await close()).json().data).toEqual({ ended: 2 });
    for (const cookie of others) expect(await getStatus(cookie)).toBe(401);
    expect(await getStatus(person.cookie)).toBe(200);
    expect((await close()).json().data).toEqual({ ended: 0 });
  });
});
