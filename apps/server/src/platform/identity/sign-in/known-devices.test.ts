import { eq, like } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ACTIVE, rateLimits, SUSPENDED, staff } from '../../../schema/staff.ts';
import {
  beginSignIn,
  getPendingCookie,
  personWithAuthenticator,
  twoFactorCall,
} from '../../../testing/accounts/two-factor.ts';
import {
  getDeviceCookie,
  getSessionCookie,
  sharedApplication,
  signIn,
  startApplication,
  testPasswords,
} from '../../../testing/application.ts';
import type { Transaction } from '../../database/database.ts';
import { resetPassword, setStaffStatus } from '../staff-accounts.ts';
import { resetTwoFactor } from '../two-factor/two-factor.ts';

const limits = {
  network: { max: 1, windowSeconds: 900 },
  address: { max: 1_000_000, windowSeconds: 900 },
};
const testApp = sharedApplication({ attemptLimits: limits });

const newPerson = () => testApp().signInAs(`${crypto.randomUUID()}@simiente.example`);

/** Uses up the attempts of unknown devices, so that only a known device can sign in. */
async function lockOut(email: string): Promise<void> {
  let status = 0;
  while (status !== 429) {
    status = (await signIn(testApp().app, { email, password: 'otra contraseña' })).statusCode;
  }
}

const clearNetworks = () =>
  testApp().database.db.delete(rateLimits).where(like(rateLimits.key, 'sign-in-network:%'));

const statusFrom = async (cookie: string, email: string, password?: string) =>
  (await signIn(testApp().app, { email, ...(password && { password }) }, { headers: { cookie } }))
    .statusCode;

/** A user with a browser in which they have signed in, locked out on other devices. */
async function personAtDevice() {
  const person = await newPerson();
  const device = getDeviceCookie(await signIn(testApp().app, { email: person.email }));
  await lockOut(person.email);
  return { person, device };
}

afterEach(() => vi.useRealTimers());

