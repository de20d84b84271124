import { dayIn } from '@simiente/contract/common/days';
import type { Patient } from '@simiente/contract/patients/calls';
import { readCurp } from '@simiente/contract/patients/curp';
import type { patientFields } from '@simiente/contract/patients/fields';
import {
  findAddressIssues,
  findBirthDateProblem,
  type Identification,
  INVALID_CURP,
} from '@simiente/contract/patients/identification';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/records.ts';
import { Problem, toFieldProblem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { notDeleted } from './query.ts';

export type PatientFields = Pick<Patient, keyof typeof patientFields | keyof Identification>;

/** Fields of a call; undefined for an absent field. */
export type OptionalPatientFields = {
  readonly [Field in keyof PatientFields]?: PatientFields[Field] | undefined;
};

/**
 * Creates a patient. Absent fields become null.
 * @returns the patient's id
 * @throws Problem CURP_INVALID, CURP_TAKEN, BAD_REQUEST
 */
export async function createPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  fields: Pick<PatientFields, 'name'> & OptionalPatientFields,
): Promise<{ id: string }> {
  checkIdentification(fields, context.clinicTimeZone);
  const id = newRecordId('usr');
  await claimCurp(transaction, fields.curp, id);
  await transaction.insert(patients).values({ id, ...fields, createdAt: sql`now()` });
  await writeAudit(transaction, context, {
    action: 'patient.created',
    subject: { kind: 'patient', id },
  });
  return { id };
}

/**
 * Rejects an invalid CURP, an impossible date of birth on the clinic's calendar, and a state or postal code that
 * does not match the country.
 * @param before the stored identification, for absent fields
 * @throws Problem CURP_INVALID
 * @throws Problem BAD_REQUEST
 */
export function checkIdentification(
  fields: OptionalPatientFields,
  clinicTimeZone: string,
  before?: Identification,
): void {
  const { curp, birthDate } = fields;
  if (typeof curp === 'string' && readCurp(curp) === undefined) {
    throw toFieldProblem('CURP_INVALID', 'curp', INVALID_CURP);
  }
  const { country = before?.country ?? null, state, zip } = fields;
  // The stored state and postal code are checked only if the country changes.
  const stored = fields.country === undefined ? undefined : before;
  const issues = findAddressIssues({
    country,
    state: (state === undefined ? stored?.state : state) ?? null,
    zip: (zip === undefined ? stored?.zip : zip) ?? null,
  });
  if (issues.length > 0) throw new Problem('BAD_REQUEST', { issues });
  if (typeof birthDate !== 'string') return;
  const message = findBirthDateProblem(birthDate, dayIn(clinicTimeZone, new Date()));
  if (message !== undefined) throw toFieldProblem('BAD_REQUEST', 'birthDate', message);
}

/**
 * Rejects a CURP that another patient has. Locks the CURP until commit, so that a concurrent writer gets this problem
 * instead of a violated index.
 * @throws Problem CURP_TAKEN with the other patient
 */
export async function claimCurp(
  transaction: Transaction,
  curp: string | null | undefined,
  exceptId: string,
): Promise<void> {
  if (!curp) return;
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('CURP ' || ${curp}, 0))`,
  );
  const [owner] = await transaction
    .select({ id: patients.id, name: patients.name })
    .from(patients)
    .where(and(eq(patients.curp, curp), ne(patients.id, exceptId), notDeleted))
    .orderBy(patients.curpConflict, patients.id)
    .limit(1);
  if (!owner) return;
  throw new Problem('CURP_TAKEN', {
    issues: [{ path: 'curp', message: `Esa CURP ya es de ${owner.name}.` }],
    details: { idUser: owner.id, name: owner.name },
    shows: { kind: 'patient', id: owner.id },
  });
}

/**
 * Claims the stored CURP of a restored patient. Skips a CURP that imported patients share (`curpConflict`).
 * @throws Problem CURP_TAKEN
 */
export async function claimStoredCurp(transaction: Transaction, id: string): Promise<void> {
  const [patient] = await transaction
    .select({ curp: patients.curp })
    .from(patients)
    .where(and(eq(patients.id, id), eq(patients.curpConflict, false)));
  await claimCurp(transaction, patient?.curp, id);
}
