import type { ErrorCode } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import { staffSessions } from '../../../schema/staff.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { createLimiter, type Limit, requireBelow } from '../../limits/limiter.ts';
import { Problem } from '../../problem.ts';

/** The result of a check: a value, or the error code of a rejection. */
export type Answered<T> = { readonly body: T } | { readonly rejection: ErrorCode };

const WRONG: readonly ErrorCode[] = ['WRONG_PASSWORD', 'WRONG_CODE', 'PASSKEY_REFUSED'];

export type SessionPrompts = ReturnType<typeof createSessionPrompts>;

/**
 * Limits the wrong passwords, codes and passkeys within an open session. They are counted by session, so that other
 * sessions cannot use up its attempts. The last allowed wrong answer ends the session.
 */
export function createSessionPrompts(pool: Pool, db: Database, limit: Limit) {
  const bySession = createLimiter(pool, 'session-question', limit);
  return {
    /**
     * @param audit writes the end of the session to the audit, in the transaction that ends it
     * @throws Problem with the error code of the check, TOO_MANY_REQUESTS over the limit, or UNAUTHORIZED if the answer
     *   ended the session
     */
    async limitAttempts<T>(
      sessionId: string,
      audit: (transaction: Transaction) => Promise<void>,
      check: () => Promise<Answered<T>>,
    ): Promise<T> {
      // Counted before the check, so that simultaneous attempts cannot exceed the limit.
      await requireBelow(bySession, sessionId);
      const answered = await check().catch(async (fault: unknown) => {
        // A fault does not count as a wrong answer.
        await bySession.reward(sessionId);
        throw fault;
      });
      if ('body' in answered) {
        await bySession.delete(sessionId);
        return answered.body;
      }
      if (!WRONG.includes(answered.rejection)) {
        await bySession.reward(sessionId);
        throw new Problem(answered.rejection);
      }
      const counted = await bySession.get(sessionId);
      if ((counted?.consumedPoints ?? 0) < limit.max) throw new Problem(answered.rejection);
      await db.transaction(async (transaction) => {
        await transaction.delete(staffSessions).where(eq(staffSessions.id, sessionId));
        await audit(transaction);
      });
      throw new Problem('UNAUTHORIZED');
    },
  };
}
