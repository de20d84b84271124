import { createHook } from 'node:async_hooks';
import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import {
  rateLimits,
  SUSPENDED,
  staff,
  staffAccounts,
  staffSessions,
} from '../../../schema/staff.ts';
import { makeCodeGenerator } from '../../../testing/accounts/otp.ts';
import { beginSignIn, twoFactorCall } from '../../../testing/accounts/two-factor.ts';
import {
  getSessionCookie,
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  startApplication,
  TEST_PASSWORD,
  type TestStaff,
  testPasswords,
} from '../../../testing/application.ts';
import { addStaff, resetPassword, setPasswordEnd } from '../staff-accounts.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
});

let person: TestStaff;
beforeAll(async () => {
  person = await testApp().signInAs('persona@simiente.example');
});

async function readSessions(id: string) {
  return testApp().database.db.select().from(staffSessions).where(eq(staffSessions.userId, id));
}

/** The part of an answer that a stranger can compare: everything but the time and the request id. */
function comparable(answer: LightMyRequestResponse) {
  const { date: _, 'x-request-id': __, ...headers } = answer.headers;
  return { status: answer.statusCode, body: answer.body, headers };
}

describe('a sign-in', () => {
  test.each([
    { origin: 'http://simiente.example', host: 'simiente.example' },
    { 'sec-fetch-site': 'same-origin' },
  ])('T-E4: a browser that sends %j gets no token that its scripts could read', async (sent) => {
    const { app } = testApp();
    const other = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`);
    const call = (name: string, cookie: string, payload: object) =>
      twoFactorCall(app, name, cookie, payload, { headers: { ...sent, cookie } });
    const began = await call('enable', other.cookie, { password: other.password });
    const code = makeCodeGenerator(began.json().uri);
    const answers = [
      await signIn(app, { email: other.email }, { headers: sent }),
      await call('confirm', other.cookie, { code: await code() }),
    ];
    const pendingCookie = await beginSignIn(app, other.email);
    answers.push(await call('verify-totp', pendingCookie, { code: await code(1) }));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(getSessionCookie(answer)).toMatch(/^simiente\.session_token=./);
      expect(answer.headers).not.toHaveProperty('set-auth-token');
      expect(answer.body).not.toContain('token');
    }
  });

  test('S-7, T-E4: a browser gets a cookie hidden from scripts, and other clients a bearer token', async () => {
    const { app } = testApp();
    const answer = await signIn(app, { email: person.email });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^simiente\.session_token=/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).toMatch(/; Path=\//);

    const bearer = String(answer.headers['set-auth-token']);
    for (const headers of [
      { cookie: getSessionCookie(answer) },
      { authorization: `Bearer ${bearer}` },
    ]) {
      const response = await app.inject({ url: '/v1/user/get-all', headers });
      expect(response.statusCode).toBe(200);
      const sessionAnswer = await app.inject({ url: '/api/auth/get-session', headers });
      expect(sessionAnswer.json()).toEqual({
        user: { name: 'Mariana Solórzano', email: person.email },
        clinicTimeZone: 'America/Mexico_City',
        mapTiles: null,
        twoFactor: 'off',
      });
    }
  });

  test('T-E4: behind TLS the cookie is bound to this host and to TLS', async () => {
    const { app, staff } = await startApplication({ secure: true });
    const cookie = String((await signIn(app, { email: staff.email })).headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-simiente\.session_token=/);
    for (const attribute of ['; Secure', '; HttpOnly', '; SameSite=Lax', '; Path=/']) {
      expect(cookie).toContain(attribute);
    }
    expect(cookie).not.toMatch(/Domain=/i);
    // Secure cookies do not exist without TLS, and one of that name opens no session.
    const planted = cookie.split(';')[0] ?? '';
    const plain = await testApp().app.inject({
      url: '/v1/user/get-all',
      headers: { cookie: planted },
    });
    expect(plain.statusCode).toBe(401);
  });

  test('answers with only the user’s name and e-mail', async () => {
    const answer = await signIn(testApp().app, { email: person.email });
    expect(answer.json()).toEqual({
      clinicTimeZone: 'America/Mexico_City',
      failedAttempts: expect.any(Number),
      user: { id: person.id, name: 'Mariana Solórzano', email: person.email },
    });
  });

  test.each(['PERSONA@Simiente.Example', '  persona@simiente.example  '])(
    'accepts the e-mail written as %j',
    async (email) => {
      expect((await signIn(testApp().app, { email })).statusCode).toBe(200);
    },
  );

  test('T-A12: a password of 128 characters with spaces must match to its last character', async () => {
    const { app, database } = testApp();
    const password = ` ñandú ${'frase larga '.repeat(5)}`.padEnd(128, 'z');
    await database.db.transaction((transaction) =>
      addStaff(transaction, testPasswords, {
        name: 'Frase',
        email: 'frase@simiente.example',
        password,
      }),
    );
    const email = 'frase@simiente.example';
    expect((await signIn(app, { email, password })).statusCode).toBe(200);
    for (const wrong of [password.slice(0, -1), password.trim(), `${password.slice(0, -1)}y`]) {
      expect((await signIn(app, { email, password: wrong })).statusCode).toBe(401);
    }
  });

  test('E-10.2552: a generated password that expired opens no session, and a chosen one works again', async () => {
    const { app, database } = testApp();
    const { db } = database;
    const { id, email } = await testApp().signInAs('temporal@simiente.example');
    await db.transaction((transaction) => setPasswordEnd(transaction, id));
    expect((await signIn(app, { email })).statusCode).toBe(200);
    await db
      .update(staffAccounts)
      .set({ passwordUntil: new Date(Date.now() - 1_000) })
      .where(eq(staffAccounts.userId, id));
    const open = (await readSessions(id)).length;
    expect((await signIn(app, { email })).json()).toEqual(errorBody('PASSWORD_EXPIRED'));
    expect((await signIn(app, { email, password: 'otra cosa' })).json()).toEqual(
      errorBody('INVALID_EMAIL_OR_PASSWORD'),
    );
    expect(await readSessions(id)).toHaveLength(open);
    await db.transaction((transaction) =>
      resetPassword(transaction, testPasswords, id, TEST_PASSWORD),
    );
    expect((await signIn(app, { email })).statusCode).toBe(200);
  });

  test('stores the password only as a hash', async () => {
    const [account] = await testApp()
      .database.db.select()
      .from(staffAccounts)
      .where(eq(staffAccounts.userId, person.id));
    expect(account?.password).toMatch(/^\$scrypt\$ln=\d+,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test('T-A2: is logged with the address of the connection, not with one that a header names', async () => {
    const { app } = testApp();
    const other = await testApp().signInAs('direccion@simiente.example');
    await signIn(
      app,
      { email: other.email },
      {
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': '198.51.100.1' },
      },
    );
    const addresses = (await readSessions(other.id)).map(({ ipAddress }) => ipAddress);
    expect(addresses).toContain('203.0.113.9');
    expect(addresses).not.toContain('198.51.100.1');
  });

  test.each([
    ['a b', 400],
    ['exa%mple', 400],
    ['[', 400],
    ['', 200],
    ['x'.repeat(300), 200],
  ])('that has the Host %j gets the status %i', async (host, status) => {
    const answer = await signIn(testApp().app, { email: person.email }, { headers: { host } });
    expect(answer.statusCode).toBe(status);
  });
});

describe('T-A4: a wrong password and an unknown e-mail', () => {
  test('E-8.10: a wrong password and an unknown e-mail get the same status, body and headers', async () => {
    const { app } = testApp();
    const wrong = await signIn(app, { email: person.email, password: 'otra contraseña' });
    const unknown = await signIn(app, {
      email: 'nadie@simiente.example',
      password: 'otra contraseña',
    });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual(errorBody('INVALID_EMAIL_OR_PASSWORD'));
    expect(comparable(unknown)).toEqual(comparable(wrong));
  });

  test('E-8.10: a wrong password and an unknown e-mail take the same work: one hash each', async () => {
    const { app } = testApp();
    // Node.js reports each scrypt that it starts.
    let computed = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') computed += 1;
      },
    }).enable();
    const cost = async (email: string) => {
      computed = 0;
      await signIn(app, { email, password: 'otra contraseña' });
      return computed;
    };
    const wrong = await cost(person.email);
    const unknown = await cost('nadie@simiente.example');
    hook.disable();
    expect(wrong).toBe(1);
    expect(unknown).toBe(wrong);
  });

  test('an account without a password answers like a wrong password', async () => {
    const { app, database } = testApp();
    await database.db
      .insert(staff)
      .values({ id: 'sin-clave', name: 'Sin clave', email: 'sinclave@simiente.example' });
    const expected = comparable(
      await signIn(app, { email: 'nadie@simiente.example', password: 'xx' }),
    );
    const answer = await signIn(app, { email: 'sinclave@simiente.example', password: 'xx' });
    expect(comparable(answer)).toEqual(expected);
  });
});

test.each(['nadie', 'a@b', 'a b@c.mx', "' or 1=1 --"])(
  'the malformed address %j is rejected as malformed, and leaves no trace',
  async (email) => {
    const { app, database } = testApp();
    const countRows = async () => [
      await database.db.$count(rateLimits),
      await database.db.$count(auditEvents),
    ];
    const before = await countRows();
    const answer = await signIn(app, { email, password: 'xx' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      status: 400,
      code: 'INVALID_EMAIL',
      errorMessage: 'La dirección de correo electrónico no es válida.',
    });
    expect(await countRows()).toEqual(before);
  },
);

describe('an account that is not active', () => {
  test('E-6.3: its status is revealed only after the correct password, and no session is opened', async () => {
    const { app, database, signInAs } = testApp();
    const suspended = await signInAs('inactiva@simiente.example');
    for (const status of [SUSPENDED, 2, -1, 100]) {
      await database.db.update(staff).set({ status }).where(eq(staff.id, suspended.id));
      await database.db.delete(staffSessions).where(eq(staffSessions.userId, suspended.id));
      const right = await signIn(app, { email: suspended.email });
      expect(right.statusCode).toBe(403);
      expect(right.json()).toMatchObject({
        code: 'ACCOUNT_INACTIVE',
        errorMessage: 'Tu cuenta no está activa. Contacta al administrador.',
      });
      expect(right.headers).not.toHaveProperty('set-cookie');
      expect(right.headers).not.toHaveProperty('set-auth-token');
      const wrong = await signIn(app, { email: suspended.email, password: 'otra contraseña' });
      expect(wrong.json()).toEqual(errorBody('INVALID_EMAIL_OR_PASSWORD'));
      expect(await readSessions(suspended.id)).toEqual([]);
    }
  });
});

describe('T-C2, T-C3: malformed credentials', () => {
  test.each([
    [{}],
    [{ email: 'a@b.mx' }],
    [{ email: 'a@b.mx', password: '' }],
    [{ email: ' ', password: 'x' }],
    [{ email: 1, password: 2 }],
    [{ email: ['persona@simiente.example'], password: TEST_PASSWORD }],
    [{ email: { $ne: null }, password: { $ne: null } }],
    [{ email: 'persona@simiente.example', password: TEST_PASSWORD, rememberMe: true }],
    [{ email: 'persona@simiente.example', password: TEST_PASSWORD, status: 1 }],
    [{ email: 'persona@simiente.example', password: TEST_PASSWORD, callbackURL: '//evil.example' }],
    [{ email: 'a\u0000@b.mx', password: 'x' }],
    [{ email: `${'a'.repeat(400)}@b.mx`, password: 'x' }],
    [{ email: 'persona@simiente.example', password: 'x'.repeat(129) }],
    [[]],
    ['texto'],
    [null],
  ])('%j returns a 400 and begins nothing', async (payload) => {
    const answer = await testApp().app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ status: 400, errorMessage: expect.any(String) });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});
