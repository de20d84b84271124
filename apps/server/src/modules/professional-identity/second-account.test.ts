import type { Role } from '@simiente/contract/common/access/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../platform/act.ts';
import { addColleague } from '../../testing/accounts/records.ts';
import { sharedApplication, signIn, type TestStaff } from '../../testing/application.ts';
import { type AuditAction, writeAudit } from '../audit/public.ts';
import { isIndependent } from './read-identity.ts';

const testApp = sharedApplication();
const administrators = { roles: ['administracion'] satisfies Role[] };
let count = 0;
/** Five administrators without influence over each other. */
let [one, two, three, four, five]: string[] = [];

beforeEach(async () => {
  const { db } = testApp().database;
  [one, two, three, four, five] = await Promise.all(
    Array.from({ length: 5 }, () => addColleague(db, administrators)),
  );
});

/** Writes an action of one account on another to the audit. */
async function recordActs(
  by: string | undefined,
  action: AuditAction,
  on: string | undefined,
  details?: Record<string, unknown>,
) {
  await testApp().database.db.transaction((transaction) =>
    writeAudit(
      transaction,
      { actor: { kind: 'staff', id: by ?? '' }, origin: NO_REQUEST },
      { action, subject: { kind: 'staff', id: on ?? '' }, ...(details && { details }) },
    ),
  );
}

const DAY = 24 * 60 * 60_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY);

/** Whether `second` can confirm an action of `first`. */
const mayConfirm = (
  second: string | undefined,
  first: string | undefined,
  at = daysFromNow(0.001),
) => isIndependent(testApp().database.db, second ?? '', { actors: [first ?? ''], at });

/** Whether neither account depends on the other. */
const areIndependent = async (at?: Date) => [
  await mayConfirm(one, two, at),
  await mayConfirm(two, one, at),
];

describe('S1, T-L1: the second account of an act', () => {
  test('may be any older account without influence of a participant', async () => {
    expect(await areIndependent()).toEqual([true, true]);
    expect(await mayConfirm(one, one)).toBe(false);
  });

  test('is not younger than the act', async () => {
    const young = await addColleague(testApp().database.db, administrators);
    const before = new Date(Date.now() - DAY);
    expect(await mayConfirm(young, one, before)).toBe(false);
  });

  const lasting: readonly (readonly [AuditAction, Record<string, unknown>])[] = [
    ['staff.link_made', { kind: 'password' }],
    ['staff.roles_changed', {}],
    ['staff.roles_asked', {}],
    ['staff.invited', { pending: ['administracion'] }],
    ['two_factor.reset', {}],
    ['passkey.reset', {}],
    ['provider.reset', {}],
  ];
  test.each(lasting)('depends permanently on the account of %s', async (action, details) => {
    await recordActs(one, action, two, details);
    expect(await areIndependent()).toEqual([false, false]);
    expect(await areIndependent(daysFromNow(4000))).toEqual([false, false]);
  });

  const passing: typeof lasting = [
    ['staff.invited', {}],
    ['staff.link_made', { kind: 'invitation' }],
    ['staff.status_changed', {}],
  ];
  test.each(passing)('depends for 30 days on the account of %s', async (action, details) => {
    await recordActs(one, action, two, details);
    expect(await areIndependent(daysFromNow(29))).toEqual([false, false]);
    expect(await areIndependent(daysFromNow(31))).toEqual([true, true]);
  });

  test('depends on an account through any number of others', async () => {
    await recordActs(one, 'staff.invited', three);
    await recordActs(three, 'passkey.reset', four);
    await recordActs(four, 'staff.roles_changed', two);
    expect(await areIndependent()).toEqual([false, false]);
  });

  test('must share no account that has influence over both', async () => {
    await recordActs(three, 'two_factor.reset', one);
    await recordActs(three, 'staff.invited', four);
    await recordActs(four, 'staff.link_made', two, { kind: 'password' });
    expect(await areIndependent()).toEqual([false, false]);
  });

  test('may have acted on the same account as the other', async () => {
    await recordActs(one, 'two_factor.reset', five);
    await recordActs(two, 'staff.roles_changed', five);
    expect(await areIndependent()).toEqual([true, true]);
  });

  test('is found even if accounts acted on each other', async () => {
    await recordActs(three, 'two_factor.reset', four);
    await recordActs(four, 'two_factor.reset', three);
    expect(await mayConfirm(one, three)).toBe(true);
    expect(await mayConfirm(three, four)).toBe(false);
  });
});

