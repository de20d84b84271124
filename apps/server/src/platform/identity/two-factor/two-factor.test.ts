import { contract } from '@simiente/contract';
import { VIEW_AS_HEADER } from '@simiente/contract/common/access/role-names';
import { type Role, roles } from '@simiente/contract/common/access/roles';
import { errorBody } from '@simiente/contract/common/errors';
import { EVENTS_PATH } from '@simiente/contract/events/settings';
import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { staff, staffSessions, staffTwoFactors } from '../../../schema/staff.ts';
import { makeCodeGenerator } from '../../../testing/accounts/otp.ts';
import {
  beginSignIn,
  personWithAuthenticator,
  setUpTwoFactor,
  twoFactorCall,
} from '../../../testing/accounts/two-factor.ts';
import {
  getSessionCookie,
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  startApplication,
  type TestApplication,
  type TestStaff,
} from '../../../testing/application.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { callRoutes } from '../../calls/serve-calls.ts';
import { DEFAULT_STREAM_LIMITS } from '../../events/routes.ts';
import { resetTwoFactor } from './two-factor.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
});

const newPerson = () => testApp().signInAs(`${crypto.randomUUID()}@simiente.example`);

async function readActions(id: string): Promise<string[]> {
  const { db } = testApp().database;
  const rows = await db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectKind, 'staff'), eq(auditEvents.subjectId, id)))
    .orderBy(auditEvents.id);
  return rows.map(({ action }) => action);
}

describe('setting up the second step', () => {
  test('E-10.172: a TOTP code enables the second step, which later sign-ins require', async () => {
    const { app, database } = testApp();
    const person = await newPerson();
    const began = await twoFactorCall(app, 'enable', person.cookie, { password: person.password });
    expect(began.statusCode).toBe(200);
    const { uri, recoveryCodes } = began.json();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Simiente:/);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);

    // Until a code has proved that the app has the secret, sign-ins do not require it.
    expect((await signIn(app, { email: person.email })).json()).toHaveProperty('user');
    const wrong = await twoFactorCall(app, 'confirm', person.cookie, { code: '000000' });
    expect(wrong.json()).toEqual(errorBody('WRONG_CODE'));

    const authenticator = await setUpTwoFactor(app, person);
    const answer = await signIn(app, { email: person.email });
    expect(answer.json()).toEqual({ twoFactorRequired: true });
    expect(answer.headers).not.toHaveProperty('set-auth-token');

    const [row] = await database.db
      .select()
      .from(staffTwoFactors)
      .where(eq(staffTwoFactors.userId, person.id));
    const storedRow = JSON.stringify(row);
    for (const code of authenticator.recoveryCodes) expect(storedRow).not.toContain(code);
    expect(row?.secret).toMatch(/^\$ba\$\d+\$[0-9a-f]+$/);
  });

  test('setup needs the password, happens once, and does not replace an enabled second step', async () => {
    const { app } = testApp();
    const person = await newPerson();
    const wrong = await twoFactorCall(app, 'enable', person.cookie, { password: 'otra' });
    expect(wrong.json()).toEqual(errorBody('WRONG_PASSWORD'));
    const { cookie } = await setUpTwoFactor(app, person);
    const again = await twoFactorCall(app, 'enable', cookie, { password: person.password });
    expect(again.statusCode).toBe(409);
    expect((await twoFactorCall(app, 'confirm', cookie, { code: '000000' })).statusCode).toBe(409);
  });

  test('each step of the setup is audited', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const { password } = person;
    const callOwn = (name: string, payload: object) =>
      twoFactorCall(app, name, authenticator.cookie, payload);
    const again = await callOwn('generate-backup-codes', {
      password,
      code: await authenticator.code(),
    });
    const { recoveryCodes } = again.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    expect(recoveryCodes).not.toEqual(authenticator.recoveryCodes);
    const pendingCookie = await beginSignIn(app, person.email);
    await twoFactorCall(app, 'verify-totp', pendingCookie, { code: '000000' });
    await twoFactorCall(app, 'verify-backup-code', pendingCookie, { code: recoveryCodes[0] });
    await callOwn('disable', { password: 'otra', code: recoveryCodes[1] });
    await callOwn('disable', { password, code: '000000' });
    await callOwn('disable', { password, code: recoveryCodes[1] });
    expect(await readActions(person.id)).toEqual([
      'session.created',
      'two_factor.enabled',
      'two_factor.recovery_codes_made',
      'session.second_step_asked',
      'session.second_step_refused',
      'two_factor.recovery_code_used',
      'session.created',
      'account.password_refused',
      'account.code_refused',
      'two_factor.recovery_code_used',
      'two_factor.disabled',
    ]);
  });

  test('T-F3: a second step opens no session when its audit row cannot be written', async () => {
    const started = await startApplication();
    const person = started.staff;
    const authenticator = await setUpTwoFactor(started.app, person);
    const pendingCookie = await beginSignIn(started.app, person.email);
    await queryAsOwner(started.database, 'alter table audit_events rename to audit_hidden');
    const rejected = await twoFactorCall(started.app, 'verify-totp', pendingCookie, {
      code: await authenticator.code(),
    });
    expect(rejected.statusCode).toBeGreaterThanOrEqual(500);
    await queryAsOwner(started.database, 'alter table audit_hidden rename to audit_events');
    // The transaction was rolled back, so the same code still opens the session.
    const answered = await twoFactorCall(started.app, 'verify-totp', pendingCookie, {
      code: await authenticator.code(),
    });
    expect(answered.statusCode).toBe(200);
  });

  test('E-10.3450: a session continues when the audit row of its new second step cannot be written', async () => {
    const { app, database, staff: person } = await startApplication();
    const began = await twoFactorCall(app, 'enable', person.cookie, { password: person.password });
    const confirm = async () =>
      twoFactorCall(app, 'confirm', person.cookie, {
        code: await makeCodeGenerator(began.json<{ uri: string }>().uri)(),
      });
    await queryAsOwner(database, 'alter table audit_events rename to audit_hidden');
    const failed = await confirm();
    await queryAsOwner(database, 'alter table audit_hidden rename to audit_events');
    expect(failed.statusCode).toBeGreaterThanOrEqual(500);
    expect(failed.headers).not.toHaveProperty('set-cookie');
    expect((await confirm()).statusCode).toBe(200);
  });
});

