import type { Database } from '../../platform/database/database.ts';
import type { Act } from '../../platform/http/context.ts';
import { originOf } from '../../platform/http/origin.ts';
import type { SessionEvents } from '../../platform/identity/routes.ts';
import { findStaffByEmail } from '../../platform/identity/staff-accounts.ts';
import { type AuditEntry, recordAudit } from './public.ts';

/** Sign-ins, refusals and sign-outs, as rows of the audit. */
export function auditedSessionEvents(db: Database): SessionEvents {
  const record = (act: Act, entry: AuditEntry) =>
    db.transaction((transaction) => recordAudit(transaction, act, entry));
  return {
    signedIn: (request, staffId) =>
      record(
        { actor: { kind: 'staff', id: staffId }, origin: originOf(request) },
        { action: 'session.created', subject: { kind: 'staff', id: staffId } },
      ),
    // What was typed as an e-mail may be a password: only an account that exists is named.
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
