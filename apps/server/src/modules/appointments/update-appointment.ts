import type { appointmentsContract } from '@simiente/contract/appointments/calls';
import { findWorkingSpan } from '@simiente/contract/doctors/working-time';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findChanges } from '../../platform/database/records.ts';
import { Problem, rejectStale } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { writeEdit } from '../audit/public.ts';
import { toPlacedRow } from '../schedules/public.ts';
import { appointmentFrom, type DoctorTime, readDoctorHours, rejectIfTaken } from './doctor-time.ts';
import { presentDoctorAppointment, rejectIfAttended, toInstant } from './present.ts';
import { readAppointment } from './read-card.ts';
import { rejectSameTime } from './same-time.ts';

/**
 * Sets an appointment's status, time and doctor. An appointment of a retired doctor cannot move. An edit without
 * changes keeps the version.
 * @returns its id, and whether it is outside the doctor's working hours
 * @throws Problem CONFLICT if a concurrent edit changed the doctor
 * @throws Problem DOCTOR_RETIRED, ATTENDANCE_RECORDED
 * @throws Problem APPOINTMENT_OVERLAP with the other appointment and free times
 * @throws Problem SAME_TIME with the patient's other appointment, unless the user confirmed, or the client is a legacy
 * one, which sends no version and cannot confirm
 */
export async function updateAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest' | 'clinicTimeZone'>,
  edit: CallInput<typeof appointmentsContract.updateStatus>,
): Promise<{ id: string; outsideWorkingHours: boolean }> {
  const { idAppointment: id, date } = edit;
  const unlocked = await readAppointment(transaction, id);
  const { idDoctor: doctorId = unlocked.doctorId } = edit;
  // Every transaction locks doctors in the order of their ids, and then appointments, to avoid deadlocks.
  const hours = await lockHours(transaction, doctorId, unlocked.doctorId);
  const before = await readAppointment(transaction, id, { lock: true });
  const { patientId } = before;
  const subject = { kind: 'doctor_appointment', id } as const;
  const present = () => presentDoctorAppointment(before);
  await rejectStale(edit.version, before, present, { ...subject, patientId });
  if (before.doctorId !== unlocked.doctorId) throw new Problem('CONFLICT');
  const startsAt = date === undefined ? before.startsAt : toInstant(date);
  const isOtherDoctor = doctorId !== before.doctorId;
  const isMoved = isOtherDoctor || before.startsAt?.getTime() !== startsAt?.getTime();
  if (isMoved && hours.retiredAt) throw new Problem('DOCTOR_RETIRED');
  rejectIfAttended(before, { startsAt, status: edit.status }, context.clinicTimeZone);
  // An unmoved appointment keeps its length, even if the doctor's length of appointments has changed.
  const time =
    startsAt &&
    (before.endsAt && !isMoved
      ? { startsAt, endsAt: before.endsAt }
      : appointmentFrom(startsAt, hours));
  if (time && edit.status !== CANCELLED) {
    const searchedDoctor = { doctorId, exceptId: id };
    await rejectIfTaken(transaction, searchedDoctor, time, hours, context.clinicTimeZone);
    const takesNewTime = isMoved || before.status === CANCELLED;
    if (takesNewTime && edit.version !== undefined && !edit.despiteSameTime) {
      const searchedPatient = { patientId, exceptId: id };
      await rejectSameTime(transaction, searchedPatient, time.startsAt, time.endsAt);
    }
  }
  const workingSpan = time && findWorkingSpan(time, hours.schedule, context.clinicTimeZone);
  const changed = findChanges(before, {
    status: edit.status,
    startsAt,
    doctorId,
    ...(isMoved && toPlacedRow(workingSpan)),
    cancellationReason: nextCancellationReason(before, edit),
  });
  // Any edit clears the mark of an imported overlap that has ended.
  if (Object.keys(changed).length > 0 || before.doubleBooked) {
    // Moving an appointment must not give access to the patient's record.
    const isRebooked = isOtherDoctor || (before.status === CANCELLED && edit.status !== CANCELLED);
    await writeEdit(transaction, context, doctorAppointments, {
      action: 'appointment.updated',
      subject,
      patientId,
      before,
      changed,
      plain: plainFields,
      columns: { ...changed, ...(isRebooked && { bookedBy: context.actor.id }) },
    });
  }
  return { id, outsideWorkingHours: workingSpan === undefined };
}

/** Fields that the audit stores in clear. */
const plainFields = ['status', 'startsAt', 'doctorId', 'branchId', 'isVideoCall'];

/** Locks the new and the previous doctor in the order of their ids. @returns the hours of the new one */
async function lockHours(
  transaction: Transaction,
  doctorId: string,
  previousId: string,
): Promise<DoctorTime> {
  if (previousId < doctorId) await readDoctorHours(transaction, previousId, { lock: true });
  const hours = await readDoctorHours(transaction, doctorId, { lock: true });
  if (previousId > doctorId) await readDoctorHours(transaction, previousId, { lock: true });
  return hours;
}

/** The reason of a cancellation after an edit; null for any other status. */
export function nextCancellationReason(
  before: { readonly status: string; readonly cancellationReason: string | null },
  { status, reason }: { readonly status: string; readonly reason?: string | undefined },
): string | null {
  if (status !== CANCELLED) return null;
  return reason === undefined && before.status === CANCELLED
    ? before.cancellationReason
    : reason || null;
}
