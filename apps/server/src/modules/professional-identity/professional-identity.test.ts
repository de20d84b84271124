import { errorBody } from '@simiente/contract/common/errors';
import type { ProfessionalIdentity } from '@simiente/contract/professional-identity/calls';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../platform/act.ts';
import { auditEvents } from '../../schema/audit.ts';
import { professionalIdentityVersions } from '../../schema/professional-identities.ts';
import { addLink, newCedula } from '../../testing/accounts/records.ts';
import {
  getSessionCookie,
  sharedApplication,
  signIn,
  TEST_PASSWORD,
  type TestStaff,
} from '../../testing/application.ts';
import { enterIdentity, restoreIdentity, suspendIdentity } from './change-identity.ts';

const testApp = sharedApplication();
let ana: TestStaff;
let luz: TestStaff;
let doctor: TestStaff;
let count = 0;

beforeEach(async () => {
  const { signInAs } = testApp();
  count += 1;
  ana = await signInAs(`ana${count}@simiente.example`, ['administracion']);
  luz = await signInAs(`luz${count}@simiente.example`, ['administracion']);
  doctor = await signInAs(`medico${count}@simiente.example`, ['medico']);
});

type Person = Pick<TestStaff, 'request'>;

/** Another session of an account. */
async function openSession(email: string, password?: string): Promise<Person> {
  const { app } = testApp();
  const cookie = getSessionCookie(await signIn(app, { email, ...(password && { password }) }));
  return { request: (options) => app.inject({ ...options, headers: { cookie } }) };
}

const entry = () => ({
  fullName: 'Julián Padilla Ríos',
  cedula: newCedula(),
  institution: 'UNAM',
  specialty: 'Urología',
  validFrom: '2019-05-02',
});

interface Answer {
  status: number;
  code?: string;
  issues?: { path: string; message: string }[];
  details?: { current: ProfessionalIdentity };
  data: { identity: ProfessionalIdentity | null };
}

async function send(
  person: Person,
  method: 'PUT' | 'POST',
  url: string,
  payload: object,
): Promise<Answer> {
  return (await person.request({ method, url, payload })).json<Answer>();
}
const enter = (person: Person, idAccount: string, input: object) =>
  send(person, 'PUT', '/v1/accounts/enter-identity', { idAccount, ...input });
const confirmOwn = (person: Person, idVersion: string) =>
  send(person, 'POST', '/v1/account/confirm-identity', { idVersion });
const confirmReturn = (person: Person, idAccount: string, idVersion: string) =>
  send(person, 'POST', '/v1/accounts/confirm-identity', { idAccount, idVersion });

async function fetchIdentity(
  person: Person,
  idAccount: string,
): Promise<ProfessionalIdentity | null> {
  const url = `/v1/accounts/get-identity?idAccount=${idAccount}`;
  return (await person.request({ url })).json<Answer>().data.identity;
}
async function readOwn(person: Person): Promise<ProfessionalIdentity | null> {
  return (await person.request({ url: '/v1/account/get-identity' })).json<Answer>().data.identity;
}

function getLatestVersionId({ data }: Answer): string {
  if (!data.identity) throw new Error('There is no identity');
  return data.identity.latest.idVersion;
}

/** The doctor's confirmed identity; returns the id of its version. */
async function makeActive(): Promise<string> {
  const idVersion = getLatestVersionId(await enter(ana, doctor.id, entry()));
  await confirmOwn(doctor, idVersion);
  return idVersion;
}

const reset = (person: Person, call: string, idAccount = doctor.id) =>
  person.request({
    method: 'POST',
    url: `/v1/accounts/${call}`,
    payload: { idAccount },
  });

/** Uses the link that administration created, and signs in with the new password. */
async function signInByLink(person: Person): Promise<Person> {
  const { link } = (await reset(person, 'make-link')).json<{
    data: { link: { path: string } };
  }>().data;
  const password = 'granada-lenta-71';
  const used = await testApp().app.inject({
    method: 'POST',
    url: '/v1/account-link/use',
    payload: { token: link.path.split('#')[1], password },
  });
  expect(used.statusCode).toBe(200);
  return openSession(doctor.email, password);
}

