import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { writeAudit } from '../../modules/audit/public.ts';
import { SYSTEM_ACT } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import type { Identity } from '../../platform/identity/identity.ts';
import { addStaff, FIRST_ROLES, hasStaff } from '../../platform/identity/staff-accounts.ts';

/** A password that can be read aloud: 20 characters without look-alikes, about 97 bits. */
export function generatePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const characters = [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length]);
  return [0, 5, 10, 15].map((start) => characters.slice(start, start + 5).join('')).join('-');
}

/**
 * Creates the first account of an installation without accounts.
 * @returns whether it did
 */
export async function ensureFirstAccount(
  db: Database,
  identity: Identity,
  person: { name: string; email: string; password: string },
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.firstAccount})`);
    if (await hasStaff(transaction)) return false;
    const id = await addStaff(transaction, identity, { ...person, roles: FIRST_ROLES });
    await writeAudit(transaction, SYSTEM_ACT, {
      action: 'staff.created',
      subject: { kind: 'staff', id },
    });
    return true;
  });
}