describe('T-K1: an enabled second step', () => {
  const turnOff = (cookie: string, payload: object) =>
    twoFactorCall(testApp().app, 'disable', cookie, payload);
  const read = async (cookie: string) =>
    (await testApp().app.inject({ url: '/v1/account/get-one', headers: { cookie } })).statusCode;

  test.each(['disable', 'generate-backup-codes'])(
    'is not changed by the password alone, nor by a wrong or used code: %s',
    async (name) => {
      const { app } = testApp();
      const { person, authenticator } = await personWithAuthenticator(testApp());
      const { password } = person;
      const change = (payload: object) => twoFactorCall(app, name, authenticator.cookie, payload);
      expect((await change({ password })).json()).toEqual(errorBody('WRONG_CODE'));
      expect((await change({ password, code: ' ' })).statusCode).toBe(400);
      for (const code of ['000000', await authenticator.code(-1), 'aaaaa-aaaaa', 'x']) {
        expect((await change({ password, code })).json()).toEqual(errorBody('WRONG_CODE'));
      }
      const code = await authenticator.code();
      const wrong = await change({ password: 'otra', code });
      expect(wrong.json()).toEqual(errorBody('WRONG_PASSWORD'));
      expect((await signIn(app, { email: person.email })).json()).toEqual({
        twoFactorRequired: true,
      });
      // A wrong password uses up no code.
      expect((await change({ password, code })).statusCode).toBe(200);
    },
  );

  test.each(['authenticator', 'recovery'])(
    'is turned off by a code from the %s, which ends every other session',
    async (kind) => {
      const { app } = testApp();
      const { person, authenticator } = await personWithAuthenticator(testApp());
      const pendingCookie = await beginSignIn(app, person.email);
      const answered = await twoFactorCall(app, 'verify-totp', pendingCookie, {
        code: await authenticator.code(),
      });
      const other = getSessionCookie(answered);
      expect(await read(other)).toBe(200);
      const typed = {
        authenticator: (await authenticator.code(1)).replace(/^.../, '$& '),
        recovery: authenticator.recoveryCodes[0]?.replace('-', '').toUpperCase(),
      }[kind];
      const done = await turnOff(authenticator.cookie, { password: person.password, code: typed });
      expect(done.json()).toEqual({ enabled: false, ended: 1 });
      expect([await read(authenticator.cookie), await read(other)]).toEqual([200, 401]);
      expect((await signIn(app, { email: person.email })).json()).toHaveProperty('user');
    },
  );

  test('new recovery codes invalidate the old ones and end every other session', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const pendingCookie = await beginSignIn(app, person.email);
    const [first, second] = authenticator.recoveryCodes;
    const answered = await twoFactorCall(app, 'verify-backup-code', pendingCookie, { code: first });
    const other = getSessionCookie(answered);
    const renewed = await twoFactorCall(app, 'generate-backup-codes', authenticator.cookie, {
      password: person.password,
      code: await authenticator.code(),
    });
    expect(renewed.json()).toMatchObject({ ended: 1 });
    expect([await read(authenticator.cookie), await read(other)]).toEqual([200, 401]);
    const late = await twoFactorCall(
      app,
      'verify-backup-code',
      await beginSignIn(app, person.email),
      {
        code: second,
      },
    );
    expect(late.json()).toEqual(errorBody('WRONG_CODE'));
  });

  test('E-10.3972: disabling a disabled second step again succeeds, because an answer may be lost', async () => {
    const person = await newPerson();
    const code = '000000';
    const again = await turnOff(person.cookie, { password: person.password, code });
    expect([again.statusCode, again.json()]).toEqual([200, { enabled: false, ended: 0 }]);
  });
});

