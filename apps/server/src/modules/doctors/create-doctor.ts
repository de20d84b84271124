import type { Doctor } from '@simiente/contract/doctors';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { doctors } from '../../schema/doctors.ts';
import { recordAudit } from '../audit/public.ts';
import { claimEmail } from './email-owner.ts';
import { readDoctor } from './read-doctor.ts';

export type DoctorFields = Pick<
  Doctor,
  'name' | 'email' | 'specialties' | 'appointmentMinutes' | 'workingDays'
>;

/** @throws Problem DOCTOR_EMAIL_TAKEN */
export async function createDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  fields: DoctorFields,
): Promise<Doctor> {
  if (fields.email !== null) await claimEmail(transaction, fields.email);
  const id = newRecordId('doc');
  await transaction.insert(doctors).values({ id, ...fields });
  await recordAudit(transaction, context, {
    action: 'doctor.created',
    subject: { kind: 'doctor', id },
  });
  return readDoctor(transaction, id);
}
