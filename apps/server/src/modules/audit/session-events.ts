import type { ErrorCode } from '@simiente/contract/common/errors';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Act } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { getOrigin } from '../../platform/http/origin.ts';
import type { SessionEvents, SignInSummary } from '../../platform/identity/events.ts';
import { MAX_SESSIONS } from '../../platform/identity/sessions/sessions.ts';
import { findStaffByEmail, lockAccount } from '../../platform/identity/staff-accounts.ts';
import { auditEvents } from '../../schema/audit.ts';
import { staff, staffSessions } from '../../schema/staff.ts';
import { type AuditAction, writeAudit } from './public.ts';

/** Sign-ins, rejections and sign-outs, as audit rows. */
export function auditedSessionEvents(db: Database): SessionEvents {
  /** Names the account only if it exists, because the text typed as an e-mail may be a password. */
  const recordAttempt = async (
    request: FastifyRequest,
    email: string,
    action: AuditAction,
    details?: { readonly code: ErrorCode },
  ) => {
    const person = await findStaffByEmail(db, email);
    const subject = person && ({ kind: 'staff', id: person.id } as const);
    await db.transaction((transaction) =>
      writeAudit(transaction, anonymousAct(request), {
        action,
        ...(subject && { subject }),
        details,
      }),
    );
  };
  return {
    auditSignIn: async (request, staffId, { isNewDevice, passkey, provider }, transaction) => {
      const summary = await readSummary(transaction, staffId);
      const facts = {
        ...(isNewDevice && { newDevice: true }),
        ...(passkey && { passkey }),
        ...(provider && { provider: true }),
      };
      const act = byStaff(request, staffId);
      const subject = { kind: 'staff', id: staffId } as const;
      await writeAudit(transaction, act, {
        action: 'session.created',
        subject,
        ...(Object.keys(facts).length > 0 && { details: facts }),
      });
      const count = await endOldestSessions(transaction, staffId);
      if (count === 0) return summary;
      await writeAudit(transaction, act, {
        action: 'session.limited',
        subject,
        details: { count },
      });
      return { ...summary, notices: [...(summary.notices ?? []), 'session-limit'] };
    },
    // The session does not exist yet, but the password was correct.
    auditSecondStep: (request, email) => recordAttempt(request, email, 'session.second_step_asked'),
    record: (transaction, request, staffId, action, details) =>
      writeAudit(
        transaction,
        action === 'session.second_step_refused'
          ? anonymousAct(request)
          : byStaff(request, staffId),
        { action, subject: { kind: 'staff', id: staffId }, details },
      ),
    auditRejection: (request, email, code) =>
      recordAttempt(request, email, 'session.refused', { code }),
  };
}

const byStaff = (request: FastifyRequest, id: string): Act => ({
  actor: { kind: 'staff', id },
  origin: getOrigin(request),
});
const anonymousAct = (request: FastifyRequest): Act => ({
  actor: { kind: 'anonymous' },
  origin: getOrigin(request),
});

/** @returns how many sessions ended */
async function endOldestSessions(transaction: Transaction, staffId: string): Promise<number> {
  // Serialises sign-ins of the account, so that a sign-in sees the sessions of earlier ones.
  await lockAccount(transaction, staffId);
  const newestSessions = transaction
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .where(eq(staffSessions.userId, staffId))
    .orderBy(desc(staffSessions.createdAt), desc(staffSessions.id))
    .limit(MAX_SESSIONS);
  const { rowCount } = await transaction
    .delete(staffSessions)
    .where(and(eq(staffSessions.userId, staffId), notInArray(staffSessions.id, newestSessions)));
  return rowCount ?? 0;
}

const FAILED: readonly AuditAction[] = ['session.refused', 'session.second_step_refused'];
/** Actions of other users that change an account's access. */
const ACCESS_CHANGED: readonly AuditAction[] = [
  'two_factor.reset',
  'passkey.reset',
  'provider.reset',
  'staff.password_reset',
  'professional_identity.suspended',
];

/** Failed attempts and changes of an account since its last session began, or since it was created. */
async function readSummary(transaction: Transaction, staffId: string): Promise<SignInSummary> {
  const since = sql`coalesce(
    (select at from ${auditEvents} where actor_id = ${staffId} and action = 'session.created'
      order by id desc limit 1),
    (select created_at from ${staff} where id = ${staffId}))`;
  const { rows } = await transaction.execute<{ failed: number; changed: number }>(sql`
    select count(*) filter (where action in ${FAILED})::int as failed,
        count(*) filter (where action in ${ACCESS_CHANGED})::int as changed
      from ${auditEvents}
     where action in ${[...FAILED, ...ACCESS_CHANGED]} and at >= ${since}
       and subject_kind = 'staff' and subject_id = ${staffId}`);
  const { failed = 0, changed = 0 } = rows[0] ?? {};
  return { failedAttempts: failed, ...(changed > 0 && { notices: ['access-changed'] }) };
}
