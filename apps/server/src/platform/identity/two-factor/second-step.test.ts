import { contract } from '@simiente/contract';
import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { staff, staffSessions, staffVerifications } from '../../../schema/staff.ts';
import {
  beginSignIn,
  getPendingCookie,
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
  testPasswords,
} from '../../../testing/application.ts';
import { callRoutes } from '../../calls/serve-calls.ts';
import type { Transaction } from '../../database/database.ts';
import { endSessions, resetPassword } from '../staff-accounts.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
});

const readSessions = (id: string) =>
  testApp().database.db.select().from(staffSessions).where(eq(staffSessions.userId, id));

describe('a sign-in with a second step', () => {
  test('opens a session with a TOTP code, and gives other clients a bearer token', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const pendingCookie = await beginSignIn(app, person.email);
    const code = await authenticator.code();
    const answered = await twoFactorCall(app, 'verify-totp', pendingCookie, {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(answered.statusCode).toBe(200);
    expect(answered.json()).toEqual({
      user: { id: person.id, name: 'Mariana Solórzano', email: person.email },
      clinicTimeZone: 'America/Mexico_City',
      failedAttempts: 0,
    });
    const bearer = { authorization: `Bearer ${String(answered.headers['set-auth-token'])}` };
    for (const headers of [{ cookie: getSessionCookie(answered) }, bearer]) {
      const answer = await app.inject({ url: '/api/auth/get-session', headers });
      expect(answer.json()).toMatchObject({ user: { email: person.email }, twoFactor: 'on' });
    }
  });

  test('T-A10: has no session before the second step, for any call of the contract', async () => {
    const { app } = testApp();
    const { person } = await personWithAuthenticator(testApp());
    const before = (await readSessions(person.id)).length;
    const answer = await signIn(app, { email: person.email });
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    expect(await readSessions(person.id)).toHaveLength(before);
    const closed = callRoutes(contract).filter(({ access }) => access === 'session');
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, path } of closed) {
      const rejected = await app.inject({ method, url: path, headers: { cookie }, payload: {} });
      expect([path, rejected.statusCode]).toEqual([path, 401]);
    }
    for (const name of ['enable', 'confirm', 'disable', 'generate-backup-codes']) {
      expect((await twoFactorCall(app, name, cookie, {})).statusCode).toBe(401);
    }
    const response = await app.inject({ url: '/api/auth/get-session', headers: { cookie } });
    expect(response.json()).toBeNull();
  });

  test('T-A10: cannot be completed by the session of another account', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const other = await personWithAuthenticator(testApp());
    const pendingCookie = await beginSignIn(app, person.email);
    const cookie = `${pendingCookie}; ${other.authenticator.cookie}`;
    const rejected = await twoFactorCall(app, 'verify-totp', cookie, {
      code: await other.authenticator.code(),
    });
    expect(rejected.json()).toEqual(errorBody('WRONG_CODE'));
    const answered = await twoFactorCall(app, 'verify-totp', cookie, {
      code: await authenticator.code(),
    });
    expect(answered.json().user.id).toBe(person.id);
  });

  test('T-A10: waits ten minutes for the second step', async () => {
    const { app, database } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const firstStep = await signIn(app, { email: person.email });
    expect(String(firstStep.headers['set-cookie'])).toContain('Max-Age=600;');
    const pending = eq(staffVerifications.value, person.id);
    const [row] = await database.db.select().from(staffVerifications).where(pending);
    expect(Number(row?.expiresAt)).toBeLessThanOrEqual(Date.now() + 600_000);
    await database.db.update(staffVerifications).set({ expiresAt: new Date() }).where(pending);
    const late = await twoFactorCall(app, 'verify-totp', getPendingCookie(firstStep), {
      code: await authenticator.code(),
    });
    expect(late.json()).toEqual(errorBody('SECOND_STEP_EXPIRED'));
    // The next sign-in deletes the expired one.
    await beginSignIn(app, person.email);
    expect(await database.db.$count(staffVerifications, pending)).toBe(1);
  });

  test.each(['', 'simiente.two_factor=', 'simiente.two_factor=2fa-attempts-2fa-x.y'])(
    'needs a pending sign-in: %j is invalid',
    async (cookie) => {
      const answer = await twoFactorCall(testApp().app, 'verify-totp', cookie, { code: '123456' });
      expect(answer.json()).toEqual(errorBody('SECOND_STEP_EXPIRED'));
    },
  );

  test('rejects a forged cookie, and the cookie of an account that is not active', async () => {
    const { app, database } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const pendingCookie = await beginSignIn(app, person.email);
    const forged = `${pendingCookie.slice(0, -8)}AAAAAAA%3D`;
    const rejected = await twoFactorCall(app, 'verify-totp', forged, {
      code: await authenticator.code(),
    });
    expect(rejected.json()).toEqual(errorBody('SECOND_STEP_EXPIRED'));
    await database.db.update(staff).set({ status: 0 }).where(eq(staff.id, person.id));
    const inactive = await twoFactorCall(app, 'verify-totp', pendingCookie, {
      code: await authenticator.code(1),
    });
    expect(inactive.json()).toEqual(errorBody('ACCOUNT_INACTIVE'));
    expect(inactive.headers).not.toHaveProperty('set-auth-token');
  });
});