describe('with REQUIRE_TWO_FACTOR', () => {
  test('E-10.173, T-A10: a user without a second step can only set it up', async () => {
    const { app, staff: person } = await startApplication({ requireTwoFactor: 'all' });
    const closed = callRoutes(contract).filter(({ access }) => access === 'session');
    for (const { method, path } of closed) {
      const rejected = await person.request({ method, url: path, payload: {} });
      expect([path, rejected.json().code]).toEqual([path, 'TWO_FACTOR_REQUIRED']);
    }
    for (const url of ['/v1/events', '/v1/files/x', '/v1/exports/patients.csv']) {
      expect((await person.request({ url })).statusCode).toBeOneOf([403, 404]);
    }
    const answer = await person.request({ url: '/api/auth/get-session' });
    expect(answer.json()).toMatchObject({ twoFactor: 'missing' });

    const { cookie } = await setUpTwoFactor(app, person);
    const read = await app.inject({ url: '/v1/user/get-all', headers: { cookie } });
    expect(read.statusCode).toBe(200);
    const turnOff = await twoFactorCall(app, 'disable', cookie, { password: person.password });
    expect(turnOff.json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
  });
});

describe('S11, E-10.744: if reading clinical data needs a second step', () => {
  const clinical = sharedApplication({ requireTwoFactor: 'clinical' });
  const readTwoFactor = async (person: TestStaff) =>
    (await person.request({ url: '/api/auth/get-session' })).json().twoFactor;

  test('an account without such a right needs no second step, until it gets one', async () => {
    const { database, signInAs } = clinical();
    const person = await signInAs('pendiente@simiente.example');
    const setRoles = (roles: Role[]) =>
      database.db
        .update(staff)
        .set({ roles, pendingRoles: ['medico'], pendingRolesBy: 'stf', pendingRolesAt: new Date() })
        .where(eq(staff.id, person.id));
    await setRoles([]);
    expect([await readTwoFactor(person), (await person.get('/v1/account/get-one')).status]).toEqual(
      ['off', 200],
    );
    await setRoles(['laboratorio']);
    expect(await readTwoFactor(person)).toBe('missing');
    const rejected = await person.request({ url: '/v1/account/get-one' });
    expect(rejected.json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
  });

  test.each(roles)(
    'the role %s cannot turn it off, whatever role it views the product as',
    async (role) => {
      const { app, signInAs } = clinical();
      const person = await signInAs(`${role}@simiente.example`, [role]);
      expect(await readTwoFactor(person)).toBe('missing');
      const { cookie } = await setUpTwoFactor(app, person);
      for (const viewed of roles) {
        const turnOff = await app.inject({
          method: 'POST',
          url: '/api/auth/two-factor/disable',
          headers: { cookie, [VIEW_AS_HEADER]: viewed },
          payload: { password: person.password },
        });
        expect(turnOff.json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
      }
    },
  );
});

describe('T-K1: the second step belongs to the session that passed it', () => {
  const read = async ({ app }: Pick<TestApplication, 'app'>, cookie: string) =>
    (await app.inject({ url: '/v1/user/get-all', headers: { cookie } })).statusCode;

  test.each(['all', 'none'] as const)(
    'a session with only the password ends when another session enrols, REQUIRE_TWO_FACTOR %s',
    async (requireTwoFactor) => {
      const started = await startApplication({ requireTwoFactor });
      const { app, database, staff: person } = started;
      const other = getSessionCookie(await signIn(app, { email: person.email }));
      const [session] = await database.db
        .select()
        .from(staffSessions)
        .where(eq(staffSessions.userId, person.id))
        .orderBy(desc(staffSessions.createdAt))
        .limit(1);
      const { cookie } = await setUpTwoFactor(app, person);
      expect([await read(started, cookie), await read(started, other)]).toEqual([200, 401]);
      const [enabled] = await database.db
        .select({ details: auditEvents.details })
        .from(auditEvents)
        .where(eq(auditEvents.action, 'two_factor.enabled'));
      expect(enabled?.details).toEqual({ sessionsEnded: 1 });

      // A session that was opened at that moment, and not ended, is rejected too.
      if (!session) throw new Error('no session');
      await database.db.insert(staffSessions).values({ ...session, secondStepAt: null });
      expect(await read(started, other)).toBe(401);
      for (const name of ['enable', 'confirm', 'disable', 'generate-backup-codes']) {
        expect((await twoFactorCall(app, name, other, {})).statusCode).toBe(401);
      }
      const answer = await app.inject({ url: '/api/auth/get-session', headers: { cookie: other } });
      expect(answer.json()).toBeNull();
    },
  );

  test('each sign-in is verified by its own code, or can only enrol', async () => {
    const started = await startApplication({ requireTwoFactor: 'all' });
    const { app, staff: person } = started;
    const authenticator = await setUpTwoFactor(app, person);
    const codes = [
      ['verify-totp', await authenticator.code()],
      ['verify-backup-code', authenticator.recoveryCodes[0]],
    ] as const;
    for (const [name, code] of codes) {
      const pendingCookie = await beginSignIn(app, person.email);
      const answered = await twoFactorCall(app, name, pendingCookie, { code });
      expect(await read(started, getSessionCookie(answered))).toBe(200);
    }
    expect(await read(started, authenticator.cookie)).toBe(200);
  });

  test('event streams of the other sessions close', async () => {
    const { app, staff: person } = await startApplication({
      streamLimits: { ...DEFAULT_STREAM_LIMITS, checkInterval: 20 },
    });
    const other = getSessionCookie(await signIn(app, { email: person.email }));
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}${EVENTS_PATH}`;
    const stream = await fetch(url, { headers: { cookie: other } });
    expect(stream.status).toBe(200);
    await setUpTwoFactor(app, person);
    expect(await stream.text()).toContain('"reason":"session"');
  });
});

test('E-10.174: an operator can remove the second step of a lost authenticator, which ends every session', async () => {
  const { app, database } = testApp();
  const { person, authenticator } = await personWithAuthenticator(testApp());
  const isRemoved = await database.db.transaction((transaction) =>
    resetTwoFactor(transaction, person.id),
  );
  expect(isRemoved).toBe(true);
  const old = await app.inject({
    url: '/v1/account/get-one',
    headers: { cookie: authenticator.cookie },
  });
  expect(old.statusCode).toBe(401);
  expect((await signIn(app, { email: person.email })).json()).toHaveProperty('user');
  expect(
    await database.db.transaction((transaction) => resetTwoFactor(transaction, person.id)),
  ).toBe(false);
});
