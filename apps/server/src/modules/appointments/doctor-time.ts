import type { OverlapDetails } from '@simiente/contract/appointments/calls';
import { MAX_BOOKING } from '@simiente/contract/doctors/calls';
import type { Schedule } from '@simiente/contract/doctors/schedule';
import {
  listFreeTime,
  listWorkingTime,
  type TimeSpan,
} from '@simiente/contract/doctors/working-time';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { presentSchedule, type ScheduleRow, scheduleColumns } from '../schedules/public.ts';
import { bookingHosts, prescriptionEnd } from './same-time.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface DoctorHours {
  readonly schedule: Schedule;
  readonly appointmentMinutes: number;
}

export const hoursColumns = { ...scheduleColumns, appointmentMinutes: doctors.appointmentMinutes };

export const presentHours = (
  row: ScheduleRow & Pick<DoctorHours, 'appointmentMinutes'>,
): DoctorHours => ({
  schedule: presentSchedule(row),
  appointmentMinutes: row.appointmentMinutes,
});

/** The interval of an appointment that starts at an instant, with the doctor's length. */
export function appointmentFrom(
  startsAt: Date,
  { appointmentMinutes }: Pick<DoctorHours, 'appointmentMinutes'>,
): TimeSpan {
  return { startsAt, endsAt: new Date(startsAt.getTime() + appointmentMinutes * MINUTE) };
}

/**
 * The periods in which free times are searched, each twice as long as the previous one: most doctors have a free
 * time in the first. After these nine weeks the search ends without a result.
 */
export function* listSearchedPeriods(from: Date): Generator<TimeSpan> {
  for (let days = 1; days <= 32; days *= 2) {
    const first = from.getTime() + (days - 1) * DAY;
    yield { startsAt: new Date(first), endsAt: new Date(first + days * DAY) };
  }
}

/** A doctor's free time in a period, and the possible starts in it, in steps of an appointment's length. */
export function findFreeTime(
  period: TimeSpan,
  { schedule, appointmentMinutes }: DoctorHours,
  taken: readonly TimeSpan[],
  timeZone: string,
): { free: TimeSpan[]; starts: Date[] } {
  const length = appointmentMinutes * MINUTE;
  const working = listWorkingTime(schedule, period, timeZone);
  const free = listFreeTime(working, taken);
  const starts: Date[] = [];
  for (const { startsAt, endsAt } of working) {
    for (let at = +startsAt; at + length <= +endsAt; at += length) {
      const slot = { startsAt: new Date(at), endsAt: new Date(at + length) };
      const isInside = at >= +period.startsAt && at < +period.endsAt;
      if (isInside && free.some((span) => contains(span, slot))) starts.push(slot.startsAt);
    }
  }
  return { free, starts };
}

export const contains = (outer: TimeSpan, inner: TimeSpan) =>
  outer.startsAt <= inner.startsAt && inner.endsAt <= outer.endsAt;

/** The next free starts of a doctor, in order. */
export function nextFreeTimes(
  from: Date,
  limit: number,
  hours: DoctorHours,
  taken: readonly TimeSpan[],
  timeZone: string,
): Date[] {
  return listSearchedPeriods(from)
    .flatMap((period) => findFreeTime(period, hours, taken, timeZone).starts)
    .take(limit)
    .toArray();
}

/** Number of free times that a rejection offers. */
const OFFERED_TIMES = 5;

export interface DoctorTime extends DoctorHours {
  /** When the doctor was retired. */
  readonly retiredAt: Date | null;
}

/**
 * Reads a doctor's hours. `lock` keeps other transactions from creating appointments of the doctor and from
 * retiring the doctor, so the second of two requests for one time is rejected.
 */
export async function readDoctorHours(
  db: Reader,
  doctorId: string,
  { lock = false } = {},
): Promise<DoctorTime> {
  const query = db
    .select({ ...hoursColumns, retiredAt: doctors.retiredAt })
    .from(doctors)
    .where(and(eq(doctors.id, doctorId), isNull(doctors.deletedAt)));
  const [hours] = await (lock ? query.for('no key update') : query);
  if (!hours) throw new Problem('NOT_FOUND');
  return { ...presentHours(hours), retiredAt: hours.retiredAt };
}

