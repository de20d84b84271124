import { and, eq } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { type AuditAction, audited, auditView } from '../audit/public.ts';
import { hasEmail, notDeleted } from './query.ts';

export { claimStoredCurp, createPatient, type OptionalPatientFields } from './create-patient.ts';
export { patientsList } from './export-patients.ts';
export { findDuplicates, samePerson, similarPatientsRefresh } from './find-duplicates.ts';
export {
  resolveMerged,
  resolveMoved,
  toMissingProblem,
} from './merges/merged-patient.ts';
export {
  fieldColumns as patientFieldColumns,
  identificationColumns as patientIdentificationColumns,
} from './present.ts';
export {
  earlierRecords as earlierPatientRecords,
  earlierTexts as earlierPatientTexts,
  findEarlier,
  hasEmail as hasPatientEmail,
  hasLaboratoryWork,
  matchesPatient,
  notDeleted as patientNotDeleted,
} from './query.ts';

/** @throws Problem NOT_FOUND for an unknown or deleted patient */
export async function expectPatient(
  db: Reader,
  id: string,
  lock?: 'key share' | 'no key update',
): Promise<void> {
  const query = db
    .select({ id: patients.id })
    .from(patients)
    .where(and(eq(patients.id, id), notDeleted));
  const rows = await (lock ? query.for(lock) : query);
  if (rows.length === 0) throw new Problem('NOT_FOUND');
}

/** Locks a patient's row against deletion before commit. Other transactions may hold the same lock. */
export const lockPatient = (transaction: Transaction, id: string): Promise<void> =>
  expectPatient(transaction, id, 'key share');

/** Locks the row exclusively, to serialise actions that depend on each other. */
export const lockPatientExclusively = (transaction: Transaction, id: string): Promise<void> =>
  expectPatient(transaction, id, 'no key update');

/** Locks the only patient with an e-mail; null if no patient or several have it, because staff must then choose. */
export async function lockPatientByEmail(
  transaction: Transaction,
  email: string,
): Promise<string | null> {
  if (email === '') return null;
  const locked = await transaction
    .select({ id: patients.id })
    .from(patients)
    .where(and(hasEmail(email), notDeleted))
    // The order of ids, as everywhere, prevents deadlocks.
    .orderBy(patients.id)
    .limit(2)
    .for('key share');
  return locked.length === 1 ? (locked[0]?.id ?? null) : null;
}

/**
 * Handlers for a part of a patient's record: `list` reads the part, and `show` answers a call that changed it.
 * @param action the audited action of both
 */
export function patientSection<Part>(
  action: AuditAction,
  read: (db: Reader, idUser: string, context: StaffContext) => Promise<Part>,
) {
  const toEntry = (id: string) => ({ action, subject: { kind: 'patient', id } }) as const;
  return {
    list: audited(
      async (context, { idUser }: { readonly idUser: string }) => {
        await expectPatient(context.db, idUser);
        return read(context.db, idUser, context);
      },
      ({ idUser }) => toEntry(idUser),
    ),
    async show(
      transaction: Transaction,
      context: StaffContext,
      _changed: unknown,
      { idUser }: { readonly idUser: string },
    ) {
      await expectPatient(transaction, idUser);
      await auditView(transaction, context, toEntry(idUser));
      return read(transaction, idUser, context);
    },
  };
}
