import { errorBody } from '@simiente/contract/common/errors';
import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import {
  SUSPENDED,
  staff,
  staffPasskeys,
  staffSessions,
  staffVerifications,
} from '../../../schema/staff.ts';
import {
  addPasskey,
  beginPasskeySignIn,
  confirmWith,
  createAuthenticator,
  getChallengeCookie,
  LOCAL_PAGE,
  passkeyCall,
  signInWithPasskey,
} from '../../../testing/accounts/passkeys.ts';
import { personWithAuthenticator } from '../../../testing/accounts/two-factor.ts';
import {
  getDeviceCookie,
  getSessionCookie,
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  startApplication,
  type TestOptions,
} from '../../../testing/application.ts';
import { DEFAULT_ATTEMPT_LIMITS } from '../sign-in/attempts.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });

/** Another installation on the same database. */
const startAnother = (options: TestOptions) =>
  startApplication(
    { database: testApp().database, attemptLimits: MANY_ATTEMPTS, ...options },
    undefined,
    `${crypto.randomUUID()}@simiente.example`,
  );

const newPerson = () => testApp().signInAs(`${crypto.randomUUID()}@simiente.example`);

async function personWithPasskey() {
  const person = await newPerson();
  return { person, ...(await addPasskey(testApp().app, person)) };
}

async function readAuditRows(id: string) {
  return testApp()
    .database.db.select({ action: auditEvents.action, details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectKind, 'staff'), eq(auditEvents.subjectId, id)))
    .orderBy(asc(auditEvents.id));
}

const readSessions = (id: string) =>
  testApp().database.db.select().from(staffSessions).where(eq(staffSessions.userId, id));

