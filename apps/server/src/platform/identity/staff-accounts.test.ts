import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { staff } from '../../schema/staff.ts';
import { sharedApplication, signIn, testIdentity } from '../../testing/application.ts';
import { LONGEST_PASSWORD, PasswordLengthError, SHORTEST_NEW_PASSWORD } from './password.ts';
import { addStaff, resetPassword } from './staff-accounts.ts';

const running = sharedApplication();
const wrongLengths = ['', 'x'.repeat(SHORTEST_NEW_PASSWORD - 1), 'x'.repeat(LONGEST_PASSWORD + 1)];

describe('a password that is too short or too long', () => {
  test('E-5.2, E-9.2: no account is created with a password that is too short or too long', async () => {
    const { database } = running();
    const email = 'corta@simiente.example';
    for (const password of wrongLengths) {
      const adding = database.db.transaction((transaction) =>
        addStaff(transaction, testIdentity(database), { name: 'Corta', email, password }),
      );
      await expect(adding).rejects.toThrow(PasswordLengthError);
    }
    expect(await database.db.select().from(staff).where(eq(staff.email, email))).toEqual([]);
  });

  test('the old password stays in use after a refused change', async () => {
    const { app, database, signInAs } = running();
    const person = await signInAs('vieja@simiente.example');
    for (const password of wrongLengths) {
      const changing = database.db.transaction((transaction) =>
        resetPassword(transaction, testIdentity(database), person.id, password),
      );
      await expect(changing).rejects.toThrow(PasswordLengthError);
    }
    expect((await signIn(app, { email: person.email })).statusCode).toBe(200);
  });
});

test('the shortest and the longest allowed password are accepted', async () => {
  const { app, database } = running();
  for (const length of [SHORTEST_NEW_PASSWORD, LONGEST_PASSWORD]) {
    const person = { email: `de${length}@simiente.example`, password: 'x'.repeat(length) };
    await database.db.transaction((transaction) =>
      addStaff(transaction, testIdentity(database), { name: 'Justa', ...person }),
    );
    expect((await signIn(app, person)).statusCode).toBe(200);
  }
});
