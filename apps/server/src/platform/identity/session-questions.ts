import type { ErrorCode } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import { staffSessions } from '../../schema/staff.ts';
import type { Database, Transaction } from '../database/database.ts';
import { consume, createLimiter, type Limit } from '../limits/limiter.ts';
import { Problem } from '../problem.ts';

/** What came of an answer: what to go on with, or the code that says what is wrong. */
export type Answered<T> = { readonly body: T } | { readonly refusal: ErrorCode };

const WRONG: readonly ErrorCode[] = ['WRONG_PASSWORD', 'WRONG_CODE'];

/**
 * The questions inside an open session, for its password or a code. Wrong answers count against the session
 * alone: nobody else's attempts stand in its way, and the last one allowed ends it.
 */
export interface SessionQuestions {
  /**
   * @param audit tells, within the transaction that ends the session, that it ended
   * @throws Problem with the refusal; UNAUTHORIZED when the session ended with it
   */
  ask<T>(
    sessionId: string,
    audit: (transaction: Transaction) => Promise<void>,
    answer: () => Promise<Answered<T>>,
  ): Promise<T>;
}

export function createSessionQuestions(pool: Pool, db: Database, limit: Limit): SessionQuestions {
  const bySession = createLimiter(pool, 'session-question', limit);
  return {
    async ask(sessionId, audit, answer) {
      // Before it is looked at, so that simultaneous ones cannot slip by.
      const throttled = await consume(bySession, sessionId);
      if (throttled) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
      const answered = await answer();
      if ('body' in answered) {
        await bySession.delete(sessionId);
        return answered.body;
      }
      if (!WRONG.includes(answered.refusal)) {
        await bySession.reward(sessionId);
        throw new Problem(answered.refusal);
      }
      const counted = await bySession.get(sessionId);
      if ((counted?.consumedPoints ?? 0) < limit.most) throw new Problem(answered.refusal);
      await db.transaction(async (transaction) => {
        await transaction.delete(staffSessions).where(eq(staffSessions.id, sessionId));
        await audit(transaction);
      });
      throw new Problem('UNAUTHORIZED');
    },
  };
}
