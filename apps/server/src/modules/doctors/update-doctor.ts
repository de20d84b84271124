import { isDeepStrictEqual } from 'node:util';
import type { Doctor } from '@simiente/contract/doctors';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { doctors } from '../../schema/doctors.ts';
import { changesOf, recordAudit } from '../audit/public.ts';
import type { DoctorFields } from './create-doctor.ts';
import { claimEmail } from './email-owner.ts';
import { lockDoctor, refuseStale } from './lock-doctor.ts';
import { readDoctor } from './read-doctor.ts';

/** Fields without personal data. */
const PLAIN = ['appointmentMinutes', 'workingDays'];

type OptionalFields = {
  readonly [Field in keyof DoctorFields]?: DoctorFields[Field] | undefined;
};

/**
 * Sets the sent fields of a doctor and keeps the others, even imported values that the form would
 * refuse. An edit without changes keeps the version. Existing appointments keep their length and time.
 * @param version undefined overwrites any version
 * @throws Problem NOT_FOUND
 * @throws Problem STALE_VERSION with the doctor as they are now
 * @throws Problem DOCTOR_EMAIL_TAKEN
 */
export async function updateDoctor(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  id: string,
  fields: OptionalFields,
  version: number | undefined,
): Promise<Doctor> {
  const before = await lockDoctor(transaction, id);
  refuseStale(before, version);
  const changed = changedFields(before, fields);
  if (changed.length === 0) return before;
  // An e-mail that an import left with two doctors does not block other edits.
  const isNewEmail = fields.email?.toLowerCase() !== before.email?.toLowerCase();
  if (fields.email && isNewEmail) await claimEmail(transaction, fields.email, id);
  await transaction
    .update(doctors)
    .set({ ...fields, version: sql`${doctors.version} + 1`, updatedAt: sql`now()` })
    .where(eq(doctors.id, id));
  await recordAudit(transaction, context, {
    action: 'doctor.updated',
    subject: { kind: 'doctor', id },
    details: {
      changes: changesOf(context, id, before, pick(fields, changed), PLAIN),
      version: before.version + 1,
    },
  });
  return readDoctor(transaction, id);
}

function changedFields(before: Doctor, fields: OptionalFields): (keyof DoctorFields)[] {
  const names = ['name', 'email', 'specialties', 'appointmentMinutes', 'workingDays'] as const;
  return names.filter(
    (name) => fields[name] !== undefined && !isDeepStrictEqual(before[name], fields[name]),
  );
}

function pick(fields: OptionalFields, names: readonly (keyof DoctorFields)[]): OptionalFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
