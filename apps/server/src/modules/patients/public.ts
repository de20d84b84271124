import { and, eq } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { sameEmail } from '../../platform/database/duplicates.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { type AuditAction, audited, auditView } from '../audit/public.ts';
import { notDeleted } from './query.ts';

export { claimCurpAgain, createPatient, type GivenFields } from './create-patient.ts';
export { findDuplicates, samePerson, similarPatientsRefresh } from './find-duplicates.ts';
export { patientsList } from './list-patients.ts';
export {
  followMerged,
  followMoved,
  toMissing as toMissingPatient,
} from './merges/merged-patient.ts';
export {
  fieldColumns as patientFieldColumns,
  identificationColumns as patientIdentificationColumns,
} from './present.ts';
export {
  hasCurp as hasPatientCurp,
  hasLaboratoryWork,
  notDeleted as patientNotDeleted,
} from './query.ts';

export const expectPatient = (db: Reader, id: string): Promise<void> => find(db, id);

/** Locks a patient's row, so that they are not deleted before commit. */
export const lockPatient = (transaction: Transaction, id: string): Promise<void> =>
  find(transaction, id, 'key share');

/** Locks the row exclusively, to serialise acts that depend on each other. */
export const lockPatientAlone = (transaction: Transaction, id: string): Promise<void> =>
  find(transaction, id, 'no key update');

async function find(db: Reader, id: string, strength?: 'key share' | 'no key update') {
  const query = db
    .select({ id: patients.id })
    .from(patients)
    .where(and(eq(patients.id, id), notDeleted))
    .$dynamic();
  const found = await (strength ? query.for(strength) : query);
  if (found.length === 0) throw new Problem('NOT_FOUND');
}

/** The only patient with an e-mail, locked; null if no patient or several have it, because staff must choose. */
export async function lockPatientByEmail(
  transaction: Transaction,
  email: string,
): Promise<string | null> {
  if (email === '') return null;
  const locked = await transaction
    .select({ id: patients.id })
    .from(patients)
    .where(and(sameEmail(patients.email, email), notDeleted))
    // The order of ids, as everywhere, prevents deadlocks.
    .orderBy(patients.id)
    .limit(2)
    .for('key share');
  return locked.length === 1 ? (locked[0]?.id ?? null) : null;
}

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
  const toEntry = (id: string) => ({ action, subject: { kind: 'patient', id } }) as const;
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
