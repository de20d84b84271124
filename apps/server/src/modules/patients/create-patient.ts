import type { Patient } from '@simiente/contract/patients/calls';
import type { patientFields } from '@simiente/contract/patients/fields';
import type { Identification } from '@simiente/contract/patients/identification';
import { sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { checkIdentification } from './check-identification.ts';

export type PatientFields = Pick<Patient, keyof typeof patientFields | keyof Identification>;

/** Fields of a call: undefined is not given. */
export type GivenFields = {
  readonly [Field in keyof PatientFields]?: PatientFields[Field] | undefined;
};

/**
 * Creates a patient, without last access, test or history.
 * Fields that are not given are null.
 * @returns their id
 * @throws Problem CURP_INVALID, BAD_REQUEST
 */
export async function createPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  fields: Pick<PatientFields, 'name'> & GivenFields,
): Promise<{ id: string }> {
  checkIdentification(fields, context.clinicTimeZone);
  const id = newRecordId('usr');
  await transaction.insert(patients).values({ id, ...fields, createdAt: sql`now()` });
  await writeAudit(transaction, context, {
    action: 'patient.created',
    subject: { kind: 'patient', id },
    patientId: id,
  });
  return { id };
}
