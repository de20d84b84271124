import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import type { professionalIdentities } from '../../schema/professional-identities.ts';
import type { AuditAction } from '../audit/public.ts';

/** What gives somebody power over an account, or the account its power. */
const POWER: readonly AuditAction[] = [
  'staff.invited',
  'staff.link_made',
  'staff.roles_changed',
  'staff.status_changed',
  'two_factor.reset',
];

/** Days for which an account that somebody had power over is not independent of them. */
const DAYS = 30;

/**
 * Whether an account of administration can be the second one that confirms a suspended identity: neither
 * its person, nor who changed how that person signs in, nor an account that one of these made, gave roles
 * or reset shortly before, whose password they may know.
 */
export async function isSecondAccount(
  db: Reader,
  { staffId, suspendedBy, suspendedAt }: typeof professionalIdentities.$inferSelect,
  accountId: string,
): Promise<boolean> {
  if (suspendedAt === null || accountId === staffId || suspendedBy.includes(accountId))
    return false;
  if (suspendedBy.length === 0) return true;
  const [dependent] = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        inArray(auditEvents.actorId, suspendedBy),
        eq(auditEvents.actorKind, 'staff'),
        inArray(auditEvents.action, POWER),
        eq(auditEvents.subjectKind, 'staff'),
        eq(auditEvents.subjectId, accountId),
        gt(auditEvents.at, sql`now() - make_interval(days => ${DAYS})`),
      ),
    )
    .limit(1);
  return dependent === undefined;
}