describe('T-K2: the cookie of a known device', () => {
  test('is only for this site, is hidden from scripts, and lasts 90 days', async () => {
    const { app, staff: person } = await startApplication({ secure: true });
    const answer = await signIn(app, { email: person.email });
    const cookie = [answer.headers['set-cookie']].flat().map(String).at(-1);
    expect(cookie).toMatch(
      /^__Host-simiente\.device=[\w.~:-]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
    );
    const plain = await signIn(testApp().app, { email: testApp().staff.email });
    expect([plain.headers['set-cookie']].flat().at(-1)).toMatch(
      /^simiente\.device=[\w.~:-]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    );
  });

  test('identifies no account and opens no session', async () => {
    const { person, device } = await personAtDevice();
    expect(device).not.toContain(person.id);
    const answer = await testApp().app.inject({
      url: '/v1/account/get-one',
      headers: { cookie: device },
    });
    expect(answer.statusCode).toBe(401);
    expect(await statusFrom(device, person.email, 'otra contraseña')).toBe(401);
  });

  test('is set after the second step, and does not replace it', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const answer = await signIn(app, { email: person.email });
    expect(answer.json()).toEqual({ twoFactorRequired: true });
    expect(getDeviceCookie(answer)).toBe('');
    await clearNetworks();
    const answered = await twoFactorCall(app, 'verify-backup-code', getPendingCookie(answer), {
      code: authenticator.recoveryCodes[0],
    });
    expect(answered.statusCode).toBe(200);
    const device = getDeviceCookie(answered);
    expect(device).not.toBe('');
    const again = await signIn(app, { email: person.email }, { headers: { cookie: device } });
    expect(again.json()).toEqual({ twoFactorRequired: true });
  });

  test('allows codes of the second step after unknown devices used up theirs', async () => {
    const { app } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const pendingCookie = await beginSignIn(app, person.email);
    const [code] = authenticator.recoveryCodes;
    // The password was the only attempt that this network has.
    const rejected = await twoFactorCall(app, 'verify-backup-code', pendingCookie, { code });
    expect(rejected.statusCode).toBe(429);
    await clearNetworks();
    const answered = await twoFactorCall(app, 'verify-backup-code', pendingCookie, { code });
    expect(answered.statusCode).toBe(200);
    await lockOut(person.email);
    const device = getDeviceCookie(answered);
    const answer = await signIn(app, { email: person.email }, { headers: { cookie: device } });
    const cookie = `${getPendingCookie(answer)}; ${device}`;
    const inside = await twoFactorCall(app, 'verify-backup-code', cookie, {
      code: authenticator.recoveryCodes[1],
    });
    expect(inside.statusCode).toBe(200);
  });

  test('is void after a change of password, a reset and a suspension', async () => {
    const { app, database } = testApp();
    const endings: ((within: Transaction, id: string) => Promise<unknown>)[] = [
      (within, id) => resetPassword(within, testPasswords, id, 'contraseña de prueba'),
      (within, id) => resetTwoFactor(within, id),
      (within, id) => setStaffStatus(within, id, SUSPENDED),
    ];
    for (const end of endings) {
      const { person, device } = await personAtDevice();
      expect(await statusFrom(device, person.email)).toBe(200);
      await database.db.transaction((within) => end(within, person.id));
      await database.db.update(staff).set({ status: ACTIVE }).where(eq(staff.id, person.id));
      expect(await statusFrom(device, person.email)).toBe(429);
    }
    const { person, device } = await personAtDevice();
    const newPassword = 'bugambilia junto al muro';
    const changed = await app.inject({
      method: 'POST',
      url: '/v1/account/change-password',
      headers: { cookie: person.cookie },
      payload: { currentPassword: person.password, newPassword },
    });
    expect(changed.statusCode).toBe(200);
    expect(await statusFrom(device, person.email, newPassword)).toBe(429);
  });

  test('is ignored if it was altered, belongs to another account, or was signed with another secret', async () => {
    const { person, device } = await personAtDevice();
    const stranger = await personAtDevice();
    const [name, value = ''] = device.split('=');
    const cut = value.lastIndexOf('.');
    const [content, mac] = [value.slice(0, cut), value.slice(cut + 1)];
    const { app: elsewhere, staff: person2 } = await startApplication({
      secret: 'another secret of the tests, of forty letters',
    });
    for (const forged of [
      `${name}=${content.replace(/:1:/, ':2:')}.${mac}`,
      `${name}=${content}.${mac.toUpperCase()}`,
      `${name}=${content}.`,
      `${name}=${content}`,
      `${name}=.${mac}`,
      `${name}=`,
      stranger.device,
      getDeviceCookie(await signIn(elsewhere, { email: person2.email })),
    ]) {
      expect([forged, await statusFrom(forged, person.email)]).toEqual([forged, 429]);
    }
    expect(await statusFrom(device, person.email)).toBe(200);
  });

  test('expires after 90 days', async () => {
    const { person, device } = await personAtDevice();
    const day = 24 * 60 * 60 * 1000;
    const began = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: began + 91 * day });
    await lockOut(person.email);
    expect(await statusFrom(device, person.email)).toBe(429);
    vi.setSystemTime(began + 89 * day);
    expect(await statusFrom(device, person.email)).toBe(200);
  });

  test('serves several accounts of one browser, and keeps its device id', async () => {
    const [one, two] = [await newPerson(), await newPerson()];
    const first = getDeviceCookie(await signIn(testApp().app, { email: one.email }));
    const both = getDeviceCookie(
      await signIn(testApp().app, { email: two.email }, { headers: { cookie: first } }),
    );
    expect(both.split('.')[1]?.split('=')[1]).toBe(first.split('.')[1]?.split('=')[1]);
    await lockOut(one.email);
    await lockOut(two.email);
    expect(await statusFrom(both, one.email)).toBe(200);
    expect(await statusFrom(both, two.email)).toBe(200);
    expect(await statusFrom(first, two.email)).toBe(429);
  });

  test('stays valid after signing out', async () => {
    const { person, device } = await personAtDevice();
    const session = getSessionCookie(
      await signIn(testApp().app, { email: person.email }, { headers: { cookie: device } }),
    );
    const signOut = await testApp().app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { cookie: `${session}; ${device}` },
    });
    expect(String(signOut.headers['set-cookie'])).not.toContain('simiente.device');
    expect(await statusFrom(device, person.email)).toBe(200);
  });
});
