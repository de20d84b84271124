import type { appointmentsContract } from '@simiente/contract/appointments/calls';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findChanges, newRecordId, nextVersion } from '../../platform/database/records.ts';
import { CANCELLED, recipeAppointments } from '../../schema/appointments.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { writeAudit, writeEdit } from '../audit/public.ts';
import type { AddFile } from '../files/public.ts';
import { lockPatient } from '../patients/public.ts';
import { rejectIfAttended, toInstant } from './present.ts';
import { lockPrescriptionAppointment } from './read-prescription-appointments.ts';
import { rejectSameTime } from './same-time.ts';
import { nextCancellationReason } from './update-appointment.ts';

/**
 * Creates a prescription appointment.
 * @returns its id
 * @throws Problem NOT_FOUND for an unknown or deleted patient
 * @throws Problem SAME_TIME with the patient's other appointment
 */
export async function createPrescriptionAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  input: CallInput<typeof appointmentsContract.createRecipe>,
): Promise<{ id: string }> {
  const { idUser: patientId, date, despiteSameTime, ...fields } = input;
  const { status } = fields;
  const startsAt = date === null ? null : toInstant(date);
  await lockPatient(transaction, patientId);
  if (startsAt && status !== CANCELLED && !despiteSameTime) {
    await rejectSameTime(transaction, { patientId }, startsAt);
  }
  const id = newRecordId('rec');
  await transaction.insert(recipeAppointments).values({
    id,
    patientId,
    ...fields,
    startsAt,
    type: fields.type || null,
    createdAt: sql`now()`,
  });
  await writeAudit(transaction, context, {
    action: 'appointment.created',
    subject: { kind: 'recipe_appointment', id },
    patientId,
    details: { status, startsAt },
  });
  return { id };
}

/**
 * Changes a prescription appointment; undefined fields stay unchanged. An edit without changes keeps the version.
 * @throws Problem ATTENDANCE_RECORDED
 * @throws Problem SAME_TIME with the patient's other appointment, unless the user confirmed, or the client is a legacy
 * one, which sends no version and cannot confirm
 */
export async function updatePrescriptionAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest' | 'clinicTimeZone'>,
  input: CallInput<typeof appointmentsContract.updateRecipe>,
): Promise<{ patientId: string }> {
  const { idAppointment: id, date, version, reason, despiteSameTime, ...edit } = input;
  const newStart = date === undefined || date === null ? date : toInstant(date);
  const before = await lockPrescriptionAppointment(transaction, id, version);
  const status = edit.status ?? before.status;
  const changed = findChanges(before, {
    ...edit,
    startsAt: newStart,
    endsAt: findNewEnd(before, newStart),
    type: edit.type === '' ? null : edit.type,
    cancellationReason: nextCancellationReason(before, { status, reason }),
  });
  const { patientId } = before;
  if (Object.keys(changed).length === 0) return { patientId };
  rejectIfAttended(before, { startsAt: changed.startsAt, status }, context.clinicTimeZone);
  // Only a moved or reactivated appointment can conflict with another one.
  const startsAt = changed.startsAt ?? (before.status === CANCELLED ? before.startsAt : null);
  if (startsAt && status !== CANCELLED && version !== undefined && !despiteSameTime) {
    const endsAt = changed.endsAt ?? (changed.startsAt ? null : before.endsAt) ?? undefined;
    await rejectSameTime(transaction, { patientId, exceptId: id }, startsAt, endsAt);
  }
  await writeEdit(transaction, context, recipeAppointments, {
    action: 'appointment.updated',
    subject: { kind: 'recipe_appointment', id },
    patientId,
    before,
    changed,
    plain: ['status', 'startsAt', 'endsAt'],
  });
  return { patientId };
}

/** The end of a moved appointment, which keeps its length; undefined if it does not move or has no end. */
function findNewEnd(
  { startsAt, endsAt }: { readonly startsAt: Date | null; readonly endsAt: Date | null },
  newStart: Date | null | undefined,
): Date | null | undefined {
  if (newStart === undefined || !startsAt || !endsAt) return undefined;
  return newStart && new Date(newStart.getTime() + endsAt.getTime() - startsAt.getTime());
}

/**
 * Stores an appointment's prescription. A replaced prescription stays in the history of the appointment.
 * @returns the appointment's id
 */
export async function uploadPrescription(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idAppointment: id, version }: { idAppointment: string; version?: number | undefined },
  addFile: AddFile,
): Promise<string> {
  const before = await lockPrescriptionAppointment(transaction, id, version);
  const { patientId, prescriptionFileId: previousFileId } = before;
  const fileId = await addFile();
  if (previousFileId !== null) {
    await transaction
      .insert(replacedFiles)
      .values({ fileId: previousFileId, recipeAppointmentId: id, replacedBy: context.actor.id });
  }
  await transaction
    .update(recipeAppointments)
    .set({
      prescriptionFileId: fileId,
      ...nextVersion(recipeAppointments),
    })
    .where(eq(recipeAppointments.id, id));
  await writeAudit(transaction, context, {
    action: 'prescription.uploaded',
    subject: { kind: 'recipe_appointment', id },
    patientId,
    details: {
      changes: { file: { from: previousFileId, to: fileId } },
      version: before.version + 1,
    },
  });
  return id;
}
