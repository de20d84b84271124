import type { AccountSession } from '@simiente/contract/account';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import type { SessionLimits } from '../../platform/identity/sessions.ts';
import { staffSessions } from '../../schema/staff.ts';

/** Where the own account is open now, the last used first. */
export async function listSessions(
  transaction: Transaction,
  { absoluteSeconds }: SessionLimits,
  { actor, sessionId }: Pick<StaffContext, 'actor' | 'sessionId'>,
): Promise<AccountSession[]> {
  const now = Date.now();
  const rows = await transaction
    .select()
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.userId, actor.id),
        gt(staffSessions.expiresAt, new Date(now)),
        gt(staffSessions.createdAt, new Date(now - absoluteSeconds * 1000)),
      ),
    )
    .orderBy(desc(staffSessions.updatedAt), desc(staffSessions.id));
  return rows.map((row) => ({
    idSession: row.id,
    current: row.id === sessionId,
    address: row.ipAddress || null,
    userAgent: row.userAgent || null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
  }));
}
