import type { StaffContext } from '../../platform/http/context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { refuseCommonPassword } from '../../platform/identity/password.ts';
import { isPasswordOf, resetPassword } from '../../platform/identity/staff-accounts.ts';
import { recordAudit } from '../audit/public.ts';
import type { AccountParts } from './account-parts.ts';

/**
 * Changes the own password, which the current one confirms, and ends every other session. Guesses
 * count as those of a sign-in do, with which they share their limits.
 *
 * @returns how many sessions ended
 * @throws Problem WRONG_PASSWORD, PASSWORD_TOO_COMMON, TOO_MANY_REQUESTS
 */
export async function changePassword(
  { identity, attempts }: Pick<AccountParts, 'identity' | 'attempts'>,
  context: StaffContext,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<number> {
  const { actor, db, origin, sessionId } = context;
  const address = origin.address ?? '';
  await refuseCommonPassword(newPassword, actor);
  const throttled = await attempts.begin(actor.email, address);
  if (throttled) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
  const subject = { kind: 'staff', id: actor.id } as const;
  const ended = await db.transaction(async (transaction) => {
    if (!(await isPasswordOf(transaction, identity, actor.id, currentPassword))) {
      await recordAudit(transaction, context, { action: 'account.password_refused', subject });
      return null;
    }
    const count = await resetPassword(
      transaction,
      identity,
      actor.id,
      newPassword,
      sessionId ?? undefined,
    );
    await recordAudit(transaction, context, {
      action: 'account.password_changed',
      subject,
      details: { sessionsEnded: count },
    });
    return count;
  });
  if (ended === null) throw new Problem('WRONG_PASSWORD');
  await attempts.succeeded(actor.email, address);
  return ended;
}
