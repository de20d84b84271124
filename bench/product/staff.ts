import { openDatabase } from '@simiente/server/platform/database/database';
import { createPasswordHashing } from '@simiente/server/platform/identity/passwords/password-hash';
import { addStaff } from '@simiente/server/platform/identity/staff-accounts';
import { pino } from 'pino';
import type { DatabaseCopy } from '../cluster.ts';

/** The credentials of one user; the first is number 1. */
export function makeLogin(number: number) {
  return { email: `persona${number}@simiente.example`, password: 'jacaranda en flor' };
}

/** Creates accounts for this many users, as the command line does. */
export async function addUsers(copy: DatabaseCopy, count: number): Promise<void> {
  const { db, close } = openDatabase(copy.app, pino({ level: 'silent' }));
  const passwords = createPasswordHashing();
  await db.transaction(async (transaction) => {
    for (let number = 1; number <= count; number += 1) {
      const person = { name: `Persona ${number}`, ...makeLogin(number) };
      await addStaff(transaction, passwords, person);
    }
  });
  await close();
}

/** Signs these users in, and returns an `Authorization` header for each. */
export async function signIn(url: string, count: number): Promise<string[]> {
  const authorizations: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const answer = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(makeLogin(number)),
    });
    const token = answer.headers.get('set-auth-token');
    if (!token) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
    authorizations.push(`Bearer ${token}`);
  }
  return authorizations;
}
