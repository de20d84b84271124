import { MAX_PASSWORD_LENGTH, MIN_NEW_PASSWORD_LENGTH } from '@simiente/contract/account/calls';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { ACTIVE, SUSPENDED, staff } from '../../schema/staff.ts';
import { sharedApplication, signIn, testPasswords } from '../../testing/application.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import type { Transaction } from '../database/database.ts';
import { PasswordLengthError } from './passwords/password.ts';
import {
  addStaff,
  areCustomRolesInUse,
  hasAdministrator,
  resetPassword,
  setRoles,
  setStaffStatus,
} from './staff-accounts.ts';

const testApp = sharedApplication();
const wrongLengths = [
  '',
  'x'.repeat(MIN_NEW_PASSWORD_LENGTH - 1),
  'x'.repeat(MAX_PASSWORD_LENGTH + 1),
];

describe('a password that is too short or too long', () => {
  test('E-5.2, E-9.2: no account is created with a password that is too short or too long', async () => {
    const { database } = testApp();
    const email = 'corta@simiente.example';
    for (const password of wrongLengths) {
      const adding = database.db.transaction((transaction) =>
        addStaff(transaction, testPasswords, { name: 'Corta', email, password }),
      );
      await expect(adding).rejects.toThrow(PasswordLengthError);
    }
    expect(await database.db.select().from(staff).where(eq(staff.email, email))).toEqual([]);
  });

  test('the old password stays valid after a rejected change', async () => {
    const { app, database, signInAs } = testApp();
    const person = await signInAs('vieja@simiente.example');
    for (const password of wrongLengths) {
      const changing = database.db.transaction((transaction) =>
        resetPassword(transaction, testPasswords, person.id, password),
      );
      await expect(changing).rejects.toThrow(PasswordLengthError);
    }
    expect((await signIn(app, { email: person.email })).statusCode).toBe(200);
  });
});

test('the shortest and the longest allowed password are accepted', async () => {
  const { app, database } = testApp();
  for (const length of [MIN_NEW_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH]) {
    const person = { email: `de${length}@simiente.example`, password: 'x'.repeat(length) };
    await database.db.transaction((transaction) =>
      addStaff(transaction, testPasswords, { name: 'Justa', ...person }),
    );
    expect((await signIn(app, person)).statusCode).toBe(200);
  }
});

describe('E-10.282: the last account that can administer', () => {
  const administrators = ['administracion'] as const;

  async function threeAccounts() {
    const { database, signInAs } = testApp();
    await database.db.delete(staff);
    const ana = await signInAs('ana-admin@simiente.example', ['todo', 'administracion']);
    const eva = await signInAs('eva-admin@simiente.example', administrators);
    const luis = await signInAs('luis@simiente.example');
    const within = (change: (transaction: Transaction) => Promise<unknown>) =>
      database.db.transaction(change);
    return { ana, eva, luis, within, db: database.db };
  }
  const rejection = { code: 'LAST_ADMINISTRATOR' };

  test('cannot be suspended or demoted, and others can', async () => {
    const { ana, eva, luis, within, db } = await threeAccounts();
    await within((transaction) => setStaffStatus(transaction, luis.id, SUSPENDED));
    await within((transaction) => setRoles(transaction, ana.id, ['todo']));
    const demoting = within((transaction) => setRoles(transaction, eva.id, ['recepcion']));
    await expect(demoting).rejects.toMatchObject(rejection);
    const suspending = within((transaction) => setStaffStatus(transaction, eva.id, SUSPENDED));
    await expect(suspending).rejects.toMatchObject(rejection);
    // A suspended account does not count as one that can administer.
    await within((transaction) => setRoles(transaction, luis.id, administrators));
    const still = within((transaction) => setRoles(transaction, eva.id, ['todo']));
    await expect(still).rejects.toMatchObject(rejection);
    await within((transaction) => setStaffStatus(transaction, luis.id, ACTIVE));
    await within((transaction) => setRoles(transaction, eva.id, ['todo']));
    expect(await hasAdministrator(db)).toBe(true);
  });

  test('remains when two demote or suspend each other simultaneously', async () => {
    const { ana, eva, within, db } = await threeAccounts();
    const first = Promise.withResolvers<void>();
    const bothBegan = Promise.withResolvers<void>();
    const demoting = within(async (transaction) => {
      await setRoles(transaction, ana.id, ['todo']);
      first.resolve();
      await bothBegan.promise;
    });
    await first.promise;
    const suspending = within((transaction) => setStaffStatus(transaction, eva.id, SUSPENDED));
    // The second waits for the lock of the first before the first ends.
    await vi.waitFor(async () => {
      const { rows } = await db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    }, LONG_WAIT);
    bothBegan.resolve();
    await demoting;
    await expect(suspending).rejects.toMatchObject(rejection);
    expect(await hasAdministrator(db)).toBe(true);
  });
});

test('E-10.282: custom roles are in use once any account has a role other than the first account’s', async () => {
  const { database, signInAs } = testApp();
  await database.db.delete(staff);
  await signInAs('una@simiente.example', ['todo', 'administracion']);
  await signInAs('dos@simiente.example');
  expect(await areCustomRolesInUse(database.db)).toBe(false);
  await signInAs('tres@simiente.example', ['todo', 'medico']);
  expect(await areCustomRolesInUse(database.db)).toBe(true);
});
