import type { Act } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { originOf } from '../../platform/http/origin.ts';
import type { SessionEvents } from '../../platform/identity/events.ts';
import { findStaffByEmail } from '../../platform/identity/staff-accounts.ts';
import { countFailedAttempts } from './failed-attempts.ts';
import { type AuditEntry, recordAudit } from './public.ts';

/** Sign-ins, refusals and sign-outs, as audit rows. */
export function auditedSessionEvents(db: Database): SessionEvents {
  const record = (act: Act, entry: AuditEntry, within?: Transaction) =>
    within
      ? recordAudit(within, act, entry)
      : db.transaction((transaction) => recordAudit(transaction, act, entry));
  return {
    signedIn: (request, staffId, within) => {
      const begin = async (transaction: Transaction) => {
        const failed = await countFailedAttempts(transaction, staffId);
        await recordAudit(
          transaction,
          { actor: { kind: 'staff', id: staffId }, origin: originOf(request) },
          { action: 'session.created', subject: { kind: 'staff', id: staffId } },
        );
        return failed;
      };
      return within ? begin(within) : db.transaction(begin);
    },
    // No session yet, but the password was right.
    secondStepAsked: async (request, email) => {
      const person = await findStaffByEmail(db, email);
      await record(
        { actor: { kind: 'anonymous' }, origin: originOf(request) },
        {
          action: 'session.second_step_asked',
          ...(person ? { subject: { kind: 'staff', id: person.id } } : {}),
        },
      );
    },
    happened: (transaction, request, staffId, action, details) =>
      record(
        {
          actor: action.startsWith('session.')
            ? { kind: 'anonymous' }
            : { kind: 'staff', id: staffId },
          origin: originOf(request),
        },
        { action, subject: { kind: 'staff', id: staffId }, ...(details ? { details } : {}) },
        transaction,
      ),
    // The text typed as an e-mail may be a password: only existing accounts are named.
    refused: async (request, email, code) => {
      const person = await findStaffByEmail(db, email);
      await record(
        { actor: { kind: 'anonymous' }, origin: originOf(request) },
        {
          action: 'session.refused',
          ...(person ? { subject: { kind: 'staff', id: person.id } } : {}),
          details: { code },
        },
      );
    },
    signedOut: (request, staffId) =>
      record(
        { actor: { kind: 'staff', id: staffId }, origin: originOf(request) },
        { action: 'session.ended', subject: { kind: 'staff', id: staffId } },
      ),
  };
}
