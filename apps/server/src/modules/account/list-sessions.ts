import type { AccountSession } from '@simiente/contract/account';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isLive, type SessionLimits } from '../../platform/identity/sessions.ts';
import { staff, staffSessions } from '../../schema/staff.ts';

/** The open sessions of the own account, the last used first. */
export async function listSessions(
  db: Reader,
  limits: SessionLimits,
  { actor, sessionId }: Pick<StaffContext, 'actor' | 'sessionId'>,
): Promise<AccountSession[]> {
  const rows = await db
    .select(getTableColumns(staffSessions))
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.userId))
    .where(and(eq(staffSessions.userId, actor.id), isLive(limits)))
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
