import type { DoctorAppointment, PlacedAppointment } from '@simiente/contract/appointments/calls';
import type { AppointmentStatus } from '@simiente/contract/appointments/statuses';
import type { StaleDetails } from '@simiente/contract/common/errors';
import { findWorkingStretch, type Stretch } from '@simiente/contract/doctors/working-time';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { toPlacedRow } from '../schedules/public.ts';
import { appointmentFrom, type DoctorTime, readDoctorHours, refuseIfTaken } from './doctor-time.ts';
import { type DoctorAppointmentRow, presentDoctorAppointment, refuseOtherDay } from './present.ts';
import { readAppointment } from './read-card.ts';
import { refuseSameTime } from './same-time.ts';

export interface AppointmentEdit {
  readonly id: string;
  /** Undefined keeps the doctor. */
  readonly doctorId: string | undefined;
  /** Undefined keeps the time. */
  readonly startsAt: Date | undefined;
  readonly status: AppointmentStatus;
  /** Reason of the cancellation; undefined keeps an existing reason. */
  readonly reason: string | undefined;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
  /** Allows another appointment of the patient at the same time, for a move or the end of a cancellation. */
  readonly despiteSameTime: boolean;
}

/**
 * Sets an appointment's status, time and doctor. An appointment of a retired doctor cannot move. An edit without
 * changes keeps the version.
 * @throws Problem CONFLICT
 * @throws Problem DOCTOR_RETIRED, ATTENDANCE_RECORDED
 * @throws Problem APPOINTMENT_OVERLAP with the other appointment and free times
 * @throws Problem SAME_TIME with the patient's other appointment, except to a legacy client
 */
export async function updateAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest' | 'clinicTimeZone'>,
  edit: AppointmentEdit,
): Promise<PlacedAppointment> {
  const unlocked = await readAppointment(transaction, edit.id);
  const { doctorId = unlocked.doctorId } = edit;
  // Locks the doctors in the order of their ids, then the appointment: the lock order everywhere.
  const hours = await lockHours(transaction, doctorId, unlocked.doctorId);
  const before = await readAppointment(transaction, edit.id, { lock: true });
  if (edit.version !== undefined && edit.version !== before.version) {
    const details = {
      current: presentDoctorAppointment(before),
    } satisfies StaleDetails<DoctorAppointment>;
    throw new Problem('STALE_VERSION', {
      details,
      shows: { kind: 'doctor_appointment', id: edit.id, patientId: before.patientId },
    });
  }
  if (before.doctorId !== unlocked.doctorId) throw new Problem('CONFLICT');
  const { startsAt = before.startsAt } = edit;
  const isOtherDoctor = doctorId !== before.doctorId;
  const isMoved = isOtherDoctor || before.startsAt?.getTime() !== startsAt?.getTime();
  if (isMoved && hours.retiredAt) throw new Problem('DOCTOR_RETIRED');
  refuseOtherDay(before, startsAt, context.clinicTimeZone);
  const time = startsAt && toTimeSlot(startsAt, before, hours, { isMoved });
  if (time && edit.status !== CANCELLED) {
    const place = { doctorId, exceptId: edit.id };
    await refuseIfTaken(transaction, place, time, hours, context.clinicTimeZone);
    const isPlaced = isMoved || before.status === CANCELLED;
    if (isPlaced && edit.version !== undefined && !edit.despiteSameTime) {
      const ownBooking = { patientId: before.patientId, exceptId: edit.id };
      await refuseSameTime(transaction, ownBooking, time.startsAt, time.endsAt);
    }
  }
  const cancellationReason = reasonAfter(before, edit);
  const within = time && findWorkingStretch(time, hours.schedule, context.clinicTimeZone);
  const place = isMoved ? toPlacedRow(within) : {};
  const next = { status: edit.status, startsAt, doctorId, ...place, cancellationReason };
  const changed = differing(before, next);
  // Any edit clears the mark of an imported overlap that has ended.
  if (Object.keys(changed).length > 0 || before.doubleBooked) {
    await transaction
      .update(doctorAppointments)
      .set({
        ...changed,
        // Moving an appointment must not give access to the patient's record.
        ...((isOtherDoctor || (before.status === CANCELLED && edit.status !== CANCELLED)) && {
          bookedBy: context.actor.id,
        }),
        version: sql`${doctorAppointments.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(doctorAppointments.id, edit.id));
    await writeAudit(transaction, context, {
      action: 'appointment.updated',
      subject: { kind: 'doctor_appointment', id: edit.id },
      patientId: before.patientId,
      details: {
        changes: toAuditChanges(context, edit.id, before, changed, [
          ...['status', 'startsAt', 'doctorId', 'branchId', 'isVideoCall'],
        ]),
        version: before.version + 1,
      },
    });
  }
  return {
    appointment: presentDoctorAppointment(await readAppointment(transaction, edit.id)),
    outsideWorkingHours: within === undefined,
  };
}

/** Locks both doctors, and returns the hours of the first. */
async function lockHours(
  transaction: Transaction,
  doctorId: string,
  earlierId: string,
): Promise<DoctorTime> {
  const locked = new Map<string, DoctorTime>();
  for (const id of [...new Set([doctorId, earlierId])].toSorted()) {
    locked.set(id, await readDoctorHours(transaction, id, { lock: true }));
  }
  const hours = locked.get(doctorId);
  if (hours === undefined) throw new Problem('NOT_FOUND');
  return hours;
}

/** The reason of a cancellation; null for any other status. */
export function reasonAfter(
  before: { readonly status: string; readonly cancellationReason: string | null },
  { status, reason }: { readonly status: string; readonly reason: string | undefined },
): string | null {
  if (status !== CANCELLED) return null;
  return reason === undefined && before.status === CANCELLED
    ? before.cancellationReason
    : reason || null;
}

/** An unchanged start keeps the length; a new one gets the doctor's current length. */
function toTimeSlot(
  startsAt: Date,
  { endsAt }: Pick<DoctorAppointmentRow, 'endsAt'>,
  hours: DoctorTime,
  { isMoved }: { isMoved: boolean },
): Stretch {
  return endsAt && !isMoved ? { startsAt, endsAt } : appointmentFrom(startsAt, hours);
}
