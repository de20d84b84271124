import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { type AuditAction, audited, auditView } from '../audit/public.ts';
import { expectPatient } from './public.ts';

interface OfPatient {
  readonly idUser: string;
}

/**
 * Handlers for a part of a patient's record: `list` reads it, and `show` answers a call that changed it.
 * @param action of the audit row of either
 */
export function partOfPatient<Part>(
  action: AuditAction,
  read: (db: Reader, idUser: string, context: StaffContext) => Promise<Part>,
) {
  const toEntry = (id: string) =>
    ({ action, subject: { kind: 'patient', id }, patientId: id }) as const;
  return {
    list: audited(
      async (context, { idUser }: OfPatient) => {
        await expectPatient(context.db, idUser);
        return read(context.db, idUser, context);
      },
      ({ idUser }) => toEntry(idUser),
    ),
    async show(
      transaction: Transaction,
      context: StaffContext,
      _changed: unknown,
      { idUser }: OfPatient,
    ) {
      await expectPatient(transaction, idUser);
      await auditView(transaction, context, toEntry(idUser));
      return read(transaction, idUser, context);
    },
  };
}
