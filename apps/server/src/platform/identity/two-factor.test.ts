import { contract } from '@simiente/contract';
import { errorBody } from '@simiente/contract/common/errors';
import { and, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { staff, staffSessions, staffTwoFactors } from '../../schema/staff.ts';
import {
  cookieOf,
  sharedApplication,
  signIn,
  startApplication,
  TEST_SECRET,
  type TestStaff,
  testIdentity,
} from '../../testing/application.ts';
import { asOwner } from '../../testing/database.ts';
import {
  beginSignIn,
  setUpTwoFactor,
  type TestTelephone,
  twoFactorCall,
} from '../../testing/two-factor.ts';
import type { Transaction } from '../database/database.ts';
import { callRoutes } from '../http/calls.ts';
import { createIdentity } from './identity.ts';
import { endSessions, resetPassword } from './staff-accounts.ts';
import { reencryptTwoFactors, resetTwoFactor } from './two-factor.ts';

const running = sharedApplication({
  attemptLimits: { perAccount: 1000, perAddress: 1000, windowSeconds: 900 },
});

let people = 0;
async function newPerson(): Promise<TestStaff> {
  people += 1;
  return running().signInAs(`dospasos${people}@simiente.example`);
}

async function personWithTelephone(): Promise<{ person: TestStaff; telephone: TestTelephone }> {
  const person = await newPerson();
  return { person, telephone: await setUpTwoFactor(running().app, person) };
}

async function actionsOf(id: string): Promise<string[]> {
  const { db } = running().database;
  const rows = await db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectKind, 'staff'), eq(auditEvents.subjectId, id)))
    .orderBy(auditEvents.id);
  return rows.map(({ action }) => action);
}

const sessionsOf = (id: string) =>
  running().database.db.select().from(staffSessions).where(eq(staffSessions.userId, id));

describe('the second step is set up', () => {
  test('with a code of the telephone, and is asked for from then on', async () => {
    const { app, database } = running();
    const person = await newPerson();
    const began = await twoFactorCall(app, 'enable', person.cookie, { password: person.password });
    expect(began.statusCode).toBe(200);
    const { uri, recoveryCodes } = began.json();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Simiente:/);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);

    // Until a code has shown that the telephone has it, nothing is asked for.
    expect((await signIn(app, { email: person.email })).json()).toHaveProperty('user');
    const wrong = await twoFactorCall(app, 'confirm', person.cookie, { code: '000000' });
    expect(wrong.json()).toEqual(errorBody('WRONG_CODE'));

    const telephone = await setUpTwoFactor(app, person);
    const asked = await signIn(app, { email: person.email });
    expect(asked.json()).toEqual({ twoFactorRequired: true });
    expect(asked.headers).not.toHaveProperty('set-auth-token');

    const [row] = await database.db
      .select()
      .from(staffTwoFactors)
      .where(eq(staffTwoFactors.userId, person.id));
    const kept = JSON.stringify(row);
    for (const code of telephone.recoveryCodes) expect(kept).not.toContain(code);
    expect(row?.secret).toMatch(/^\$ba\$\d+\$[0-9a-f]+$/);
  });

  test('only with the password, once, and not over one that is on', async () => {
    const { app } = running();
    const person = await newPerson();
    const wrong = await twoFactorCall(app, 'enable', person.cookie, { password: 'otra' });
    expect(wrong.json()).toEqual(errorBody('WRONG_PASSWORD'));
    const { cookie } = await setUpTwoFactor(app, person);
    const again = await twoFactorCall(app, 'enable', cookie, { password: person.password });
    expect(again.statusCode).toBe(409);
    expect((await twoFactorCall(app, 'confirm', cookie, { code: '000000' })).statusCode).toBe(409);
  });

  test('with rows of the audit for each act', async () => {
    const { app } = running();
    const { person, telephone } = await personWithTelephone();
    const again = await twoFactorCall(app, 'generate-backup-codes', telephone.cookie, {
      password: person.password,
    });
    expect(again.json().recoveryCodes).toHaveLength(10);
    expect(again.json().recoveryCodes).not.toEqual(telephone.recoveryCodes);
    const waiting = await beginSignIn(app, person.email);
    await twoFactorCall(app, 'verify-totp', waiting, { code: '000000' });
    await twoFactorCall(app, 'verify-backup-code', waiting, {
      code: again.json().recoveryCodes[0],
    });
    await twoFactorCall(app, 'disable', telephone.cookie, { password: 'otra' });
    await twoFactorCall(app, 'disable', telephone.cookie, { password: person.password });
    expect(await actionsOf(person.id)).toEqual([
      'session.created',
      'two_factor.enabled',
      'two_factor.recovery_codes_made',
      'session.second_step_asked',
      'session.second_step_refused',
      'two_factor.recovery_code_used',
      'session.created',
      'account.password_refused',
      'two_factor.disabled',
    ]);
  });

  test('and turned off with the password, after which it is asked for no more', async () => {
    const { app } = running();
    const { person, telephone } = await personWithTelephone();
    const off = await twoFactorCall(app, 'disable', telephone.cookie, {
      password: person.password,
    });
    expect(off.json()).toEqual({ enabled: false });
    expect((await signIn(app, { email: person.email })).json()).toHaveProperty('user');
  });

  test('T-F3: not at all when the audit cannot be written', async () => {
    const started = await startApplication();
    const person = started.staff;
    const telephone = await setUpTwoFactor(started.app, person);
    const waiting = await beginSignIn(started.app, person.email);
    await asOwner(started.database, 'alter table audit_events rename to audit_hidden');
    const refused = await twoFactorCall(started.app, 'verify-totp', waiting, {
      code: await telephone.code(),
    });
    expect(refused.statusCode).toBeGreaterThanOrEqual(500);
    await asOwner(started.database, 'alter table audit_hidden rename to audit_events');
    // Nothing of it happened: the same code still opens the session.
    const made = await twoFactorCall(started.app, 'verify-totp', waiting, {
      code: await telephone.code(),
    });
    expect(made.statusCode).toBe(200);
  });
});