const actionsAbout = async (id: string) => {
  const rows = await testApp()
    .database.db.select({ action: auditEvents.action, actorId: auditEvents.actorId })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, id))
    .orderBy(asc(auditEvents.id));
  return rows.filter(({ action }) => action.startsWith('professional_identity.'));
};

describe('E-10.370: a professional identity', () => {
  test('is entered by administration and active after its owner confirmed it', async () => {
    expect(await readOwn(doctor)).toBeNull();
    const written = entry();
    const entered = await enter(ana, doctor.id, written);
    expect(entered.data.identity).toMatchObject({
      idAccount: doctor.id,
      state: 'pending',
      latest: {
        ...written,
        specialtyCertificate: null,
        enteredBy: 'Mariana Solórzano',
        confirmedAt: null,
      },
      inForce: null,
      suspension: null,
    });
    const confirmed = await confirmOwn(doctor, getLatestVersionId(entered));
    expect(confirmed.data.identity).toMatchObject({
      state: 'active',
      latest: { confirmedAt: expect.any(String) },
    });
    expect(await readOwn(doctor)).toMatchObject({ state: 'active' });
    expect((await actionsAbout(doctor.id)).map(({ action }) => action)).toEqual([
      'professional_identity.entered',
      'professional_identity.confirmed',
    ]);
  });

  test('keeps the confirmed version in force until a later one is confirmed', async () => {
    const first = await makeActive();
    const later = await enter(ana, doctor.id, {
      ...entry(),
      specialtyCertificate: '9812345',
      validFrom: '2026-01-15',
    });
    expect(later.data.identity).toMatchObject({
      state: 'active',
      latest: { specialtyCertificate: '9812345', confirmedAt: null },
      inForce: { idVersion: first },
    });
    // Only the latest version can be confirmed.
    expect(await confirmOwn(doctor, first)).toMatchObject({
      code: 'STALE_VERSION',
      details: { current: { latest: { idVersion: getLatestVersionId(later) } } },
    });
    expect((await confirmOwn(doctor, getLatestVersionId(later))).data.identity?.inForce).toBeNull();
    const rows = await testApp()
      .database.db.select()
      .from(professionalIdentityVersions)
      .where(eq(professionalIdentityVersions.staffId, doctor.id));
    expect(rows).toHaveLength(2);
  });

  test('cannot be entered over an unseen version, nor twice with the same content', async () => {
    const written = entry();
    const first = await enter(ana, doctor.id, written);
    const version = first.data.identity?.version;
    expect((await enter(luz, doctor.id, { ...written, version: 0 })).code).toBe('STALE_VERSION');
    expect((await enter(luz, doctor.id, { ...written, version })).data).toEqual(first.data);
    const changed = await enter(luz, doctor.id, { ...written, institution: 'IPN', version });
    expect(changed.status).toBe(200);
    expect(await enter(ana, doctor.id, { ...written, version })).toMatchObject({
      code: 'STALE_VERSION',
      details: { current: { latest: { institution: 'IPN' } } },
    });
  });

  test('is rejected with the reason', async () => {
    const wrong = { ...entry(), cedula: '12a', validFrom: '2026-02-30', institution: ' ' };
    expect((await enter(ana, doctor.id, wrong)).issues).toEqual([
      { path: 'cedula', message: 'La cédula profesional tiene de 5 a 8 dígitos.' },
      { path: 'institution', message: 'Escribe la institución que expidió el título.' },
      { path: 'validFrom', message: 'La fecha no existe.' },
    ]);
    expect((await enter(ana, doctor.id, { ...entry(), validFrom: '2199-01-01' })).issues).toEqual([
      { path: 'validFrom', message: 'La fecha no puede ser posterior a hoy.' },
    ]);
    expect((await enter(ana, 'nobody', entry())).status).toBe(404);
    expect((await ana.get('/v1/accounts/get-identity?idAccount=nobody')).status).toBe(404);
    expect((await confirmOwn(doctor, 'pid_nobody')).status).toBe(404);
  });

  test('has a unique cédula, also when two accounts enter it simultaneously', async () => {
    const written = entry();
    const answers = await Promise.all([
      enter(ana, doctor.id, written),
      enter(ana, luz.id, written),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      ...errorBody('IDENTITY_CEDULA_TAKEN'),
      issues: [{ path: 'cedula', message: expect.any(String) }],
    });
  });

  test('cannot be entered by its owner in the browser', async () => {
    expect(await enter(ana, ana.id, entry())).toEqual(errorBody('IDENTITY_OWN'));
    expect(await readOwn(ana)).toBeNull();
  });
});