interface Answer {
  readonly code?: string;
  readonly data?: {
    readonly account: {
      readonly idAccount: string;
      readonly roles: Role[];
      readonly pending: { readonly roles: Role[]; readonly byOther: boolean } | null;
      readonly version: number;
    };
  };
}

describe('S1, T-L1, E-10.740: granting administración, médico and auditoría needs two accounts', () => {
  let ana: TestStaff;
  let luz: TestStaff;
  beforeEach(async () => {
    count += 1;
    ana = await testApp().signInAs(`ana${count}@dos.example`, ['administracion']);
    luz = await testApp().signInAs(`luz${count}@dos.example`, ['administracion']);
  });

  async function send(person: TestStaff, call: string, payload: object): Promise<Answer> {
    const method = call === 'update' ? 'PUT' : 'POST';
    return (await person.request({ method, url: `/v1/accounts/${call}`, payload })).json();
  }
  const confirm = (person: TestStaff, { data }: Answer, version = data?.account.version) =>
    send(person, 'confirm-roles', { idAccount: data?.account.idAccount, version });

  test.each<Role>(['administracion', 'medico', 'auditoria'])(
    '%s waits for a second account',
    async (role) => {
      const reception = await testApp().signInAs(`r${count}@dos.example`, ['recepcion']);
      const answer = await send(ana, 'update', {
        idAccount: reception.id,
        roles: ['recepcion', role],
      });
      expect(answer.data?.account).toMatchObject({
        roles: ['recepcion'],
        pending: { roles: ['recepcion', role], byOther: false },
      });
      expect((await confirm(ana, answer)).code).toBe('SECOND_ACCOUNT_NEEDED');
      expect((await confirm(luz, answer, 1)).code).toBe('STALE_VERSION');
      expect((await confirm(luz, answer)).data?.account).toMatchObject({
        roles: ['recepcion', role],
        pending: null,
      });
    },
  );

  test.each<Role>(['recepcion', 'laboratorio', 'todo'])(
    '%s needs no second account',
    async (role) => {
      const other = await testApp().signInAs(`r${count}@dos.example`, ['recepcion', 'laboratorio']);
      const given = await send(ana, 'update', { idAccount: other.id, roles: [role] });
      expect(given.data?.account).toMatchObject({ roles: [role], pending: null });
    },
  );

  test('an account keeps its earlier roles until the new ones are confirmed, and another edit discards the new ones', async () => {
    const other = await testApp().signInAs(`r${count}@dos.example`, ['recepcion']);
    const answer = await send(ana, 'update', { idAccount: other.id, roles: ['medico'] });
    expect(answer.data?.account).toMatchObject({
      roles: ['recepcion'],
      pending: { roles: ['medico'] },
    });
    const again = await send(ana, 'update', { idAccount: other.id, roles: ['medico'] });
    expect(again.data?.account.version).toBe(answer.data?.account.version);
    const dropped = await send(luz, 'update', { idAccount: other.id, roles: ['recepcion'] });
    expect(dropped.data?.account).toMatchObject({ roles: ['recepcion'], pending: null });
    expect((await confirm(luz, dropped)).data?.account.roles).toEqual(['recepcion']);
  });

  test('an invited account gets its roles only after another account confirms them', async () => {
    const email = `nueva${count}@dos.example`;
    const invited = await send(ana, 'invite', { name: 'Nueva', email, roles: ['administracion'] });
    expect(invited.data?.account).toMatchObject({
      roles: [],
      pending: { roles: ['administracion'] },
    });
    const ownChange = await send(ana, 'update', {
      idAccount: luz.id,
      roles: ['administracion', 'medico'],
    });
    expect((await confirm(luz, ownChange)).code).toBe('OWN_ACCOUNT');
    await recordActs(ana.id, 'staff.link_made', luz.id, { kind: 'password' });
    expect((await confirm(luz, invited)).code).toBe('SECOND_ACCOUNT_NEEDED');
  });

  test('the user is notified at the next sign-in that another account changed how they sign in', async () => {
    const { app } = testApp();
    const other = await testApp().signInAs(`r${count}@dos.example`, ['recepcion']);
    await send(ana, 'reset-two-factor', { idAccount: other.id });
    const readNotices = async () => (await signIn(app, { email: other.email })).json().notices;
    expect(await readNotices()).toEqual(['access-changed']);
    expect(await readNotices()).toBeUndefined();
  });
});