describe('T-A11: a used code', () => {
  test('a used TOTP code and every earlier one are rejected', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const tryCode = async (code: string) => {
      const pendingCookie = await beginSignIn(app, person.email);
      return (await twoFactorCall(app, 'verify-totp', pendingCookie, { code })).statusCode;
    };
    // The code that enabled the second step, then the next one.
    expect(await tryCode(await authenticator.code(-1))).toBe(403);
    expect(await tryCode(await authenticator.code(1))).toBe(200);
    expect(await tryCode(await authenticator.code(1))).toBe(403);
    expect(await tryCode(await authenticator.code(0))).toBe(403);
  });

  test('a TOTP code that is sent many times simultaneously opens one session', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const code = await authenticator.code();
    const pendingCookies = await Promise.all(
      [1, 2, 3, 4].map(() => beginSignIn(app, person.email)),
    );
    const answers = await Promise.all(
      [...pendingCookies, ...pendingCookies].map((cookie) =>
        twoFactorCall(app, 'verify-totp', cookie, { code }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('a recovery code opens one session, in any spelling and when sent many times simultaneously', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const [code = '', other = ''] = authenticator.recoveryCodes;
    const pendingCookies = await Promise.all(
      [1, 2, 3, 4].map(() => beginSignIn(app, person.email)),
    );
    const answers = await Promise.all(
      pendingCookies.map((cookie) => twoFactorCall(app, 'verify-backup-code', cookie, { code })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const typed = ` ${other.replace('-', ' ').toUpperCase()} `;
    const cookie = await beginSignIn(app, person.email);
    const answered = await twoFactorCall(app, 'verify-backup-code', cookie, { code: typed });
    expect(answered.statusCode).toBe(200);
    const read = await app.inject({
      url: '/v1/account/get-one',
      headers: { cookie: getSessionCookie(answered) },
    });
    expect(read.json().data.twoFactor).toMatchObject({ recoveryCodesLeft: 8 });
  });
});

test('T-A1, T-K2: codes are counted per account and network together with the passwords, across sign-ins', async () => {
  const { app, staff: person } = await startApplication({
    attemptLimits: { ...MANY_ATTEMPTS, network: { max: 6, windowSeconds: 900 } },
  });
  const authenticator = await setUpTwoFactor(app, person);
  const seen: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    const pendingCookie = await beginSignIn(app, person.email);
    const answer = await twoFactorCall(app, 'verify-totp', pendingCookie, { code: '000000' });
    seen.push(answer.statusCode);
  }
  // Three passwords and three codes; the fourth password is rejected.
  expect(seen).toEqual([403, 403, 403, 403]);
  const rejected = await signIn(app, { email: person.email });
  expect(rejected.statusCode).toBe(429);
  // T-K2: an open session is not affected.
  const response = await twoFactorCall(app, 'generate-backup-codes', authenticator.cookie, {
    password: person.password,
    code: authenticator.recoveryCodes[0],
  });
  expect(response.statusCode).toBe(200);
});

test('T-E4: behind TLS the cookie of the second step is __Host-, like the session’s', async () => {
  const { app, staff: person } = await startApplication({ secure: true });
  await setUpTwoFactor(app, person);
  const answer = await signIn(app, { email: person.email });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const pendingCookie = cookies.find((cookie) => cookie.startsWith('__Host-simiente.two_factor='));
  for (const attribute of ['; Secure', '; HttpOnly', '; SameSite=Lax', '; Path=/']) {
    expect(pendingCookie).toContain(attribute);
  }
  expect(pendingCookie).not.toMatch(/Domain=/i);
});

test("T-A8: a sign-in that waits for its second step ends with the account's sessions", async () => {
  const { app, database } = testApp();
  const { db } = database;
  const { person, authenticator } = await personWithAuthenticator(testApp());
  const bystander = await personWithAuthenticator(testApp());
  const endings: ((within: Transaction) => Promise<unknown>)[] = [
    (within) => resetPassword(within, testPasswords, person.id, person.password),
    (within) => endSessions(within, person.id),
  ];
  for (const [index, end] of endings.entries()) {
    const pendingCookie = await beginSignIn(app, person.email);
    const other = await beginSignIn(app, bystander.person.email);
    await db.transaction(end);
    for (const [name, code] of [
      ['verify-totp', await authenticator.code(1)],
      ['verify-backup-code', authenticator.recoveryCodes[0]],
    ] as const) {
      const late = await twoFactorCall(app, name, pendingCookie, { code });
      expect(late.json()).toEqual(errorBody('SECOND_STEP_EXPIRED'));
    }
    expect(await readSessions(person.id)).toEqual([]);
    const code = bystander.authenticator.recoveryCodes[index];
    expect((await twoFactorCall(app, 'verify-backup-code', other, { code })).statusCode).toBe(200);
  }
});
