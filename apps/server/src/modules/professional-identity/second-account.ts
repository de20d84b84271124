import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import type { professionalIdentities } from '../../schema/professional-identities.ts';
import type { AuditAction } from '../audit/public.ts';

/** Actions after which the actor may know an account's credentials, or chose its permissions. */
const ACCESS_CHANGES: readonly AuditAction[] = [
  'staff.invited',
  'staff.link_made',
  'staff.roles_changed',
  'staff.status_changed',
  'two_factor.reset',
  'passkey.reset',
  'provider.reset',
];

/** Days after such an action for which the account is not independent of its actor. */
const DEPENDENT_DAYS = 30;

/**
 * Whether an account of administration can be the second one that confirms a suspended identity: neither
 * its owner, nor an account that changed the owner's credentials, nor one whose access one of these changed
 * in the last days.
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
        inArray(auditEvents.action, ACCESS_CHANGES),
        eq(auditEvents.subjectKind, 'staff'),
        eq(auditEvents.subjectId, accountId),
        gt(auditEvents.at, sql`now() - make_interval(days => ${DEPENDENT_DAYS})`),
      ),
    )
    .limit(1);
  return dependent === undefined;
}
