import { contract } from '@simiente/contract';
import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { staffSessions } from '../../../schema/staff.ts';
import { addColleague } from '../../../testing/accounts/records.ts';
import { sharedApplication, TEST_PASSWORD, type TestStaff } from '../../../testing/application.ts';
import { callRoutes } from '../../calls/serve-calls.ts';

const testApp = sharedApplication();
const MINUTE = 60_000;

/** Moves the last proof of every session of an account. */
async function proveBefore({ id }: TestStaff, minutes: number | null): Promise<void> {
  await testApp()
    .database.db.update(staffSessions)
    .set({ provedAt: minutes === null ? null : new Date(Date.now() - minutes * MINUTE) })
    .where(eq(staffSessions.userId, id));
}

const administrator = () =>
  testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, ['administracion']);

describe('S9, T-L8: a recent proof of identity', () => {
  const changing = callRoutes(contract).filter(
    ({ method, path, capabilities }) =>
      method !== 'GET' &&
      (capabilities.includes('accounts.manage') || path.startsWith('/v1/account/revoke-')),
  );

  test.each(changing)('is required by $method $path', async ({ method, path, needsProof }) => {
    expect(needsProof).toBe(true);
    const person = await administrator();
    await proveBefore(person, 11);
    const rejected = await person.request({ method: method as 'POST', url: path, payload: {} });
    expect(rejected.json()).toEqual(errorBody('PROOF_NEEDED'));
  });

  test('is given by a sign-in for ten minutes, and then by the password', async () => {
    const { db } = testApp().database;
    const idAccount = await addColleague(db);
    const person = await administrator();
    const setActive = async (active: boolean) =>
      (
        await person.request({
          method: 'POST',
          url: '/v1/accounts/set-active',
          payload: { idAccount, active },
        })
      ).statusCode;
    await proveBefore(person, 9);
    expect(await setActive(false)).toBe(200);
    await proveBefore(person, null);
    expect(await setActive(true)).toBe(403);
    const prove = (password: string) =>
      person.request({ method: 'POST', url: '/api/auth/prove', payload: { password } });
    expect((await prove('otra cosa')).json()).toEqual(errorBody('WRONG_PASSWORD'));
    expect(await setActive(true)).toBe(403);
    const proof = await prove(TEST_PASSWORD);
    expect(proof.json()).toEqual({ proved: true });
    // The earlier token is invalid, and the session stays the same one.
    expect(await setActive(true)).toBe(401);
    const [cookie = ''] = String(proof.headers['set-cookie']).split(';');
    const later = await testApp().app.inject({
      method: 'POST',
      url: '/v1/accounts/set-active',
      headers: { cookie },
      payload: { idAccount, active: true },
    });
    expect(later.statusCode).toBe(200);
    expect(await db.$count(staffSessions, eq(staffSessions.userId, person.id))).toBe(1);
  });

  test('E-10.4050: is accepted once if requests use it simultaneously, and the others get an ended token', async () => {
    const person = await administrator();
    const payload = { password: TEST_PASSWORD };
    const prove = () => person.request({ method: 'POST', url: '/api/auth/prove', payload });
    const answers = await Promise.all([prove(), prove(), prove()]);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401, 401]);
  });

  test('does not count in another session', async () => {
    const person = await administrator();
    const other = await administrator();
    await proveBefore(person, 11);
    const proved = await other.request({
      method: 'POST',
      url: '/api/auth/prove',
      payload: { password: TEST_PASSWORD },
    });
    expect(proved.statusCode).toBe(200);
    const rejected = await person.request({
      method: 'POST',
      url: '/v1/accounts/invite',
      payload: { name: 'Eva', email: 'eva@simiente.example' },
    });
    expect(rejected.json()).toEqual(errorBody('PROOF_NEEDED'));
  });
});
