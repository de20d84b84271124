import type { patientFields } from '@simiente/contract/patient-fields';
import type { Patient } from '@simiente/contract/patients';
import { sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';

export type PatientFields = Pick<Patient, keyof typeof patientFields>;

/**
 * Creates a patient, without last access, test or history.
 * Fields that are not given are null.
 * @returns their id
 */
export async function createPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  fields: Pick<PatientFields, 'name'> & Partial<PatientFields>,
): Promise<{ id: string }> {
  const id = newRecordId('usr');
  await transaction.insert(patients).values({ id, ...fields, createdAt: sql`now()` });
  await writeAudit(transaction, context, {
    action: 'patient.created',
    subject: { kind: 'patient', id },
    patientId: id,
  });
  return { id };
}
