import { and, eq } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { endSessions } from '../../platform/identity/staff-accounts.ts';
import { Problem } from '../../platform/problem.ts';
import { staffSessions } from '../../schema/staff.ts';
import { recordAudit } from '../audit/public.ts';

type Owner = Pick<StaffContext, 'actor' | 'origin' | 'sessionId'>;

/**
 * Ends one session of the own account: its next request is refused, its event streams close.
 * @throws Problem NOT_FOUND for one that ended, or of another account
 */
export async function revokeSession(
  transaction: Transaction,
  context: Owner,
  idSession: string,
): Promise<number> {
  const ended = await transaction
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, idSession), eq(staffSessions.userId, context.actor.id)))
    .returning({ id: staffSessions.id });
  if (ended.length === 0) throw new Problem('NOT_FOUND');
  await recordRevoked(transaction, context, ended.length);
  return ended.length;
}

/**
 * Ends every session of the own account but this one.
 * @returns how many
 */
export async function revokeOtherSessions(
  transaction: Transaction,
  context: Owner,
): Promise<number> {
  const count = await endSessions(transaction, context.actor.id, context.sessionId ?? undefined);
  if (count > 0) await recordRevoked(transaction, context, count);
  return count;
}

function recordRevoked(transaction: Transaction, context: Owner, count: number): Promise<void> {
  return recordAudit(transaction, context, {
    action: 'session.revoked',
    subject: { kind: 'staff', id: context.actor.id },
    details: { count },
  });
}
