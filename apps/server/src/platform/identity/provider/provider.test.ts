import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { SUSPENDED, staff } from '../../../schema/staff.ts';
import {
  applicationWithProvider,
  expectRejected,
  newEmail,
} from '../../../testing/accounts/application-with-provider.ts';
import {
  getCookies,
  goToProvider,
  providerCall,
  signInWithProvider,
} from '../../../testing/accounts/provider-calls.ts';
import { personWithAuthenticator } from '../../../testing/accounts/two-factor.ts';
import { getDeviceCookie, signIn } from '../../../testing/application.ts';
import { createProvider } from './provider.ts';

const {
  testApp,
  identityProvider,
  provider,
  log,
  bind,
  boundPerson,
  enter,
  readAuditRows,
  readSessions,
  startAnother,
} = applicationWithProvider();

describe('a sign-in at the provider', () => {
  test('E-10.380: opens a session of the account bound to issuer and subject', async () => {
    const { app } = testApp();
    const { person, login } = await boundPerson();
    const { query, cookie, url } = await goToProvider(app, identityProvider(), 'sign-in', {
      login,
    });
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
    expect(getDeviceCookie(answer)).not.toBe('');
    const session = getCookies(answer);
    const own = await app.inject({ url: '/v1/account/get-one', headers: { cookie: session } });
    expect(own.json().data).toMatchObject({
      hasPassword: true,
      provider: { label: `${login}@almena.example`, lastUsedAt: expect.any(String) },
    });
    expect((await readAuditRows(person.id)).at(-1)).toEqual({
      action: 'session.created',
      details: { newDevice: true, provider: true },
    });
  });

  test('E-10.381, T-K1: an unknown subject, an equal e-mail without a binding, and a suspended account are rejected', async () => {
    const { database, signInAs } = testApp();
    const login = crypto.randomUUID();
    // The provider confirms this account's e-mail as verified.
    const { id } = await signInAs(`${login}@almena.example`);
    expectRejected(await enter(login), 'PROVIDER_UNBOUND');
    expectRejected(await enter(crypto.randomUUID()), 'PROVIDER_UNBOUND');
    expect(await readSessions(id)).toHaveLength(1);

    const bound = await boundPerson();
    await database.db.update(staff).set({ status: SUSPENDED }).where(eq(staff.id, bound.person.id));
    const before = await readSessions(bound.person.id);
    expectRejected(await enter(bound.login), 'ACCOUNT_INACTIVE');
    expect(await readSessions(bound.person.id)).toEqual(before);
    expect((await readAuditRows(bound.person.id)).at(-1)).toEqual({
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
    const before = await readSessions(person.id);
    identityProvider().deviate(change, isOtherKey);
    expectRejected(await enter(login), 'PROVIDER_REFUSED');
    expect(await readSessions(person.id)).toEqual(before);
    identityProvider().deviate((claims) => claims);
    expect((await enter(login)).statusCode).toBe(200);
  });

  test('E-10.382: an answer is valid once, in the browser and for the state with which it began', async () => {
    const { app } = testApp();
    const { login } = await boundPerson();
    const { query, cookie } = await goToProvider(app, identityProvider(), 'sign-in', { login });
    const other = await goToProvider(app, identityProvider(), 'sign-in', { login });
    const complete = (given: string, own: string) =>
      providerCall(app, 'complete', { query: given }, own);
    expectRejected(await complete(query, ''), 'PROVIDER_EXPIRED');
    expectRejected(await complete(query, other.cookie), 'PROVIDER_EXPIRED');
    // Another user's code with this user's state, PKCE verifier and nonce.
    const mixed = new URLSearchParams(query);
    mixed.set('code', new URLSearchParams(other.query).get('code') ?? '');
    expectRejected(await complete(String(mixed), cookie), 'PROVIDER_REFUSED');
    expectRejected(await complete(query, cookie), 'PROVIDER_EXPIRED');

    const again = await goToProvider(app, identityProvider(), 'sign-in', { login });
    const twice = await Promise.all([
      complete(again.query, again.cookie),
      complete(again.query, again.cookie),
    ]);
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    expectRejected(await complete('error=x', again.cookie), 'PROVIDER_EXPIRED');
  });

  test('E-10.382: a cancellation at the provider is reported', async () => {
    const { login } = await boundPerson();
    expectRejected(await enter('cancel'), 'PROVIDER_REFUSED');
    expect((await enter(login)).statusCode).toBe(200);
  });

  test('E-10.383: the provider’s new key is accepted immediately', async () => {
    const { login } = await boundPerson();
    expect((await enter(login)).statusCode).toBe(200);
    await identityProvider().rotateKeys();
    expect((await enter(login)).statusCode).toBe(200);
  });

  test.each(['error', 'redirect'] as const)(
    'E-10.384, T-C6: a provider that answers with %s is reported as unavailable, before and after its page',
    async (failure) => {
      const { app } = testApp();
      const { person, login } = await boundPerson();
      const sessions = await readSessions(person.id);
      const { query, cookie } = await goToProvider(app, identityProvider(), 'sign-in', { login });
      identityProvider().answer(failure);
      expectRejected(
        await providerCall(app, 'complete', { query }, cookie),
        'PROVIDER_UNAVAILABLE',
      );
      expect(identityProvider().requested).not.toContain('/elsewhere');
      const fresh = createProvider(identityProvider().settings, log);
      const other = await startAnother({ provider: fresh });
      const answer = await providerCall(other.app, 'sign-in', {});
      expectRejected(answer, 'PROVIDER_UNAVAILABLE');
      expect(answer.headers['retry-after']).toBeDefined();
      expect(await readSessions(person.id)).toEqual(sessions);
      // The provider works again.
      identityProvider().answer('usual');
      expect((await enter(login)).statusCode).toBe(200);
    },
  );

  test('E-10.384: a provider that does not answer, or does not exist, is reported as unavailable', async () => {
    identityProvider().answer('never');
    const silent = await startAnother({
      provider: createProvider(identityProvider().settings, log, 0.2),
    });
    expectRejected(await providerCall(silent.app, 'sign-in', {}), 'PROVIDER_UNAVAILABLE');
    const unreachable = { ...identityProvider().settings, issuer: 'http://127.0.0.1:9' };
    const absent = await startAnother({ provider: createProvider(unreachable, log) });
    expectRejected(await providerCall(absent.app, 'sign-in', {}), 'PROVIDER_UNAVAILABLE');
    expect((await signIn(absent.app, { email: absent.staff.email })).statusCode).toBe(200);
  });

  test('E-10.385: an account with a second step needs its code', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const { cookie } = authenticator;
    const confirmation = { password: person.password, code: await authenticator.code() };
    const login = await bind(testApp(), { cookie }, undefined, confirmation);
    const answer = await enter(login);
    expect(answer.json()).toEqual({ purpose: 'sign-in', twoFactorRequired: true });
    expect((await readAuditRows(person.id)).at(-1)?.action).toBe('session.second_step_asked');
    const pendingCookie = getCookies(answer);
    const read = await app.inject({
      url: '/v1/account/get-one',
      headers: { cookie: pendingCookie },
    });
    expect(read.statusCode).toBe(401);
    const done = await app.inject({
      method: 'POST',
      url: '/api/auth/two-factor/verify-totp',
      headers: { cookie: pendingCookie },
      payload: { code: await authenticator.code(1) },
    });
    expect(done.json()).toMatchObject({ user: { email: person.email } });
  });

  test('E-10.385: the provider does not replace a required second step', async () => {
    const { app, signInAs } = await startAnother({ requireTwoFactor: 'all', provider });
    const person = await signInAs(newEmail());
    const login = await bind({ app }, person);
    const cookie = getCookies(
      await signInWithProvider(app, identityProvider(), 'sign-in', { login }),
    );
    const list = await app.inject({ url: '/v1/user/list', headers: { cookie } });
    expect(list.json()).toEqual(errorBody('TWO_FACTOR_REQUIRED'));
    // The second step can be set up without a password.
    await signInWithProvider(app, identityProvider(), 'confirm', { login, cookie });
    const enabled = await app.inject({
      method: 'POST',
      url: '/api/auth/two-factor/enable',
      headers: { cookie },
      payload: { provider: true },
    });
    expect(enabled.json()).toMatchObject({ uri: expect.stringContaining('otpauth://') });
  });

  test('E-10.380: the calls of a provider do not exist without one', async () => {
    const { app } = await startAnother({ provider: null });
    expectRejected(await providerCall(app, 'sign-in', {}), 'ROUTE_NOT_FOUND');
    expectRejected(await providerCall(app, 'complete', { query: 'state=x' }), 'ROUTE_NOT_FOUND');
  });
});
