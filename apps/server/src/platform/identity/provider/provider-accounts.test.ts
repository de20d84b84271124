import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { staff, staffProviders } from '../../../schema/staff.ts';
import {
  anHourAgo,
  applicationWithProvider,
  expectRejected,
  newEmail,
} from '../../../testing/accounts/application-with-provider.ts';
import { addPasskey, confirmWith } from '../../../testing/accounts/passkeys.ts';
import {
  getCookies,
  goToProvider,
  providerCall,
  signInWithProvider,
} from '../../../testing/accounts/provider-calls.ts';
import { signIn, TEST_PASSWORD } from '../../../testing/application.ts';

const { testApp, identityProvider, boundPerson, enter, readAuditRows } = applicationWithProvider();

describe('a sign-in at the provider in place of the password', () => {
  const unlock = (email: string, login: string) =>
    signInWithProvider(testApp().app, identityProvider(), 'sign-in', { login, payload: { email } });

  test('E-10.386: a locked screen accepts its account after a new sign-in', async () => {
    const { app } = testApp();
    const { person, login } = await boundPerson();
    const other = await boundPerson();
    const { url } = await goToProvider(app, identityProvider(), 'sign-in', {
      login,
      payload: { email: person.email },
    });
    expect(url.searchParams.get('prompt')).toBe('login');
    expectRejected(await unlock(person.email, other.login), 'PROVIDER_UNBOUND');
    expect((await unlock(person.email, login)).statusCode).toBe(200);
    identityProvider().authenticatedAt(anHourAgo());
    expectRejected(await unlock(person.email, login), 'PROVIDER_NOT_RECENT');
    identityProvider().authenticatedAt(undefined);
    identityProvider().deviate(({ auth_time: _, ...claims }) => claims);
    expectRejected(await unlock(person.email, login), 'PROVIDER_NOT_RECENT');
  });

  test('E-10.386: each change of the own account needs a new sign-in at the provider', async () => {
    const { app } = testApp();
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
    const confirm = (providerLogin: string) =>
      signInWithProvider(app, identityProvider(), 'confirm', {
        login: providerLogin,
        cookie: person.cookie,
      });
    expect(await enable()).toEqual(errorBody('PROVIDER_EXPIRED'));
    expectRejected(await confirm(other.login), 'PROVIDER_REFUSED');
    identityProvider().authenticatedAt(anHourAgo());
    expectRejected(await confirm(login), 'PROVIDER_NOT_RECENT');
    expect((await readAuditRows(person.id)).at(-1)).toEqual({
      action: 'account.provider_refused',
      details: { code: 'PROVIDER_NOT_RECENT' },
    });
    identityProvider().authenticatedAt(undefined);
    expect(await enable()).toEqual(errorBody('PROVIDER_EXPIRED'));
    expect((await confirm(login)).json()).toEqual({ purpose: 'confirm' });
    expect(await enable()).toMatchObject({ recoveryCodes: expect.any(Array) });
    expect(await enable()).toEqual(errorBody('PROVIDER_EXPIRED'));
  });
});

describe('the binding of an account', () => {
  test('E-10.387: needs the password, and connects one account on each side', async () => {
    const { app, signInAs } = testApp();
    const { person, login } = await boundPerson();
    expect((await readAuditRows(person.id)).at(-1)).toEqual({
      action: 'provider.bound',
      details: { provider: `${login}@almena.example` },
    });
    const other = await signInAs(newEmail());
    const begin = (confirmation: object) =>
      providerCall(app, 'bind', { confirmation }, other.cookie);
    expectRejected(await begin({ password: 'otra cosa' }), 'WRONG_PASSWORD');
    const payload = { confirmation: { password: TEST_PASSWORD } };
    const taken = await signInWithProvider(app, identityProvider(), 'bind', {
      login,
      payload,
      cookie: other.cookie,
    });
    expectRejected(taken, 'PROVIDER_TAKEN');
    const twice = { login: crypto.randomUUID(), payload, cookie: person.cookie };
    expectRejected(await signInWithProvider(app, identityProvider(), 'bind', twice), 'CONFLICT');

    // Only the session that began a binding can complete it.
    const begun = await goToProvider(app, identityProvider(), 'bind', {
      login: crypto.randomUUID(),
      payload,
      cookie: other.cookie,
    });
    const foreign = begun.cookie.replace(other.cookie, person.cookie);
    const completed = await providerCall(app, 'complete', { query: begun.query }, foreign);
    expectRejected(completed, 'PROVIDER_EXPIRED');
    expect((await other.get('/v1/account/get-one')).body).toMatchObject({
      data: { provider: null },
    });
  });

  test('E-10.387: rejects an old session of the provider, if the provider reports its age', async () => {
    const { app, signInAs } = testApp();
    const { cookie } = await signInAs(newEmail());
    const login = crypto.randomUUID();
    const payload = { confirmation: { password: TEST_PASSWORD } };
    const begin = () =>
      signInWithProvider(app, identityProvider(), 'bind', { login, payload, cookie });
    identityProvider().authenticatedAt(anHourAgo());
    expectRejected(await begin(), 'PROVIDER_NOT_RECENT');
    identityProvider().authenticatedAt(undefined);
    identityProvider().deviate(({ auth_time: _, ...claims }) => claims);
    expect((await begin()).statusCode).toBe(200);
  });

  test('E-10.388: can be removed by its owner, which ends the other sessions', async () => {
    const { app } = testApp();
    const { person, login } = await boundPerson();
    await enter(login);
    const remove = (confirmation: object) =>
      providerCall(app, 'remove', { confirmation }, person.cookie);
    expectRejected(await remove({ password: 'otra cosa' }), 'WRONG_PASSWORD');
    expect((await remove({ password: TEST_PASSWORD })).json()).toEqual({ ended: 1 });
    expectRejected(await enter(login), 'PROVIDER_UNBOUND');
    expectRejected(await remove({ password: TEST_PASSWORD }), 'NOT_FOUND');
    expect(await readAuditRows(person.id)).toContainEqual({
      action: 'provider.removed',
      details: { provider: `${login}@almena.example`, sessionsEnded: 1 },
    });
  });
});

