import { type ErrorCode, errorBody } from '@simiente/contract/common/errors';
import { and, asc, eq } from 'drizzle-orm';
import type { JWTPayload } from 'jose';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { SUSPENDED, staff, staffProviders, staffSessions } from '../../../schema/staff.ts';
import { addPasskey, confirmWith } from '../../../testing/accounts/passkeys.ts';
import {
  cookiesOf,
  goToProvider,
  providerCall,
  throughProvider,
} from '../../../testing/accounts/provider-calls.ts';
import { personWithAuthenticator } from '../../../testing/accounts/two-factor.ts';
import {
  deviceOf,
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  startApplication,
  TEST_PASSWORD,
  type TestApplication,
  type TestStaff,
} from '../../../testing/application.ts';
import {
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../testing/services/identity-provider.ts';
import { createProvider, type Provider } from './provider.ts';

const cleanUps: (() => Promise<void>)[] = [];
let almena: TestIdentityProvider;
/** Waits for hardly anything: only tests about a slow provider are slow. */
let provider: Provider;
const log = pino({ level: 'silent' });

// The application is started with it.
const later: Provider = {
  name: 'Almena ID',
  issuer: '',
  authorizationUrl: (...input) => provider.authorizationUrl(...input),
  redeem: (...input) => provider.redeem(...input),
};
const running = sharedApplication({ attemptLimits: MANY_ATTEMPTS, provider: later });

beforeAll(async () => {
  almena = await startIdentityProvider((cleanUp) => cleanUps.push(cleanUp));
  provider = createProvider(almena.settings, log);
});
afterEach(() => {
  almena.deviate(null);
  almena.authenticatedAt(undefined);
  almena.answer('usual');
});
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

const newEmail = () => `${crypto.randomUUID()}@simiente.example`;

async function bind(
  { app }: Pick<TestApplication, 'app'>,
  person: Pick<TestStaff, 'cookie'>,
  login: string = crypto.randomUUID(),
  confirmation: object = { password: TEST_PASSWORD },
): Promise<string> {
  const visit = { login, payload: { confirmation }, cookie: person.cookie };
  const bound = await throughProvider(app, almena, 'bind', visit);
  if (bound.statusCode !== 200) throw new Error(`not bound: ${bound.body}`);
  return login;
}

async function boundPerson() {
  const person = await running().signInAs(newEmail());
  return { person, login: await bind(running(), person) };
}

async function rowsOf(id: string) {
  return running()
    .database.db.select({ action: auditEvents.action, details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectKind, 'staff'), eq(auditEvents.subjectId, id)))
    .orderBy(asc(auditEvents.id));
}

const sessionsOf = (id: string) =>
  running().database.db.select().from(staffSessions).where(eq(staffSessions.userId, id));

const enter = (login: string, cookie = '') =>
  throughProvider(running().app, almena, 'sign-in', { login, cookie });

function expectRefused(
  answer: { statusCode: number; json(): unknown; headers: Record<string, unknown> },
  code: ErrorCode,
) {
  expect(answer.json()).toMatchObject({ code });
  expect(answer.statusCode).toBe(errorBody(code).status);
  expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('session_token=');
}