describe('a sign-in with a second step', () => {
  test('opens a session by the code of the telephone, and for other clients a bearer token', async () => {
    const { app } = running();
    const { person, telephone } = await personWithTelephone();
    const waiting = await beginSignIn(app, person.email);
    const code = await telephone.code();
    const made = await twoFactorCall(app, 'verify-totp', waiting, {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(made.statusCode).toBe(200);
    expect(made.json()).toEqual({
      user: { id: person.id, name: 'Mariana Solórzano', email: person.email },
      clinicTimeZone: 'America/Mexico_City',
    });
    const bearer = { authorization: `Bearer ${String(made.headers['set-auth-token'])}` };
    for (const headers of [{ cookie: cookieOf(made) }, bearer]) {
      const asked = await app.inject({ url: '/api/auth/get-session', headers });
      expect(asked.json()).toMatchObject({ user: { email: person.email }, twoFactor: 'on' });
    }
  });

  test('T-A10: is nobody’s session until then, for every call of the contract', async () => {
    const { app } = running();
    const { person } = await personWithTelephone();
    const before = (await sessionsOf(person.id)).length;
    const answer = await signIn(app, { email: person.email });
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    expect(await sessionsOf(person.id)).toHaveLength(before);
    const closed = callRoutes(contract).filter(({ access }) => access === 'session');
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, path } of closed) {
      const refused = await app.inject({ method, url: path, headers: { cookie }, payload: {} });
      expect([path, refused.statusCode]).toEqual([path, 401]);
    }
    for (const name of ['enable', 'confirm', 'disable', 'generate-backup-codes']) {
      expect((await twoFactorCall(app, name, cookie, {})).statusCode).toBe(401);
    }
    const asked = await app.inject({ url: '/api/auth/get-session', headers: { cookie } });
    expect(asked.json()).toBeNull();
  });

  test('T-A10: cannot be made for an account by the session of another', async () => {
    const { app } = running();
    const { person, telephone } = await personWithTelephone();
    const other = await personWithTelephone();
    const waiting = await beginSignIn(app, person.email);
    const cookie = `${waiting}; ${other.telephone.cookie}`;
    const refused = await twoFactorCall(app, 'verify-totp', cookie, {
      code: await other.telephone.code(),
    });
    expect(refused.json()).toEqual(errorBody('WRONG_CODE'));
    const made = await twoFactorCall(app, 'verify-totp', cookie, { code: await telephone.code() });
    expect(made.json().user.id).toBe(person.id);
  });

  test.each(['', 'simiente.two_factor=', 'simiente.two_factor=2fa-attempts-2fa-x.y'])(
    'needs a sign-in that waits: %j is none',
    async (cookie) => {
      const answer = await twoFactorCall(running().app, 'verify-totp', cookie, { code: '123456' });
      expect(answer.json()).toEqual(errorBody('SECOND_STEP_EXPIRED'));
    },
  );

  test('is refused with a forged signature, and for an account that is not active', async () => {
    const { app, database } = running();
    const { person, telephone } = await personWithTelephone();
    const waiting = await beginSignIn(app, person.email);
    const forged = `${waiting.slice(0, -8)}AAAAAAA%3D`;
    const refused = await twoFactorCall(app, 'verify-totp', forged, {
      code: await telephone.code(),
    });
    expect(refused.json()).toEqual(errorBody('SECOND_STEP_EXPIRED'));
    await database.db.update(staff).set({ status: 0 }).where(eq(staff.id, person.id));
    const inactive = await twoFactorCall(app, 'verify-totp', waiting, {
      code: await telephone.code(1),
    });
    expect(inactive.statusCode).toBe(403);
    expect(inactive.headers).not.toHaveProperty('set-auth-token');
  });
});

