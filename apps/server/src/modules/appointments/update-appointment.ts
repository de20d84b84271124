import type {
  appointmentStatuses,
  DoctorAppointment,
  OverlapDetails,
  StaleAppointmentDetails,
} from '@simiente/contract/appointments';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { recordAudit } from '../audit/public.ts';
import { findTaker, listFreeTimes, readDoctorHours } from './doctor-time.ts';
import { type Busy, type DoctorHours, isWithinWorkingHours } from './free-times.ts';
import {
  type DoctorAppointmentRow,
  doctorAppointmentColumns,
  presentDoctorAppointment,
} from './present.ts';

const MINUTE = 60_000;
/** Free times that a refusal offers. */
const OFFERED = 5;

export interface AppointmentEdit {
  readonly id: string;
  readonly startsAt: Date;
  readonly status: (typeof appointmentStatuses)[number];
  /** Undefined for a legacy caller, who wins over whatever is there. */
  readonly version: number | undefined;
}

/**
 * Sets an appointment's status and time.
 *
 * @throws Problem NOT_FOUND
 * @throws Problem STALE_VERSION with the appointment as it is now
 * @throws Problem APPOINTMENT_OVERLAP with whom the doctor is then, and when they are free
 */
export async function updateAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  edit: AppointmentEdit,
): Promise<{ appointment: DoctorAppointment; outsideWorkingHours: boolean }> {
  const { appointment: known } = await readAppointment(transaction, edit.id);
  // The doctor first, then the appointment: everybody who places one locks in this order.
  const hours = await readDoctorHours(transaction, known.doctorId, { lock: true });
  const before = await readAppointment(transaction, edit.id, { lock: true });
  if (edit.version !== undefined && edit.version !== before.appointment.version) {
    const details = { current: presentDoctorAppointment(before) } satisfies StaleAppointmentDetails;
    throw new Problem('STALE_VERSION', { details });
  }
  const time = { startsAt: edit.startsAt, endsAt: endOf(edit.startsAt, before.appointment, hours) };
  if (edit.status !== CANCELLED) {
    await refuseIfTaken(transaction, before, time, hours, context.clinicTimeZone);
  }
  await transaction
    .update(doctorAppointments)
    .set({
      status: edit.status,
      startsAt: edit.startsAt,
      version: sql`${doctorAppointments.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(doctorAppointments.id, edit.id));
  const after = await readAppointment(transaction, edit.id);
  await auditEdit(transaction, context, before, after);
  return {
    appointment: presentDoctorAppointment(after),
    outsideWorkingHours: !isWithinWorkingHours(time, hours, context.clinicTimeZone),
  };
}

/** A time that stays keeps its length; a new one lasts what the doctor's setting says today. */
function endOf(
  startsAt: Date,
  before: DoctorAppointmentRow['appointment'],
  { appointmentMinutes }: DoctorHours,
): Date {
  if (before.endsAt && before.startsAt?.getTime() === startsAt.getTime()) return before.endsAt;
  return new Date(startsAt.getTime() + appointmentMinutes * MINUTE);
}

async function readAppointment(
  transaction: Transaction,
  id: string,
  { lock = false } = {},
): Promise<DoctorAppointmentRow> {
  const query = transaction
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(
      patients,
      and(eq(patients.id, doctorAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(and(eq(doctorAppointments.id, id), isNull(doctorAppointments.deletedAt)));
  const [row] = await (lock ? query.for('update', { of: doctorAppointments }) : query);
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}

async function refuseIfTaken(
  transaction: Transaction,
  { appointment }: DoctorAppointmentRow,
  time: Busy,
  hours: DoctorHours,
  timeZone: string,
): Promise<void> {
  const { id, doctorId } = appointment;
  const taker = await findTaker(transaction, doctorId, time, id);
  if (!taker) return;
  const freeTimes = await listFreeTimes(transaction, doctorId, hours, {
    from: time.startsAt,
    limit: OFFERED,
    timeZone,
    exceptId: id,
  });
  const details = {
    patientName: taker.patientName,
    startsAt: taker.startsAt.toISOString(),
    endsAt: taker.endsAt.toISOString(),
    freeTimes: freeTimes.map((start) => start.toISOString()),
  } satisfies OverlapDetails;
  throw new Problem('APPOINTMENT_OVERLAP', { details });
}

async function auditEdit(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { appointment: before }: DoctorAppointmentRow,
  { appointment: after }: DoctorAppointmentRow,
): Promise<void> {
  await recordAudit(transaction, context, {
    action: 'appointment.updated',
    subject: { kind: 'doctor_appointment', id: after.id },
    patientId: after.patientId,
    details: {
      status: [before.status, after.status],
      startsAt: [before.startsAt, after.startsAt],
      version: after.version,
    },
  });
}