interface BusyTime extends TimeSpan {
  readonly id: string;
  readonly doctorId: string;
  readonly kind: 'doctor_appointment' | 'recipe_appointment';
  /** Null for a booking of an unknown person. */
  readonly patientId: string | null;
  /** Name of the patient, or of the person who booked if the patient is unknown; null for a deleted patient. */
  readonly name: string | null;
}

/**
 * The doctors' appointments that are not cancelled and end after `startsAt`, in order. Includes imported ones that
 * overlap each other, and the Calendly bookings that a doctor hosts.
 */
export async function listBusyTimes(
  db: Reader,
  doctorIds: readonly string[],
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt?: Date },
  exceptId: string,
): Promise<BusyTime[]> {
  const { rows } = await db.execute<
    Omit<BusyTime, keyof TimeSpan> & { from: string; to: string }
  >(sql`
    select taking.id, kind, doctor_id as "doctorId", patient_id as "patientId", ${isoText('starts_at')} as from,
      ${isoText('ends_at')} as to,
      case when patients.deleted_at is null then coalesce(patients.name, booker) end as name
    from (
      select id, 'doctor_appointment' as kind, doctor_id, patient_id, null as booker, starts_at,
        ends_at, status, deleted_at from doctor_appointments
      union all
      select id, 'recipe_appointment', host_id, patient_id, invitee_name, starts_at,
        ${prescriptionEnd}, status, deleted_at from recipe_appointments, lateral ${bookingHosts} as hosts
    ) as taking left join patients on patients.id = patient_id
    where doctor_id = any(${sql.param([...doctorIds])}) and taking.id <> ${exceptId} and taking.status <> ${CANCELLED}
      and taking.deleted_at is null and ends_at > ${startsAt.toISOString()}
      and starts_at > ${new Date(startsAt.getTime() - MAX_BOOKING * MINUTE).toISOString()}
      ${endsAt ? sql`and starts_at < ${endsAt.toISOString()}` : sql``}
    order by starts_at`);
  return rows.map(({ from, to, ...appointment }) => ({
    ...appointment,
    startsAt: new Date(from),
    endsAt: new Date(to),
  }));
}

/** Another appointment of these doctors in an interval; null without one, or for an incomplete interval. */
export async function findCollision(
  db: Reader,
  doctorIds: readonly string[],
  { startsAt, endsAt }: { readonly startsAt: Date | null; readonly endsAt: Date | null },
  exceptId: string,
) {
  if (!startsAt || !endsAt) return null;
  const [busy] = await listBusyTimes(db, doctorIds, { startsAt, endsAt }, exceptId);
  return busy ? presentBusyTime(busy) : null;
}

const presentBusyTime = ({ name, startsAt, endsAt }: BusyTime) => ({
  patientName: name,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});

/**
 * The doctor's next free starts from an instant on; `exceptId` does not count as taken. A retired doctor
 * has none.
 */
export async function listFreeTimes(
  db: Reader,
  doctorId: string,
  hours: DoctorTime,
  {
    from,
    limit,
    timeZone,
    exceptId = '',
  }: { from: Date; limit: number; timeZone: string; exceptId?: string },
): Promise<Date[]> {
  if (hours.retiredAt) return [];
  const busy = await listBusyTimes(db, [doctorId], { startsAt: from }, exceptId);
  return nextFreeTimes(from, limit, hours, busy, timeZone);
}

/**
 * @param exceptId the appointment to move, which does not count as taken
 * @throws Problem APPOINTMENT_OVERLAP with the other appointment and free times
 */
export async function rejectIfTaken(
  transaction: Transaction,
  { doctorId, exceptId = '' }: { doctorId: string; exceptId?: string },
  time: TimeSpan,
  hours: DoctorTime,
  timeZone: string,
): Promise<void> {
  const [busy] = await listBusyTimes(transaction, [doctorId], time, exceptId);
  if (!busy) return;
  const freeTimes = await listFreeTimes(transaction, doctorId, hours, {
    from: time.startsAt,
    limit: OFFERED_TIMES,
    timeZone,
    exceptId,
  });
  const details = {
    ...presentBusyTime(busy),
    freeTimes: freeTimes.map((start) => start.toISOString()),
  } satisfies OverlapDetails;
  throw new Problem('APPOINTMENT_OVERLAP', {
    details,
    shows: { kind: busy.kind, id: busy.id, patientId: busy.patientId },
  });
}
