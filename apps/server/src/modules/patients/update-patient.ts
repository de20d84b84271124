import type { StalePatientDetails } from '@simiente/contract/patients/calls';
import { and, eq, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { changesOf, writeAudit } from '../audit/public.ts';
import { checkIdentification } from './check-identification.ts';
import type { GivenFields, PatientFields } from './create-patient.ts';
import { notDeleted } from './query.ts';
import { readPatient } from './read-patient.ts';

export interface PatientEdit extends GivenFields {
  readonly id: string;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
}

/**
 * Sets the sent fields of a patient and keeps the others, even imported values that the form would
 * refuse. An edit without changes keeps the version.
 * @returns the version
 * @throws Problem NOT_FOUND, CURP_INVALID, BAD_REQUEST
 * @throws Problem STALE_VERSION with the patient as they are now
 */
export async function updatePatient(
  transaction: Transaction,
  context: ChangeAct & Pick<StaffContext, 'clinicTimeZone'>,
  { id, version, ...fields }: PatientEdit,
): Promise<{ version: number }> {
  await transaction
    .select({ id: patients.id })
    .from(patients)
    .where(and(eq(patients.id, id), notDeleted))
    .for('update');
  const before = await readPatient(transaction, id);
  if (version !== undefined && version !== before.version) {
    throw new Problem('STALE_VERSION', {
      details: { current: before } satisfies StalePatientDetails,
      shows: { kind: 'patient', id, patientId: id },
    });
  }
  const changed = (Object.keys(fields) as (keyof PatientFields)[]).filter(
    (field) => fields[field] !== undefined && fields[field] !== before[field],
  );
  if (changed.length === 0) return { version: before.version };

  const next = Object.fromEntries(changed.map((field) => [field, fields[field]]));
  checkIdentification(next, context.clinicTimeZone);
  await transaction
    .update(patients)
    .set({
      ...next,
      version: sql`${patients.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(patients.id, id));
  const after = before.version + 1;
  await writeAudit(transaction, context, {
    action: 'patient.updated',
    subject: { kind: 'patient', id },
    patientId: id,
    details: { changes: changesOf(context, id, before, next, ['status']), version: after },
  });
  return { version: after };
}
