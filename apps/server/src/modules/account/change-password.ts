import type { StaffContext } from '../../platform/calls/call-context.ts';
import { refuseCommonPassword } from '../../platform/identity/password.ts';
import { isPasswordOf, resetPassword } from '../../platform/identity/staff-accounts.ts';
import { Problem } from '../../platform/problem.ts';
import { recordAudit } from '../audit/public.ts';
import type { AccountParts } from './account-parts.ts';

/**
 * Changes the own password, confirmed by the current one, and ends every other session. Wrong answers
 * count against this session.
 * @returns how many sessions ended
 * @throws Problem WRONG_PASSWORD, PASSWORD_TOO_COMMON, TOO_MANY_REQUESTS, UNAUTHORIZED
 */
export async function changePassword(
  { identity, questions }: Pick<AccountParts, 'identity' | 'questions'>,
  context: StaffContext,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<number> {
  const { actor, db, sessionId } = context;
  if (sessionId === null) throw new Problem('UNAUTHORIZED');
  await refuseCommonPassword(newPassword, actor);
  const subject = { kind: 'staff', id: actor.id } as const;
  return questions.ask<number>(
    sessionId,
    (transaction) =>
      recordAudit(transaction, context, { action: 'account.attempts_exhausted', subject }),
    () =>
      db.transaction(async (transaction) => {
        if (!(await isPasswordOf(transaction, identity, actor.id, currentPassword))) {
          await recordAudit(transaction, context, { action: 'account.password_refused', subject });
          return { refusal: 'WRONG_PASSWORD' };
        }
        const ended = await resetPassword(transaction, identity, actor.id, newPassword, sessionId);
        await recordAudit(transaction, context, {
          action: 'account.password_changed',
          subject,
          details: { sessionsEnded: ended },
        });
        return { body: ended };
      }),
  );
}
