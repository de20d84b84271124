import type { AppointmentStatus } from '@simiente/contract/appointments/statuses';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing, newRecordId } from '../../platform/database/records.ts';
import { CANCELLED, recipeAppointments } from '../../schema/appointments.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import type { AddFile } from '../files/public.ts';
import { lockPatient } from '../patients/public.ts';
import { refuseOtherDay } from './present.ts';
import { lockPrescriptionAppointment } from './read-prescription-appointments.ts';
import { refuseSameTime } from './same-time.ts';
import { reasonAfter } from './update-appointment.ts';

interface PrescriptionFields {
  /** Null for an appointment without a date. */
  readonly startsAt: Date | null;
  readonly status: AppointmentStatus;
  readonly type: string | null;
  readonly meetingUrl: string | null;
}

interface NewPrescriptionAppointment {
  readonly patientId: string;
  /** Allows another appointment of the patient at the same time. */
  readonly despiteSameTime: boolean;
}

/**
 * Creates a prescription appointment.
 * @returns its id
 * @throws Problem NOT_FOUND for an unknown or deleted patient
 * @throws Problem SAME_TIME with the patient's other appointment
 */
export async function createPrescriptionAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { patientId, despiteSameTime, ...fields }: PrescriptionFields & NewPrescriptionAppointment,
): Promise<{ id: string }> {
  await lockPatient(transaction, patientId);
  const { startsAt, status } = fields;
  if (startsAt && status !== CANCELLED && !despiteSameTime) {
    await refuseSameTime(transaction, { patientId }, startsAt);
  }
  const id = newRecordId('rec');
  await transaction
    .insert(recipeAppointments)
    .values({ id, patientId, ...fields, type: fields.type || null, createdAt: sql`now()` });
  await writeAudit(transaction, context, {
    action: 'appointment.created',
    subject: { kind: 'recipe_appointment', id },
    patientId,
    details: { status, startsAt },
  });
  return { id };
}

type PrescriptionEdit = {
  readonly [Name in keyof PrescriptionFields]: PrescriptionFields[Name] | undefined;
} & {
  readonly id: string;
  /** Undefined for a client that overwrites any version. */
  readonly version: number | undefined;
  /** Reason of the cancellation; undefined keeps an existing reason. */
  readonly reason: string | undefined;
  readonly despiteSameTime: boolean;
};

/**
 * Changes a prescription appointment; undefined fields stay. An edit without changes keeps the version.
 * @throws Problem ATTENDANCE_RECORDED
 * @throws Problem SAME_TIME with the patient's other appointment, except to a legacy client
 */
export async function updatePrescriptionAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest' | 'clinicTimeZone'>,
  { id, version, reason, despiteSameTime, ...edit }: PrescriptionEdit,
): Promise<{ patientId: string }> {
  const before = await lockPrescriptionAppointment(transaction, id, version);
  const status = edit.status ?? before.status;
  const changed = differing(before, {
    ...edit,
    endsAt: endAfter(before, edit.startsAt),
    type: edit.type === '' ? null : edit.type,
    cancellationReason: reasonAfter(before, { status, reason }),
  });
  const { patientId } = before;
  if (Object.keys(changed).length === 0) return { patientId };
  refuseOtherDay(before, changed.startsAt, context.clinicTimeZone);
  const startsAt = changed.startsAt ?? (before.status === CANCELLED ? before.startsAt : null);
  if (startsAt && status !== CANCELLED && version !== undefined && !despiteSameTime) {
    const endsAt = changed.endsAt ?? (changed.startsAt ? null : before.endsAt) ?? undefined;
    await refuseSameTime(transaction, { patientId, exceptId: id }, startsAt, endsAt);
  }
  await transaction
    .update(recipeAppointments)
    .set({
      ...changed,
      version: sql`${recipeAppointments.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(recipeAppointments.id, id));
  await writeAudit(transaction, context, {
    action: 'appointment.updated',
    subject: { kind: 'recipe_appointment', id },
    patientId,
    details: {
      changes: toAuditChanges(context, id, before, changed, ['status', 'startsAt', 'endsAt']),
      version: before.version + 1,
    },
  });
  return { patientId };
}

/** The new end of a moved appointment, which keeps its length; undefined if it does not move. */
function endAfter(
  { startsAt, endsAt }: { readonly startsAt: Date | null; readonly endsAt: Date | null },
  next: Date | null | undefined,
): Date | null | undefined {
  if (next === undefined || !startsAt || !endsAt) return undefined;
  return next && new Date(next.getTime() + endsAt.getTime() - startsAt.getTime());
}

/**
 * Stores an appointment's prescription; the earlier one stays in its history.
 * @returns the appointment's id
 */
export async function uploadPrescription(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idAppointment: id, version }: { idAppointment: string; version?: number | undefined },
  addFile: AddFile,
): Promise<string> {
  const { patientId, prescriptionFileId: earlier } = await lockPrescriptionAppointment(
    transaction,
    id,
    version,
  );
  const fileId = await addFile();
  if (earlier !== null) {
    await transaction
      .insert(replacedFiles)
      .values({ fileId: earlier, recipeAppointmentId: id, replacedBy: context.actor.id });
  }
  await transaction
    .update(recipeAppointments)
    .set({
      prescriptionFileId: fileId,
      version: sql`${recipeAppointments.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(recipeAppointments.id, id));
  await writeAudit(transaction, context, {
    action: 'prescription.uploaded',
    subject: { kind: 'recipe_appointment', id },
    patientId,
    details: { changes: { file: { from: earlier, to: fileId } } },
  });
  return id;
}