describe('a sign-in with a passkey', () => {
  test('E-10.350: opens a session with a completed second step, and makes the device known', async () => {
    const { app } = testApp();
    const { person, passkey } = await personWithPasskey();
    const { options, cookie } = await beginPasskeySignIn(app);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
    const payload = { response: passkey.get(options) };
    const answer = await passkeyCall(app, 'sign-in', cookie, payload);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ user: { email: person.email }, failedAttempts: 0 });
    expect(answer.headers).not.toHaveProperty('set-auth-token');
    expect(getDeviceCookie(answer)).not.toBe('');
    const opened = await readSessions(person.id);
    expect(opened.filter(({ secondStepAt }) => secondStepAt !== null)).toHaveLength(2);
    const read = await app.inject({
      url: '/v1/account/get-one',
      headers: { cookie: getSessionCookie(answer) },
    });
    expect(read.json().data.passkeys).toMatchObject([
      { name: 'Portátil', lastUsedAt: expect.any(String) },
    ]);
    expect((await readAuditRows(person.id)).at(-1)).toEqual({
      action: 'session.created',
      details: { newDevice: true, passkey: 'Portátil' },
    });
  });

  test('E-10.350: an account with a second step needs no code', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const passkey = createAuthenticator();
    const session = authenticator.cookie;
    const begin = (payload: object) => passkeyCall(app, 'add-options', session, payload);
    const { password } = person;
    expect((await begin({ password })).json()).toEqual(errorBody('WRONG_CODE'));
    const began = await begin({ password, code: await authenticator.code() });
    const cookie = `${session}; ${getChallengeCookie(began)}`;
    const added = { name: 'Teléfono', response: passkey.create(began.json()) };
    expect((await passkeyCall(app, 'add', cookie, added)).statusCode).toBe(200);
    const answer = await signInWithPasskey(app, passkey);
    expect(answer.json()).toMatchObject({ user: { email: person.email } });
    expect(
      (
        await app.inject({
          url: '/v1/account/get-one',
          headers: { cookie: getSessionCookie(answer) },
        })
      ).statusCode,
    ).toBe(200);
  });

  test('E-10.351: satisfies a required second step, for which the password alone is not enough', async () => {
    const { app, signInAs } = await startAnother({ requireTwoFactor: 'all' });
    const person = await signInAs(`${crypto.randomUUID()}@simiente.example`);
    const patients = (cookie: string) => app.inject({ url: '/v1/user/list', headers: { cookie } });
    expect((await patients(person.cookie)).json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
    const { passkey, idPasskey } = await addPasskey(app, person);
    // The browser verified its user when it created the passkey.
    expect((await patients(person.cookie)).statusCode).toBe(200);

    const byPasskey = getSessionCookie(await signInWithPasskey(app, passkey));
    expect((await patients(byPasskey)).statusCode).toBe(200);
    const read = await app.inject({ url: '/api/auth/get-session', headers: { cookie: byPasskey } });
    expect(read.json()).toMatchObject({ twoFactor: 'on' });

    // A session with only the password cannot enrol a second step.
    const byPassword = getSessionCookie(await signIn(app, { email: person.email }));
    expect((await patients(byPassword)).json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
    const { password } = person;
    const required = errorBody('PASSKEY_REQUIRED');
    expect((await passkeyCall(app, 'add-options', byPassword, { password })).json()).toEqual(
      required,
    );
    const enable = { url: '/api/auth/two-factor/enable', payload: { password } } as const;
    const enabled = await app.inject({
      method: 'POST',
      headers: { cookie: byPassword },
      ...enable,
    });
    expect(enabled.json()).toEqual(required);

    const last = await passkeyCall(app, 'remove', byPasskey, {
      idPasskey,
      confirmation: { password },
    });
    expect(last.json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
  });

  test.each([
    ['at another origin', { origin: 'http://localhost:81' }],
    ['for another domain', { domain: 'otra.example' }],
    ['without verifying its user', { userVerified: false }],
    ['with another challenge', { challenge: 'b3Ryb3MgdHJlaW50YSB5IGRvcyBieXRlcyBkZSBlc3RvLg' }],
  ])('E-10.352: a passkey used %s opens no session', async (_how, deviation) => {
    const { app } = testApp();
    const { person, passkey } = await personWithPasskey();
    const before = await readSessions(person.id);
    const answer = await signInWithPasskey(app, passkey, { deviation });
    const code = 'PASSKEY_REFUSED';
    expect(answer.json()).toEqual(errorBody(code));
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await readSessions(person.id)).toEqual(before);
    expect((await readAuditRows(person.id)).at(-1)).toEqual({
      action: 'session.refused',
      details: { code },
    });
    expect((await signInWithPasskey(app, passkey)).json()).toMatchObject({ failedAttempts: 1 });
  });

  test('E-10.352: a challenge can be answered once, and a copied key is noticed', async () => {
    const { app } = testApp();
    const { passkey } = await personWithPasskey();
    const { options, cookie } = await beginPasskeySignIn(app);
    const payload = { response: passkey.get(options) };
    const answers = await Promise.all([
      passkeyCall(app, 'sign-in', cookie, payload),
      passkeyCall(app, 'sign-in', cookie, payload),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    const replayed = await passkeyCall(app, 'sign-in', cookie, payload);
    expect(replayed.json()).toEqual(errorBody('PASSKEY_EXPIRED'));
    const other = await beginPasskeySignIn(app);
    const older = passkey.get(other.options);
    expect((await signInWithPasskey(app, passkey)).statusCode).toBe(200);
    const copied = await passkeyCall(app, 'sign-in', other.cookie, { response: older });
    expect(copied.json()).toEqual(errorBody('PASSKEY_REFUSED'));
  });

  test('E-10.352: a challenge waits five minutes for its answer', async () => {
    const { app, database } = testApp();
    const { passkey } = await personWithPasskey();
    const begun = await passkeyCall(app, 'sign-in-options', '', {});
    expect(begun.headers['set-cookie']).toMatch(/Max-Age=300; HttpOnly; SameSite=Strict/);
    await database.db.update(staffVerifications).set({ expiresAt: new Date() });
    const late = await passkeyCall(app, 'sign-in', getChallengeCookie(begun), {
      response: passkey.get(begun.json()),
    });
    expect(late.json()).toEqual(errorBody('PASSKEY_EXPIRED'));
  });

  test('E-10.352: an unknown or removed passkey and a suspended account are rejected', async () => {
    const { app, database } = testApp();
    const unknown = await signInWithPasskey(app, createAuthenticator());
    expect(unknown.json()).toEqual(errorBody('PASSKEY_REFUSED'));

    const { person, passkey, idPasskey } = await personWithPasskey();
    const suspend = (status: number) =>
      database.db.update(staff).set({ status }).where(eq(staff.id, person.id));
    await suspend(SUSPENDED);
    const suspended = await signInWithPasskey(app, passkey);
    expect(suspended.json()).toEqual(errorBody('ACCOUNT_INACTIVE'));
    expect(suspended.headers['set-cookie']).toBeUndefined();
    await suspend(1);
    expect((await signInWithPasskey(app, passkey)).statusCode).toBe(200);

    const { password } = person;
    const fresh = getSessionCookie(await signIn(app, { email: person.email }));
    const payload = { idPasskey, confirmation: { password } };
    expect((await passkeyCall(app, 'remove', fresh, payload)).json()).toMatchObject({ ended: 2 });
    const removed = await signInWithPasskey(app, passkey);
    expect(removed.json()).toEqual(errorBody('PASSKEY_REFUSED'));
  });

  test('E-10.353: failed attempts of unknown devices are limited, and do not affect known ones', async () => {
    const limits = { max: 3, windowSeconds: 900 };
    const { app, signInAs } = await startAnother({
      attemptLimits: { ...MANY_ATTEMPTS, network: limits },
    });
    const person = await signInAs(`${crypto.randomUUID()}@simiente.example`);
    const { passkey } = await addPasskey(app, person);
    const device = getDeviceCookie(await signInWithPasskey(app, passkey));
    const deviation = { userVerified: false };
    for (let count = 0; count < limits.max; count += 1) {
      const rejected = await signInWithPasskey(app, passkey, { deviation });
      expect(rejected.json()).toEqual(errorBody('PASSKEY_REFUSED'));
    }
    const throttled = await signInWithPasskey(app, passkey);
    expect(throttled.statusCode).toBe(429);
    expect(throttled.headers['retry-after']).toBeDefined();
    expect((await signInWithPasskey(app, passkey, { cookies: device })).statusCode).toBe(200);
  });

  test('E-10.354: a locked screen accepts only passkeys of its account', async () => {
    const { app } = testApp();
    const { person, passkey } = await personWithPasskey();
    const other = await personWithPasskey();
    const unlock = async (key: typeof passkey) => {
      const { options, cookie } = await beginPasskeySignIn(app);
      const payload = { response: key.get(options), email: person.email };
      return passkeyCall(app, 'sign-in', cookie, payload);
    };
    expect((await unlock(other.passkey)).json()).toEqual(errorBody('PASSKEY_REFUSED'));
    expect((await unlock(passkey)).json()).toMatchObject({ user: { email: person.email } });
  });
});

describe('the passkeys of an account', () => {
  test('E-10.355: adding one requires the password, and names it', async () => {
    const { app } = testApp();
    const { person, idPasskey } = await personWithPasskey();
    const wrong = await passkeyCall(app, 'add-options', person.cookie, { password: 'otra cosa' });
    expect(wrong.json()).toEqual(errorBody('WRONG_PASSWORD'));
    expect(getChallengeCookie(wrong)).toBe('');
    const { body } = await person.get('/v1/account/get-one');
    expect(body).toMatchObject({
      data: { passkeys: [{ idPasskey, name: 'Portátil', lastUsedAt: null }] },
    });
    expect((await readAuditRows(person.id)).slice(-2)).toEqual([
      { action: 'passkey.added', details: { passkey: 'Portátil' } },
      { action: 'account.password_refused', details: null },
    ]);
  });

  test.each([
    ['another origin', { origin: 'https://otra.example' }],
    ['another domain', { domain: 'otra.example' }],
    ['an authenticator that does not verify its user', { userVerified: false }],
  ])('E-10.355: a passkey made by %s cannot be added', async (_how, deviation) => {
    const { app } = testApp();
    const { cookie: session, password, id } = await newPerson();
    const began = await passkeyCall(app, 'add-options', session, { password });
    const cookie = `${session}; ${getChallengeCookie(began)}`;
    const add = (response: object) => passkeyCall(app, 'add', cookie, { name: 'Otra', response });
    const rejected = await add(createAuthenticator().create(began.json(), deviation));
    expect(rejected.json()).toEqual(errorBody('PASSKEY_REFUSED'));
    const again = await add(createAuthenticator().create(began.json()));
    expect(again.json()).toEqual(errorBody('PASSKEY_EXPIRED'));
    const { db } = testApp().database;
    expect(await db.select().from(staffPasskeys).where(eq(staffPasskeys.userId, id))).toEqual([]);
  });

  test('E-10.355: an account has at most ten, and a challenge belongs to one account', async () => {
    const { app, database } = testApp();
    const person = await newPerson();
    const other = await newPerson();
    const { password } = person;
    const began = await passkeyCall(app, 'add-options', person.cookie, { password });
    const response = createAuthenticator().create(began.json());
    const cookie = `${other.cookie}; ${getChallengeCookie(began)}`;
    const added = await passkeyCall(app, 'add', cookie, { name: 'Ajena', response });
    expect(added.json()).toEqual(errorBody('PASSKEY_REFUSED'));

    const row = {
      name: 'x',
      userId: person.id,
      publicKey: '',
      counter: 0,
      deviceType: '',
      backedUp: false,
    };
    const rows = Array.from({ length: 10 }, () => crypto.randomUUID());
    await database.db
      .insert(staffPasskeys)
      .values(rows.map((id) => ({ ...row, id, credentialID: id })));
    const full = await passkeyCall(app, 'add-options', person.cookie, { password });
    expect(full.json()).toEqual(errorBody('TOO_MANY_PASSKEYS'));
  });

  test('E-10.356: removing one requires the password or a passkey, and ends other sessions', async () => {
    const { app } = testApp();
    const { person, passkey, idPasskey } = await personWithPasskey();
    const another = await addPasskey(app, person, 'Llave USB');
    const remove = (cookie: string, id: string, confirmation: object) =>
      passkeyCall(app, 'remove', cookie, { idPasskey: id, confirmation });
    const wrong = await remove(person.cookie, idPasskey, { password: 'otra cosa' });
    expect(wrong.json()).toEqual(errorBody('WRONG_PASSWORD'));

    // One account cannot remove the passkey of another, nor confirm with its own.
    const stranger = await newPerson();
    const foreign = await remove(stranger.cookie, idPasskey, { password: stranger.password });
    expect(foreign.json()).toEqual(errorBody('NOT_FOUND'));
    const strangers = await addPasskey(app, stranger);
    const byOther = await confirmWith(app, person.cookie, strangers.passkey);
    const rejected = await remove(byOther.cookie, idPasskey, byOther.confirmation);
    expect(rejected.json()).toEqual(errorBody('PASSKEY_REFUSED'));

    await signIn(app, { email: person.email });
    const confirmed = await confirmWith(app, person.cookie, passkey);
    const before = await readSessions(person.id);
    const removed = await remove(confirmed.cookie, another.idPasskey, confirmed.confirmation);
    expect(removed.json()).toEqual({ ended: before.length - 1 });
    expect(await readSessions(person.id)).toHaveLength(1);
    expect((await person.get('/v1/account/get-one')).body).toMatchObject({
      data: { passkeys: [{ idPasskey }] },
    });
    expect((await readAuditRows(person.id)).at(-1)).toEqual({
      action: 'passkey.removed',
      details: { passkey: 'Llave USB', sessionsEnded: before.length - 1 },
    });
    const again = await remove(confirmed.cookie, idPasskey, confirmed.confirmation);
    expect(again.json()).toEqual(errorBody('PASSKEY_EXPIRED'));
  });

  test('E-10.356: ten wrong confirmations end the session', async () => {
    const { app, signInAs } = await startAnother({ attemptLimits: DEFAULT_ATTEMPT_LIMITS });
    const person = await signInAs(`${crypto.randomUUID()}@simiente.example`);
    const answers = [];
    for (let count = 0; count < 10; count += 1) {
      answers.push(await passkeyCall(app, 'add-options', person.cookie, { password: 'otra cosa' }));
    }
    expect(answers.at(-2)?.json()).toEqual(errorBody('WRONG_PASSWORD'));
    expect(answers.at(-1)?.json()).toEqual(errorBody('UNAUTHORIZED'));
    expect((await person.get('/v1/account/get-one')).status).toBe(401);
  });
});

test('S11, T-L11: a challenge can be answered only for the call for which it was created', async () => {
  const { app } = testApp();
  const { person, passkey } = await personWithPasskey();
  const prove = (cookie: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/prove',
      headers: { cookie, origin: LOCAL_PAGE, host: 'localhost' },
      payload,
    });
  const foreign = await confirmWith(app, person.cookie, passkey, '/api/auth/passkey/remove');
  const rejected = await prove(foreign.cookie, foreign.confirmation);
  expect(rejected.json()).toEqual(errorBody('PASSKEY_REFUSED'));
  const right = await confirmWith(app, person.cookie, passkey, '/api/auth/prove');
  const proved = await prove(right.cookie, right.confirmation);
  expect(proved.json()).toEqual({ proved: true });
  const [renewed = ''] = String(proved.headers['set-cookie']).split(';');
  const again = await prove(`${renewed}; ${right.cookie}`, right.confirmation);
  expect(again.json()).toEqual(errorBody('PASSKEY_EXPIRED'));

  // The challenge of a sign-in confirms nothing in a session.
  const begun = await beginPasskeySignIn(app);
  const cookie = `${renewed}; ${begun.cookie}`;
  const stolen = await prove(cookie, { passkey: passkey.get(begun.options) });
  expect(stolen.json()).toEqual(errorBody('PASSKEY_REFUSED'));
});
