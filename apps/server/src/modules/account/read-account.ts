import type { Account } from '@simiente/contract/account';
import { eq } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { readTwoFactor } from '../../platform/identity/two-factor.ts';
import { Problem } from '../../platform/problem.ts';
import { staff } from '../../schema/staff.ts';
import type { AccountParts } from './account-parts.ts';

export async function readAccount(
  db: Reader,
  { identity, requireTwoFactor }: Pick<AccountParts, 'identity' | 'requireTwoFactor'>,
  staffId: string,
): Promise<Account> {
  const [person] = await db
    .select({ name: staff.name, email: staff.email, version: staff.version })
    .from(staff)
    .where(eq(staff.id, staffId));
  if (!person) throw new Problem('UNAUTHORIZED');
  const twoFactor = await readTwoFactor(db, identity, staffId);
  return {
    ...person,
    twoFactor: twoFactor && { ...twoFactor, since: twoFactor.since.toISOString() },
    twoFactorRequired: requireTwoFactor,
  };
}
