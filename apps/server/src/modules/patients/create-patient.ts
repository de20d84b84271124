import type { Patient } from '@simiente/contract/patients';
import { sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { patients } from '../../schema/patients.ts';
import { recordAudit } from '../audit/public.ts';

/** What staff write of a patient; the contract has checked it. */
export type PatientFields = Pick<Patient, 'name' | 'email' | 'phone' | 'status'>;

/** Makes a patient, who has signed up to nothing yet: no last access, no test, no history. Answers their id. */
export async function createPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  fields: PatientFields,
): Promise<{ id: string }> {
  const id = newRecordId('usr');
  await transaction.insert(patients).values({ id, ...fields, createdAt: sql`now()` });
  await recordAudit(transaction, context, {
    action: 'patient.created',
    subject: { kind: 'patient', id },
    patientId: id,
  });
  return { id };
}