describe('T-A11: what was used once is refused', () => {
  test('a code of the telephone, and every earlier one', async () => {
    const { app } = running();
    const { person, telephone } = await personWithTelephone();
    const tryCode = async (code: string) => {
      const waiting = await beginSignIn(app, person.email);
      return (await twoFactorCall(app, 'verify-totp', waiting, { code })).statusCode;
    };
    // The one that set it up, then this half minute's.
    expect(await tryCode(await telephone.code(-1))).toBe(403);
    expect(await tryCode(await telephone.code(1))).toBe(200);
    expect(await tryCode(await telephone.code(1))).toBe(403);
    expect(await tryCode(await telephone.code(0))).toBe(403);
  });

  test('a code of the telephone that comes many times at once opens one session', async () => {
    const { app } = running();
    const { person, telephone } = await personWithTelephone();
    const code = await telephone.code();
    const waiting = await Promise.all([1, 2, 3, 4].map(() => beginSignIn(app, person.email)));
    const answers = await Promise.all(
      [...waiting, ...waiting].map((cookie) => twoFactorCall(app, 'verify-totp', cookie, { code })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('a recovery code, however it is typed, also when it comes many times at once', async () => {
    const { app } = running();
    const { person, telephone } = await personWithTelephone();
    const [code = '', other = ''] = telephone.recoveryCodes;
    const waiting = await Promise.all([1, 2, 3, 4].map(() => beginSignIn(app, person.email)));
    const answers = await Promise.all(
      waiting.map((cookie) => twoFactorCall(app, 'verify-backup-code', cookie, { code })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const typed = ` ${other.replace('-', ' ').toUpperCase()} `;
    const cookie = await beginSignIn(app, person.email);
    const made = await twoFactorCall(app, 'verify-backup-code', cookie, { code: typed });
    expect(made.statusCode).toBe(200);
    const read = await app.inject({
      url: '/v1/account/get-one',
      headers: { cookie: cookieOf(made) },
    });
    expect(read.json().data.twoFactor).toMatchObject({ recoveryCodesLeft: 8 });
  });
});

test('T-A1: codes are limited per account with the passwords, in whatever sign-in they come', async () => {
  const { app, staff: person } = await startApplication({
    attemptLimits: { perAccount: 6, perAddress: 1000, windowSeconds: 900 },
  });
  const telephone = await setUpTwoFactor(app, person);
  const seen: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    const waiting = await beginSignIn(app, person.email);
    const answer = await twoFactorCall(app, 'verify-totp', waiting, { code: '000000' });
    seen.push(answer.statusCode);
  }
  // Three passwords and three codes; the fourth password comes no further.
  expect(seen).toEqual([403, 403, 403, 403]);
  const refused = await signIn(app, { email: person.email });
  expect(refused.statusCode).toBe(429);
  const cookie = telephone.cookie;
  const confirming = await twoFactorCall(app, 'disable', cookie, { password: person.password });
  expect(confirming.statusCode).toBe(429);
});

describe('where REQUIRE_TWO_FACTOR makes it a duty', () => {
  test('who has none can set it up and do nothing else', async () => {
    const { app, staff: person } = await startApplication({ requireTwoFactor: true });
    const closed = callRoutes(contract).filter(({ access }) => access === 'session');
    for (const { method, path } of closed) {
      const refused = await person.request({ method, url: path, payload: {} });
      expect([path, refused.json().code]).toEqual([path, 'TWO_FACTOR_REQUIRED']);
    }
    for (const url of ['/v1/events', '/v1/files/x', '/v1/exports/patients.csv']) {
      expect((await person.request({ url })).statusCode).toBeOneOf([403, 404]);
    }
    const asked = await person.request({ url: '/api/auth/get-session' });
    expect(asked.json()).toMatchObject({ twoFactor: 'missing' });

    const { cookie } = await setUpTwoFactor(app, person);
    const read = await app.inject({ url: '/v1/user/get-all', headers: { cookie } });
    expect(read.statusCode).toBe(200);
    const off = await twoFactorCall(app, 'disable', cookie, { password: person.password });
    expect(off.json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
  });
});

describe('after the secrets were rotated', () => {
  test('sessions end, and the second step goes on with the same telephone', async () => {
    const { app, database, staff: person } = await startApplication();
    const telephone = await setUpTwoFactor(app, person);
    const secret = 'another secret of the tests, also of forty letters';
    const before = { database, secret, previousSecrets: [TEST_SECRET] };
    const { app: rotated } = await startApplication(
      before,
      onTestFinished,
      'otra@simiente.example',
    );
    const old = await rotated.inject({
      url: '/v1/account/get-one',
      headers: { cookie: telephone.cookie },
    });
    expect(old.statusCode).toBe(401);
    const waiting = await beginSignIn(rotated, person.email);
    const made = await twoFactorCall(rotated, 'verify-totp', waiting, {
      code: await telephone.code(),
    });
    expect(made.statusCode).toBe(200);

    // Encrypted again, the earlier secret is needed no more; without that it would be.
    const identity = createIdentity({
      db: database.db,
      secrets: { current: secret, previous: [TEST_SECRET] },
      log: pino({ level: 'silent' }),
      secure: false,
      idleSeconds: 1800,
    });
    await database.db.transaction((transaction) => reencryptTwoFactors(transaction, identity));
    const alone = { database, secret };
    const { app: retired } = await startApplication(
      alone,
      onTestFinished,
      'tercera@simiente.example',
    );
    const again = await beginSignIn(retired, person.email);
    const code = await telephone.code(1);
    expect((await twoFactorCall(retired, 'verify-totp', again, { code })).statusCode).toBe(200);
    const recovering = await beginSignIn(retired, person.email);
    const recovered = await twoFactorCall(retired, 'verify-backup-code', recovering, {
      code: telephone.recoveryCodes[0],
    });
    expect(recovered.statusCode).toBe(200);
  });
});

test('T-E4: behind TLS its cookie is __Host-, as that of the session', async () => {
  const { app, staff: person } = await startApplication({ secure: true });
  await setUpTwoFactor(app, person);
  const answer = await signIn(app, { email: person.email });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const waiting = cookies.find((cookie) => cookie.startsWith('__Host-simiente.two_factor='));
  for (const attribute of ['; Secure', '; HttpOnly', '; SameSite=Lax', '; Path=/']) {
    expect(waiting).toContain(attribute);
  }
  expect(waiting).not.toMatch(/Domain=/i);
});

test('T-A8: a sign-in that waits for its second step ends with the sessions, whose password it was made with', async () => {
  const { app, database } = running();
  const { db } = database;
  const { person, telephone } = await personWithTelephone();
  const bystander = await personWithTelephone();
  const endings: ((within: Transaction) => Promise<unknown>)[] = [
    (within) => resetPassword(within, testIdentity(database), person.id, person.password),
    (within) => endSessions(within, person.id),
  ];
  for (const [index, end] of endings.entries()) {
    const waiting = await beginSignIn(app, person.email);
    const other = await beginSignIn(app, bystander.person.email);
    await db.transaction(end);
    for (const [name, code] of [
      ['verify-totp', await telephone.code(1)],
      ['verify-backup-code', telephone.recoveryCodes[0]],
    ] as const) {
      const late = await twoFactorCall(app, name, waiting, { code });
      expect(late.json()).toEqual(errorBody('SECOND_STEP_EXPIRED'));
    }
    expect(await sessionsOf(person.id)).toEqual([]);
    const code = bystander.telephone.recoveryCodes[index];
    expect((await twoFactorCall(app, 'verify-backup-code', other, { code })).statusCode).toBe(200);
  }
});

test('a telephone that was lost is taken away by an operator, and every session ends', async () => {
  const { app, database } = running();
  const { person, telephone } = await personWithTelephone();
  const had = await database.db.transaction((transaction) =>
    resetTwoFactor(transaction, person.id),
  );
  expect(had).toBe(true);
  const old = await app.inject({
    url: '/v1/account/get-one',
    headers: { cookie: telephone.cookie },
  });
  expect(old.statusCode).toBe(401);
  expect((await signIn(app, { email: person.email })).json()).toHaveProperty('user');
  expect(
    await database.db.transaction((transaction) => resetTwoFactor(transaction, person.id)),
  ).toBe(false);
});