describe('a sign-in at the provider', () => {
  test('E-10.380: opens a session of the account bound to issuer and subject', async () => {
    const { app } = running();
    const { person, login } = await boundPerson();
    const { query, cookie, url } = await goToProvider(app, almena, 'sign-in', { login });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost/proveedor',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(url.searchParams.get('prompt')).toBeNull();
    const answer = await providerCall(app, 'complete', { query }, cookie);
    expect(answer.json()).toMatchObject({
      purpose: 'sign-in',
      user: { email: person.email },
      failedAttempts: 0,
    });
    expect(answer.headers).not.toHaveProperty('set-auth-token');
    expect(deviceOf(answer)).not.toBe('');
    const session = cookiesOf(answer);
    const own = await app.inject({ url: '/v1/account/get-one', headers: { cookie: session } });
    expect(own.json().data).toMatchObject({
      hasPassword: true,
      provider: { label: `${login}@almena.example`, lastUsedAt: expect.any(String) },
    });
    expect((await rowsOf(person.id)).at(-1)).toEqual({
      action: 'session.created',
      details: { newDevice: true, provider: true },
    });
  });

  test('E-10.381, T-K1: an unknown subject, an equal e-mail that is not bound, and a suspended account stay out', async () => {
    const { database, signInAs } = running();
    const login = crypto.randomUUID();
    // The provider says that it is this account's e-mail, and verified.
    const { id } = await signInAs(`${login}@almena.example`);
    expectRefused(await enter(login), 'PROVIDER_UNBOUND');
    expectRefused(await enter(crypto.randomUUID()), 'PROVIDER_UNBOUND');
    expect(await sessionsOf(id)).toHaveLength(1);

    const bound = await boundPerson();
    await database.db.update(staff).set({ status: SUSPENDED }).where(eq(staff.id, bound.person.id));
    const before = await sessionsOf(bound.person.id);
    expectRefused(await enter(bound.login), 'ACCOUNT_INACTIVE');
    expect(await sessionsOf(bound.person.id)).toEqual(before);
    expect((await rowsOf(bound.person.id)).at(-1)).toEqual({
      action: 'session.refused',
      details: { code: 'ACCOUNT_INACTIVE' },
    });
  });

  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - 60 * minutes;
  test.each<[string, (claims: JWTPayload) => JWTPayload, boolean]>([
    ['of another audience', (claims) => ({ ...claims, aud: 'otro-cliente' }), false],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://otro.example' }), false],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'otro' }), false],
    ['without a nonce', ({ nonce: _, ...claims }) => claims, false],
    [
      'that has expired',
      (claims) => ({ ...claims, exp: minutesAgo(5), iat: minutesAgo(9) }),
      false,
    ],
    ['signed with a key that is not the provider’s', (claims) => claims, true],
  ])('E-10.382, T-K1: an ID token %s opens no session', async (_what, change, isOtherKey) => {
    const { person, login } = await boundPerson();
    const before = await sessionsOf(person.id);
    almena.deviate(change, isOtherKey);
    expectRefused(await enter(login), 'PROVIDER_REFUSED');
    expect(await sessionsOf(person.id)).toEqual(before);
    almena.deviate((claims) => claims);
    expect((await enter(login)).statusCode).toBe(200);
  });

  test('E-10.382: an answer is used once, in the browser and for the state it was begun with', async () => {
    const { app } = running();
    const { login } = await boundPerson();
    const { query, cookie } = await goToProvider(app, almena, 'sign-in', { login });
    const other = await goToProvider(app, almena, 'sign-in', { login });
    const complete = (given: string, own: string) =>
      providerCall(app, 'complete', { query: given }, own);
    expectRefused(await complete(query, ''), 'PROVIDER_EXPIRED');
    expectRefused(await complete(query, other.cookie), 'PROVIDER_EXPIRED');
    // Another's code under the own state: PKCE and nonce are of the own.
    const mixed = new URLSearchParams(query);
    mixed.set('code', new URLSearchParams(other.query).get('code') ?? '');
    expectRefused(await complete(String(mixed), cookie), 'PROVIDER_REFUSED');
    expectRefused(await complete(query, cookie), 'PROVIDER_EXPIRED');

    const again = await goToProvider(app, almena, 'sign-in', { login });
    const twice = await Promise.all([
      complete(again.query, again.cookie),
      complete(again.query, again.cookie),
    ]);
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    expectRefused(await complete('error=x', again.cookie), 'PROVIDER_EXPIRED');
  });

  test('E-10.382: who goes back at the provider is told so', async () => {
    const { login } = await boundPerson();
    expectRefused(await enter('cancel'), 'PROVIDER_REFUSED');
    expect((await enter(login)).statusCode).toBe(200);
  });

  test('E-10.383: the provider’s new key is known at once', async () => {
    const { login } = await boundPerson();
    expect((await enter(login)).statusCode).toBe(200);
    await almena.rotateKeys();
    expect((await enter(login)).statusCode).toBe(200);
  });

  test.each(['error', 'redirect'] as const)(
    'E-10.384, T-C6: a provider that answers with %s is said to be away, before and after its page',
    async (how) => {
      const { app } = running();
      const { person, login } = await boundPerson();
      const sessions = await sessionsOf(person.id);
      const { query, cookie } = await goToProvider(app, almena, 'sign-in', { login });
      almena.answer(how);
      expectRefused(await providerCall(app, 'complete', { query }, cookie), 'PROVIDER_UNAVAILABLE');
      expect(almena.requested).not.toContain('/elsewhere');
      const fresh = createProvider(almena.settings, log);
      const other = await startAnother({ provider: fresh });
      const answer = await providerCall(other.app, 'sign-in', {});
      expectRefused(answer, 'PROVIDER_UNAVAILABLE');
      expect(answer.headers['retry-after']).toBeDefined();
      expect(await sessionsOf(person.id)).toEqual(sessions);
      // What it needs of the provider is there again.
      almena.answer('usual');
      expect((await enter(login)).statusCode).toBe(200);
    },
  );

  test('E-10.384: a provider that does not answer, or is not there, is given up', async () => {
    almena.answer('never');
    const silent = await startAnother({ provider: createProvider(almena.settings, log, 0.2) });
    expectRefused(await providerCall(silent.app, 'sign-in', {}), 'PROVIDER_UNAVAILABLE');
    const nobody = { ...almena.settings, issuer: 'http://127.0.0.1:9' };
    const absent = await startAnother({ provider: createProvider(nobody, log) });
    expectRefused(await providerCall(absent.app, 'sign-in', {}), 'PROVIDER_UNAVAILABLE');
    expect((await signIn(absent.app, { email: absent.staff.email })).statusCode).toBe(200);
  });

  test('E-10.385: an account with a second step is asked for its code', async () => {
    const { app } = running();
    const { person, authenticator } = await personWithAuthenticator(running());
    const { cookie } = authenticator;
    const confirmation = { password: person.password, code: await authenticator.code() };
    const login = await bind(running(), { cookie }, undefined, confirmation);
    const answer = await enter(login);
    expect(answer.json()).toEqual({ purpose: 'sign-in', twoFactorRequired: true });
    expect((await rowsOf(person.id)).at(-1)?.action).toBe('session.second_step_asked');
    const waiting = cookiesOf(answer);
    const read = await app.inject({ url: '/v1/account/get-one', headers: { cookie: waiting } });
    expect(read.statusCode).toBe(401);
    const done = await app.inject({
      method: 'POST',
      url: '/api/auth/two-factor/verify-totp',
      headers: { cookie: waiting },
      payload: { code: await authenticator.code(1) },
    });
    expect(done.json()).toMatchObject({ user: { email: person.email } });
  });

  test('E-10.385: where a second step is required, the provider is not one', async () => {
    const { app, signInAs } = await startAnother({ requireTwoFactor: true, provider: later });
    const person = await signInAs(newEmail());
    const login = await bind({ app }, person);
    const cookie = cookiesOf(await throughProvider(app, almena, 'sign-in', { login }));
    const list = await app.inject({ url: '/v1/user/list', headers: { cookie } });
    expect(list.json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
    // It can be set up without a password.
    await throughProvider(app, almena, 'confirm', { login, cookie });
    const enabled = await app.inject({
      method: 'POST',
      url: '/api/auth/two-factor/enable',
      headers: { cookie },
      payload: { provider: true },
    });
    expect(enabled.json()).toMatchObject({ uri: expect.stringContaining('otpauth://') });
  });

  test('E-10.380: without a provider its calls do not exist', async () => {
    const { app } = await startAnother({ provider: null });
    expectRefused(await providerCall(app, 'sign-in', {}), 'ROUTE_NOT_FOUND');
    expectRefused(await providerCall(app, 'complete', { query: 'state=x' }), 'ROUTE_NOT_FOUND');
  });
});

const startAnother = (parts: Parameters<typeof startApplication>[0]) =>
  startApplication(
    { database: running().database, attemptLimits: MANY_ATTEMPTS, ...parts },
    undefined,
    newEmail(),
  );

const long = () => Math.floor(Date.now() / 1000) - 3600;

describe('an answer at the provider in place of the password', () => {
  const unlock = (email: string, login: string) =>
    throughProvider(running().app, almena, 'sign-in', { login, payload: { email } });

  test('E-10.386: a locked screen takes the account that it belongs to, asked anew', async () => {
    const { app } = running();
    const { person, login } = await boundPerson();
    const other = await boundPerson();
    const { url } = await goToProvider(app, almena, 'sign-in', {
      login,
      payload: { email: person.email },
    });
    expect(url.searchParams.get('prompt')).toBe('login');
    expectRefused(await unlock(person.email, other.login), 'PROVIDER_UNBOUND');
    expect((await unlock(person.email, login)).statusCode).toBe(200);
    almena.authenticatedAt(long());
    expectRefused(await unlock(person.email, login), 'PROVIDER_NOT_RECENT');
    almena.authenticatedAt(undefined);
    almena.deviate(({ auth_time: _, ...claims }) => claims);
    expectRefused(await unlock(person.email, login), 'PROVIDER_NOT_RECENT');
  });

  test('E-10.386: a change of the own account is confirmed once, by the own account, asked anew', async () => {
    const { app } = running();
    const { person, login } = await boundPerson();
    const other = await boundPerson();
    const enable = async () => {
      const answer = await person.request({
        method: 'POST',
        url: '/api/auth/two-factor/enable',
        payload: { provider: true },
      });
      return answer.json();
    };
    const confirm = (who: string) =>
      throughProvider(app, almena, 'confirm', { login: who, cookie: person.cookie });
    expect(await enable()).toEqual(errorBody('PROVIDER_EXPIRED'));
    expectRefused(await confirm(other.login), 'PROVIDER_REFUSED');
    almena.authenticatedAt(long());
    expectRefused(await confirm(login), 'PROVIDER_NOT_RECENT');
    expect((await rowsOf(person.id)).at(-1)).toEqual({
      action: 'account.provider_refused',
      details: { code: 'PROVIDER_NOT_RECENT' },
    });
    almena.authenticatedAt(undefined);
    expect(await enable()).toEqual(errorBody('PROVIDER_EXPIRED'));
    expect((await confirm(login)).json()).toEqual({ purpose: 'confirm' });
    expect(await enable()).toMatchObject({ recoveryCodes: expect.any(Array) });
    expect(await enable()).toEqual(errorBody('PROVIDER_EXPIRED'));
  });
});

describe('the binding of an account', () => {
  test('E-10.387: needs the password, and is of one account each', async () => {
    const { app, signInAs } = running();
    const { person, login } = await boundPerson();
    expect((await rowsOf(person.id)).at(-1)).toEqual({
      action: 'provider.bound',
      details: { provider: `${login}@almena.example` },
    });
    const other = await signInAs(newEmail());
    const begin = (confirmation: object) =>
      providerCall(app, 'bind', { confirmation }, other.cookie);
    expectRefused(await begin({ password: 'otra cosa' }), 'WRONG_PASSWORD');
    const payload = { confirmation: { password: TEST_PASSWORD } };
    const taken = await throughProvider(app, almena, 'bind', {
      login,
      payload,
      cookie: other.cookie,
    });
    expectRefused(taken, 'PROVIDER_TAKEN');
    const twice = { login: crypto.randomUUID(), payload, cookie: person.cookie };
    expectRefused(await throughProvider(app, almena, 'bind', twice), 'CONFLICT');

    // It is completed in the session that began it.
    const begun = await goToProvider(app, almena, 'bind', {
      login: crypto.randomUUID(),
      payload,
      cookie: other.cookie,
    });
    const foreign = begun.cookie.replace(other.cookie, person.cookie);
    const completed = await providerCall(app, 'complete', { query: begun.query }, foreign);
    expectRefused(completed, 'PROVIDER_EXPIRED');
    expect((await other.get('/v1/account/get-one')).body).toMatchObject({
      data: { provider: null },
    });
  });

  test('E-10.387: takes no session that was open at the provider before, where it says since when', async () => {
    const { app, signInAs } = running();
    const { cookie } = await signInAs(newEmail());
    const login = crypto.randomUUID();
    const payload = { confirmation: { password: TEST_PASSWORD } };
    const begin = () => throughProvider(app, almena, 'bind', { login, payload, cookie });
    almena.authenticatedAt(long());
    expectRefused(await begin(), 'PROVIDER_NOT_RECENT');
    almena.authenticatedAt(undefined);
    almena.deviate(({ auth_time: _, ...claims }) => claims);
    expect((await begin()).statusCode).toBe(200);
  });

  test('E-10.388: its owner removes it, which ends the other sessions', async () => {
    const { app } = running();
    const { person, login } = await boundPerson();
    await enter(login);
    const remove = (confirmation: object) =>
      providerCall(app, 'remove', { confirmation }, person.cookie);
    expectRefused(await remove({ password: 'otra cosa' }), 'WRONG_PASSWORD');
    expect((await remove({ password: TEST_PASSWORD })).json()).toEqual({ ended: 1 });
    expectRefused(await enter(login), 'PROVIDER_UNBOUND');
    expectRefused(await remove({ password: TEST_PASSWORD }), 'NOT_FOUND');
    expect(await rowsOf(person.id)).toContainEqual({
      action: 'provider.removed',
      details: { provider: `${login}@almena.example`, sessionsEnded: 1 },
    });
  });
});

test('E-10.389: a link of administration binds no provider beside a password', async () => {
  const { app, signInAs } = running();
  const ana = await signInAs(newEmail(), ['administracion']);
  const luis = await signInAs(newEmail());
  const made = await ana.request({
    method: 'POST',
    url: '/v1/accounts/make-link',
    payload: { idAccount: luis.id },
  });
  const token = made.json().data.link.path.split('#')[1];
  const read = await app.inject({
    method: 'POST',
    url: '/v1/account-link/read',
    payload: { token },
  });
  expect(read.json()).toMatchObject({ data: { kind: 'password', canBind: false } });
  expectRefused(await providerCall(app, 'accept', { token }), 'LINK_UNKNOWN');
});

describe('E-10.389: an account without a password', () => {
  async function invitedPerson() {
    const { app, signInAs } = running();
    const ana = await signInAs(newEmail(), ['administracion']);
    const email = newEmail();
    const invited = await ana.request({
      method: 'POST',
      url: '/v1/accounts/invite',
      payload: { name: 'Luis', email, roles: ['todo'] },
    });
    const { account, link } = invited.json().data;
    const token = link.path.split('#')[1];
    return { ana, email, id: String(account.idAccount), token, app };
  }

  const accept = (token: string, login: string) =>
    throughProvider(running().app, almena, 'accept', {
      login,
      payload: { token, name: 'Luis Paz' },
    });

  test('is bound by its invitation, once, and signs in at the provider', async () => {
    const { app, email, id, token } = await invitedPerson();
    const login = crypto.randomUUID();
    const answer = await accept(token, login);
    expect(answer.json()).toMatchObject({ purpose: 'sign-in', user: { email, name: 'Luis Paz' } });
    expect(await rowsOf(id)).toContainEqual({
      action: 'provider.bound',
      details: { provider: `${login}@almena.example`, link: 'invitation' },
    });
    const used = await providerCall(app, 'accept', { token });
    expectRefused(used, 'LINK_USED');
    const cookie = cookiesOf(await enter(login));
    const read = await app.inject({ url: '/api/auth/get-session', headers: { cookie } });
    expect(read.json()).toMatchObject({ user: { email }, hasPassword: false });
    expectRefused(await signIn(app, { email }), 'INVALID_EMAIL_OR_PASSWORD');
  });

  test('whose provider account is another’s stays invited', async () => {
    const { login } = await boundPerson();
    const { app, id, token } = await invitedPerson();
    expectRefused(await accept(token, login), 'PROVIDER_TAKEN');
    const [row] = await running().database.db.select().from(staff).where(eq(staff.id, id));
    expect(row).toMatchObject({ status: 2, name: 'Luis' });
    const read = await app.inject({
      method: 'POST',
      url: '/v1/account-link/read',
      payload: { token },
    });
    expect(read.json()).toMatchObject({ data: { canBind: true } });
  });

  test('keeps a way in', async () => {
    const { app, token } = await invitedPerson();
    const login = crypto.randomUUID();
    const cookie = cookiesOf(await accept(token, login));
    const confirm = () => throughProvider(app, almena, 'confirm', { login, cookie });
    const confirmation = { provider: true };
    expectRefused(await providerCall(app, 'remove', { confirmation }, cookie), 'ONLY_WAY_IN');
    await confirm();
    const begun = await app.inject({
      method: 'POST',
      url: '/api/auth/passkey/add-options',
      headers: { cookie, origin: 'http://localhost', host: 'localhost' },
      payload: confirmation,
    });
    expect(begun.statusCode).toBe(200);
    const { passkey, idPasskey } = await addPasskey(
      app,
      { cookie, password: '' },
      'Portátil',
      undefined,
      async () => {
        await confirm();
        return confirmation;
      },
    );
    const confirmed = await confirmWith(app, cookie, passkey);
    const removed = await providerCall(
      app,
      'remove',
      { confirmation: confirmed.confirmation },
      confirmed.cookie,
    );
    expect(removed.json()).toEqual({ ended: 0 });
    const last = await confirmWith(app, cookie, passkey);
    const refused = await app.inject({
      method: 'POST',
      url: '/api/auth/passkey/remove',
      headers: { cookie: last.cookie, origin: 'http://localhost', host: 'localhost' },
      payload: { idPasskey, confirmation: last.confirmation },
    });
    expectRefused(refused, 'ONLY_WAY_IN');
  });

  test('that administration unbound is bound again by its link, which suspends its identity', async () => {
    const { app, ana, email, id, token } = await invitedPerson();
    const luis = cookiesOf(await accept(token, crypto.randomUUID()));
    const post = (url: string, payload: object) =>
      ana.request({ method: 'POST', url: `/v1/${url}`, payload: { idAccount: id, ...payload } });
    await ana.request({
      method: 'PUT',
      url: '/v1/accounts/enter-identity',
      payload: {
        idAccount: id,
        fullName: 'Luis Paz',
        cedula: '4512378',
        institution: 'UNAM',
        validFrom: '2020-01-01',
      },
    });
    const list = await ana.get(`/v1/accounts/get-one?idAccount=${id}`);
    expect(list.body).toMatchObject({ data: { provider: true } });
    const removed = await post('accounts/remove-provider', {});
    expect(removed.json().data.account).toMatchObject({ provider: false, state: 'active' });
    const gone = await app.inject({ url: '/v1/account/get-one', headers: { cookie: luis } });
    expect(gone.statusCode).toBe(401);
    const state = async () => {
      const { body } = await ana.get(`/v1/accounts/get-one?idAccount=${id}`);
      return (body as { data: { identity: string } }).data.identity;
    };
    expect(await state()).toBe('suspended');
    const made = await post('accounts/make-link', {});
    const { link } = made.json().data;
    expect(link.kind).toBe('password');
    const answer = await accept(link.path.split('#')[1], crypto.randomUUID());
    expect(answer.json()).toMatchObject({ user: { email } });
    const suspended = (await rowsOf(id)).filter(
      ({ action }) => action === 'professional_identity.suspended',
    );
    expect(suspended.map(({ details }) => details)).toEqual([
      { reason: 'provider' },
      { reason: 'provider' },
    ]);
    const [bound] = await running()
      .database.db.select()
      .from(staffProviders)
      .where(eq(staffProviders.staffId, id));
    expect(bound).toBeDefined();
  });
});
