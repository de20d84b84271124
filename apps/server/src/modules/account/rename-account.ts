import type { Account, StaleAccountDetails } from '@simiente/contract/account';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { staff } from '../../schema/staff.ts';
import { changesOf, recordAudit } from '../audit/public.ts';
import type { AccountParts } from './account-parts.ts';
import { readAccount } from './read-account.ts';

/**
 * Renames the own account. The same name again leaves the version alone.
 * @param edit an undefined `version` overwrites any other
 * @throws Problem STALE_VERSION with the account as it is now
 */
export async function renameAccount(
  transaction: Transaction,
  parts: Pick<AccountParts, 'identity' | 'requireTwoFactor'>,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  { name, version }: { readonly name: string; readonly version: number | undefined },
): Promise<Account> {
  const { id } = context.actor;
  await transaction
    .select({ id: staff.id })
    .from(staff)
    .where(eq(staff.id, id))
    .for('no key update');
  const current = await readAccount(transaction, parts, id);
  if (version !== undefined && version !== current.version) {
    throw new Problem('STALE_VERSION', { details: { current } satisfies StaleAccountDetails });
  }
  if (name === current.name) return current;
  await transaction
    .update(staff)
    .set({ name, version: sql`${staff.version} + 1`, updatedAt: sql`now()` })
    .where(eq(staff.id, id));
  await recordAudit(transaction, context, {
    action: 'account.renamed',
    subject: { kind: 'staff', id },
    details: { changes: changesOf(context, id, current, { name }), version: current.version + 1 },
  });
  return readAccount(transaction, parts, id);
}