describe('E-10.371: no account can sign as another', () => {
  test.each([
    ['the second step', 'second-step', async () => reset(ana, 'reset-two-factor')],
    ['the passkeys', 'passkey', async () => reset(ana, 'remove-passkeys')],
    ['the password, by a link that was used', 'password', async () => signInByLink(ana)],
  ])('resetting %s suspends the identity', async (_, reason, act) => {
    await makeActive();
    await act();
    expect(await fetchIdentity(luz, doctor.id)).toMatchObject({
      state: 'suspended',
      suspension: { reason, personConfirmedAt: null, secondConfirmedAt: null, mayConfirm: true },
    });
    const isListed = async (identity: string) => {
      const { body } = await ana.get(`/v1/accounts/list?identity=${identity}&limit=100`);
      const { data } = body as { data: { accounts: { idAccount: string }[] } };
      return data.accounts.some(({ idAccount }) => idAccount === doctor.id);
    };
    expect([await isListed('suspended'), await isListed('pending')]).toEqual([true, false]);
    expect((await actionsAbout(doctor.id)).map(({ action }) => action)).toContain(
      'professional_identity.suspended',
    );
  });

  test('an unused link or invitation suspends nothing', async () => {
    await makeActive();
    await reset(ana, 'make-link');
    expect(await fetchIdentity(ana, doctor.id)).toMatchObject({ state: 'active' });
  });

  test('an administrator who resets a password cannot restore the identity alone', async () => {
    const idVersion = await makeActive();
    const asDoctor = await signInByLink(ana);
    await confirmOwn(asDoctor, idVersion);
    expect(await fetchIdentity(ana, doctor.id)).toMatchObject({
      state: 'suspended',
      suspension: { personConfirmedAt: expect.any(String), mayConfirm: false },
    });
    expect(await confirmReturn(ana, doctor.id, idVersion)).toEqual(
      errorBody('SECOND_ACCOUNT_NEEDED'),
    );
    // An account that this administrator created cannot confirm either.
    const { data } = (
      await ana.request({
        method: 'POST',
        url: '/v1/accounts/invite',
        payload: { name: 'Otra', email: `otra${count}@x.example`, roles: ['administracion'] },
      })
    ).json<{ data: { link: { path: string } } }>();
    await testApp().app.inject({
      method: 'POST',
      url: '/v1/account-link/use',
      payload: { token: data.link.path.split('#')[1], password: 'granada-lenta-72' },
    });
    const dependent = await openSession(`otra${count}@x.example`, 'granada-lenta-72');
    expect((await confirmReturn(dependent, doctor.id, idVersion)).code).toBe('FORBIDDEN');
    // A new version resets the confirmations.
    await confirmReturn(luz, doctor.id, 'pid_other');
    await enter(ana, doctor.id, { ...entry(), fullName: 'Otra Persona' });
    expect(await fetchIdentity(luz, doctor.id)).toMatchObject({
      state: 'suspended',
      suspension: { personConfirmedAt: null },
    });
  });

  test('a suspended identity returns when its owner and a second account confirm, in either order', async () => {
    const idVersion = await makeActive();
    await reset(ana, 'reset-two-factor');
    const again = await openSession(doctor.email);
    expect((await confirmReturn(luz, doctor.id, idVersion)).data.identity?.state).toBe('suspended');
    expect((await confirmOwn(again, idVersion)).data.identity).toMatchObject({
      state: 'active',
      suspension: null,
    });
    await reset(luz, 'reset-two-factor');
    const third = await openSession(doctor.email);
    await confirmOwn(third, idVersion);
    expect((await confirmReturn(ana, doctor.id, idVersion)).data.identity?.state).toBe('active');
    const restored = (await actionsAbout(doctor.id)).filter(
      ({ action }) => action === 'professional_identity.restored',
    );
    expect(restored).toHaveLength(2);
  });

  test('two accounts that reset the password one after the other cannot be the second account', async () => {
    const idVersion = await makeActive();
    await reset(ana, 'reset-two-factor');
    await confirmReturn(luz, doctor.id, idVersion);
    await reset(luz, 'reset-two-factor');
    expect(await fetchIdentity(luz, doctor.id)).toMatchObject({
      suspension: { secondConfirmedAt: null, mayConfirm: false },
    });
    expect((await confirmReturn(ana, doctor.id, idVersion)).code).toBe('SECOND_ACCOUNT_NEEDED');
  });

  test('an account whose passkeys the resetting account removed cannot be the second account', async () => {
    const idVersion = await makeActive();
    await reset(ana, 'reset-two-factor');
    await reset(ana, 'remove-passkeys', luz.id);
    const again = await openSession(luz.email);
    expect((await confirmReturn(again, doctor.id, idVersion)).code).toBe('SECOND_ACCOUNT_NEEDED');
  });

  test('an administrator cannot be the second account for their own identity', async () => {
    const idVersion = getLatestVersionId(await enter(ana, luz.id, entry()));
    await confirmOwn(luz, idVersion);
    await ana.request({
      method: 'POST',
      url: '/v1/accounts/reset-two-factor',
      payload: { idAccount: luz.id },
    });
    const again = await openSession(luz.email);
    expect((await confirmReturn(again, luz.id, idVersion)).code).toBe('SECOND_ACCOUNT_NEEDED');
  });

  test('a link that the owner requested suspends nothing, and neither does a change by the owner', async () => {
    await makeActive();
    const { app, database } = testApp();
    await doctor.request({
      method: 'POST',
      url: '/v1/account/change-password',
      payload: { currentPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD },
    });
    const token = await addLink(database.db, doctor.id, { madeBy: doctor.id });
    const payload = { token, password: 'granada-lenta-73' };
    const used = await app.inject({ method: 'POST', url: '/v1/account-link/use', payload });
    expect(used.statusCode).toBe(200);
    expect(await fetchIdentity(ana, doctor.id)).toMatchObject({ state: 'active' });
  });

  test('the command line enters and restores an identity, also of an administrator, and is audited', async () => {
    const { db } = testApp().database;
    const operator = {
      actor: { kind: 'operator', id: 'root' },
      origin: NO_REQUEST,
      digest: (text: string) => text,
    } as const;
    const written = { ...entry(), specialtyCertificate: null };
    await db.transaction((transaction) => enterIdentity(transaction, operator, ana.id, written));
    const entered = await readOwn(ana);
    expect(entered).toMatchObject({ state: 'pending', latest: { enteredBy: null } });
    await confirmOwn(ana, entered?.latest.idVersion ?? '');
    await db.transaction((transaction) =>
      suspendIdentity(transaction, operator, ana.id, { reason: 'password', by: null }),
    );
    expect(await readOwn(ana)).toMatchObject({ state: 'suspended' });
    const bringBack = () =>
      db.transaction((transaction) => restoreIdentity(transaction, operator, ana.id));
    expect(await bringBack()).toBe(true);
    expect(await readOwn(ana)).toMatchObject({ state: 'active' });
    expect(await bringBack()).toBe(false);
    expect(await actionsAbout(ana.id)).toContainEqual({
      action: 'professional_identity.restored',
      actorId: 'root',
    });
  });
});
