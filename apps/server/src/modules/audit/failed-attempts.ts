import { and, desc, eq, gte, inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import { staff } from '../../schema/staff.ts';

/** The count stops here. */
const MOST_COUNTED = 1000;

/**
 * How many sign-ins to an account failed, at the password or the second step, since its last session
 * began.
 */
export async function countFailedAttempts(
  transaction: Transaction,
  staffId: string,
): Promise<number> {
  const [last] = await transaction
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(and(eq(auditEvents.actorId, staffId), eq(auditEvents.action, 'session.created')))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  const [account] = last
    ? [last]
    : await transaction.select({ at: staff.createdAt }).from(staff).where(eq(staff.id, staffId));
  if (!account) return 0;
  const failed = await transaction
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        inArray(auditEvents.action, ['session.refused', 'session.second_step_refused']),
        gte(auditEvents.at, account.at),
        eq(auditEvents.subjectKind, 'staff'),
        eq(auditEvents.subjectId, staffId),
      ),
    )
    .limit(MOST_COUNTED);
  return failed.length;
}
