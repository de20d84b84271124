import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { SUSPENDED, staff, staffLinks } from '../../schema/staff.ts';
import { addColleague, addLink } from '../../testing/accounts/records.ts';
import {
  sharedApplication,
  signIn,
  startApplication,
  TEST_PASSWORD,
} from '../../testing/application.ts';

const testApp = sharedApplication({ staffRoles: ['todo', 'administracion'] });
const PASSWORD = 'jacaranda azul 7';

const post = (url: string, payload: object, app = testApp().app) =>
  app.inject({ method: 'POST', url: `/v1/account-link/${url}`, payload });
const openLink = (token: string) => post('read', { token });
const use = (token: string, fields: object = {}) =>
  post('use', { token, password: PASSWORD, ...fields });

const getToken = (answer: { json: () => { data: { link: { path: string } } } }) =>
  answer.json().data.link.path.split('#')[1] ?? '';

async function invite(email: string) {
  const payload = { name: 'Rosa Díaz', email, roles: ['recepcion'] };
  const answer = await testApp().staff.request({
    method: 'POST',
    url: '/v1/accounts/invite',
    payload,
  });
  return { id: String(answer.json().data.account.idAccount), token: getToken(answer) };
}

const makeLink = async (idAccount: string) =>
  getToken(
    await testApp().staff.request({
      method: 'POST',
      url: '/v1/accounts/make-link',
      payload: { idAccount },
    }),
  );

const aboutLinks = async (id: string) =>
  (
    await testApp()
      .database.db.select({ action: auditEvents.action, details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, id))
  ).filter(({ action }) => action.startsWith('staff.link'));

describe('E-10.341: the link of an invitation', () => {
  test('shows its account, sets name and password, and signs in with them', async () => {
    const { app } = testApp();
    const { id, token } = await invite('rosa@clinica.example');
    expect((await openLink(token)).json().data).toMatchObject({
      kind: 'invitation',
      name: 'Rosa Díaz',
      email: 'rosa@clinica.example',
    });
    const used = await use(token, { name: 'Rosa Díaz Mora' });
    expect([used.statusCode, used.json().data]).toEqual([200, { email: 'rosa@clinica.example' }]);
    const entered = await signIn(app, { email: 'rosa@clinica.example', password: PASSWORD });
    expect(entered.json().user).toMatchObject({ name: 'Rosa Díaz Mora' });
    expect(await aboutLinks(id)).toEqual([
      { action: 'staff.link_used', details: { kind: 'invitation', sessionsEnded: 0 } },
    ]);
  });

  test('works once, also for two simultaneous uses', async () => {
    const { id, token } = await invite('una-vez@clinica.example');
    const answers = await Promise.all([use(token), use(token, { password: 'otra frase larga' })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const late = await openLink(token);
    expect([late.statusCode, late.json()]).toEqual([409, errorBody('LINK_USED')]);
    expect((await aboutLinks(id)).at(-1)).toEqual({
      action: 'staff.link_refused',
      details: { code: 'LINK_USED' },
    });
  });

  test('an expired, unknown or replaced link is rejected, and so is one of a suspended account', async () => {
    const { db } = testApp().database;
    const { id, token } = await invite('tarde@clinica.example');
    const renewed = await makeLink(id);
    expect((await openLink(token)).json()).toEqual(errorBody('LINK_UNKNOWN'));
    expect((await openLink(renewed)).statusCode).toBe(200);
    await db.update(staff).set({ status: SUSPENDED }).where(eq(staff.id, id));
    expect((await use(renewed)).json()).toEqual(errorBody('ACCOUNT_INACTIVE'));
    expect((await openLink(renewed)).json()).toEqual(errorBody('ACCOUNT_INACTIVE'));
    await db
      .update(staffLinks)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(staffLinks.staffId, id));
    const late = await use(renewed);
    expect([late.statusCode, late.json()]).toEqual([409, errorBody('LINK_EXPIRED')]);
    const unknown = await use('A'.repeat(22));
    expect([unknown.statusCode, unknown.json()]).toEqual([404, errorBody('LINK_UNKNOWN')]);
  });

  test('a short or common password is rejected, and the link stays valid', async () => {
    const { token } = await invite('corta@clinica.example');
    const short = await use(token, { password: 'corta' });
    expect([short.statusCode, short.json().issues[0].path]).toEqual([400, 'password']);
    expect((await use(token, { password: 'password1' })).json().code).toBe('PASSWORD_TOO_COMMON');
    expect((await use(token, { password: 'corta@clinica.example' })).json().code).toBe(
      'PASSWORD_TOO_COMMON',
    );
    expect((await use(token)).statusCode).toBe(200);
  });
});

describe('E-10.348: a link to choose a new password', () => {
  test('lasts half an hour, ends the other sessions and keeps name and second step', async () => {
    const { app, database, signInAs } = testApp();
    const luis = await signInAs('luis@simiente.example');
    const token = await makeLink(luis.id);
    const [link] = await database.db
      .select()
      .from(staffLinks)
      .where(eq(staffLinks.staffId, luis.id));
    const minutes = ((link?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    await database.db.update(staff).set({ twoFactorEnabled: true }).where(eq(staff.id, luis.id));
    expect((await use(token, { name: 'Otro nombre' })).statusCode).toBe(200);
    expect((await luis.get('/v1/user/list')).status).toBe(401);
    const [after] = await database.db.select().from(staff).where(eq(staff.id, luis.id));
    expect(after).toMatchObject({ twoFactorEnabled: true, name: 'Mariana Solórzano' });
    expect((await signIn(app, { email: luis.email })).statusCode).toBe(401);
  });

  test('becomes invalid when the password is changed in another way', async () => {
    const { signInAs } = testApp();
    const eva = await signInAs('eva@simiente.example');
    const token = await makeLink(eva.id);
    const changed = await eva.request({
      method: 'POST',
      url: '/v1/account/change-password',
      payload: { currentPassword: TEST_PASSWORD, newPassword: PASSWORD },
    });
    expect(changed.statusCode).toBe(200);
    expect((await use(token)).json()).toEqual(errorBody('LINK_USED'));
  });
});

test('T-A1: attempts with invalid tokens are limited per network, and valid ones are not', async () => {
  const { database } = testApp();
  const { app } = await startApplication(
    { database, attemptLimits: { address: { max: 3, windowSeconds: 900 } } },
    undefined,
    'limitada@simiente.example',
  );
  const readLink = (token: string, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/account-link/read',
      payload: { token },
      remoteAddress,
    });
  const validLink = await addLink(database.db, await addColleague(database.db));
  for (let time = 0; time < 5; time += 1) {
    expect((await readLink(validLink, '192.0.2.10')).statusCode).toBe(200);
  }
  for (let time = 0; time < 3; time += 1) {
    expect((await readLink('B'.repeat(22), '2001:db8::1')).statusCode).toBe(404);
  }
  const throttled = await readLink(validLink, '2001:db8::2');
  expect([throttled.statusCode, throttled.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
  expect((await readLink(validLink, '192.0.2.10')).statusCode).toBe(200);
});