test('E-10.389: a binding by the link of an administrator is rejected if the account has a password', async () => {
  const { app, signInAs } = testApp();
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
  expectRejected(await providerCall(app, 'accept', { token }), 'LINK_UNKNOWN');
});

describe('E-10.389: an account without a password', () => {
  async function invitedPerson() {
    const { app, signInAs } = testApp();
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
    signInWithProvider(testApp().app, identityProvider(), 'accept', {
      login,
      payload: { token, name: 'Luis Paz' },
    });

  test('is bound by its invitation, once, and signs in at the provider', async () => {
    const { app, email, id, token } = await invitedPerson();
    const login = crypto.randomUUID();
    const answer = await accept(token, login);
    expect(answer.json()).toMatchObject({ purpose: 'sign-in', user: { email, name: 'Luis Paz' } });
    expect(await readAuditRows(id)).toContainEqual({
      action: 'provider.bound',
      details: { provider: `${login}@almena.example`, link: 'invitation' },
    });
    const used = await providerCall(app, 'accept', { token });
    expectRejected(used, 'LINK_USED');
    const cookie = getCookies(await enter(login));
    const read = await app.inject({ url: '/api/auth/get-session', headers: { cookie } });
    expect(read.json()).toMatchObject({ user: { email }, hasPassword: false });
    expectRejected(await signIn(app, { email }), 'INVALID_EMAIL_OR_PASSWORD');
  });

  test('stays invited if its provider account belongs to another', async () => {
    const { login } = await boundPerson();
    const { app, id, token } = await invitedPerson();
    expectRejected(await accept(token, login), 'PROVIDER_TAKEN');
    const [row] = await testApp().database.db.select().from(staff).where(eq(staff.id, id));
    expect(row).toMatchObject({ status: 2, name: 'Luis' });
    const read = await app.inject({
      method: 'POST',
      url: '/v1/account-link/read',
      payload: { token },
    });
    expect(read.json()).toMatchObject({ data: { canBind: true } });
  });

  test('cannot remove its only way to sign in', async () => {
    const { app, token } = await invitedPerson();
    const login = crypto.randomUUID();
    const cookie = getCookies(await accept(token, login));
    const confirm = () => signInWithProvider(app, identityProvider(), 'confirm', { login, cookie });
    const confirmation = { provider: true };
    expectRejected(await providerCall(app, 'remove', { confirmation }, cookie), 'ONLY_WAY_IN');
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
    const path = '/api/auth/provider/remove';
    const confirmed = await confirmWith(app, cookie, passkey, path);
    const removed = await providerCall(
      app,
      'remove',
      { confirmation: confirmed.confirmation },
      confirmed.cookie,
    );
    expect(removed.json()).toEqual({ ended: 0 });
    const last = await confirmWith(app, cookie, passkey);
    const rejected = await app.inject({
      method: 'POST',
      url: '/api/auth/passkey/remove',
      headers: { cookie: last.cookie, origin: 'http://localhost', host: 'localhost' },
      payload: { idPasskey, confirmation: last.confirmation },
    });
    expectRejected(rejected, 'ONLY_WAY_IN');
  });

  test('can be bound again by the link of an administrator, and its professional identity is suspended', async () => {
    const { app, ana, email, id, token } = await invitedPerson();
    const luis = getCookies(await accept(token, crypto.randomUUID()));
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
    const endedSession = await app.inject({
      url: '/v1/account/get-one',
      headers: { cookie: luis },
    });
    expect(endedSession.statusCode).toBe(401);
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
    const suspended = (await readAuditRows(id)).filter(
      ({ action }) => action === 'professional_identity.suspended',
    );
    expect(suspended.map(({ details }) => details)).toEqual([
      { reason: 'provider' },
      { reason: 'provider' },
    ]);
    const [bound] = await testApp()
      .database.db.select()
      .from(staffProviders)
      .where(eq(staffProviders.staffId, id));
    expect(bound).toBeDefined();
  });
});
