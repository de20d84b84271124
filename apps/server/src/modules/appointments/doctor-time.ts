import type { OverlapDetails } from '@simiente/contract/appointments/calls';
import { readWallTime, toWallTime } from '@simiente/contract/common/wall-time';
import { getWeekday } from '@simiente/contract/doctors/working-hours';
import { and, asc, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { doctors, type WorkingDay } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';

const MINUTE = 60_000;
/** Days that are searched; a doctor without a free time in them has none to offer. */
const LONGEST_SEARCH = 60;

/** A half-open interval of taken time. */
export interface TimeSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

interface DoctorHours {
  readonly workingDays: readonly WorkingDay[];
  readonly appointmentMinutes: number;
}

/** An appointment's interval from a start on, with the doctor's length. */
export function appointmentFrom(startsAt: Date, { appointmentMinutes }: DoctorHours): TimeSlot {
  return { startsAt, endsAt: new Date(startsAt.getTime() + appointmentMinutes * MINUTE) };
}

/** The next free starts of a doctor, in order, in steps of an appointment's length. */
export function nextFreeTimes(
  from: Date,
  limit: number,
  hours: DoctorHours,
  busy: readonly TimeSlot[],
  timeZone: string,
): Date[] {
  const length = hours.appointmentMinutes * MINUTE;
  const today = toWallTime(from.toISOString(), timeZone).date;
  const found: Date[] = [];
  for (let day = 0; day < LONGEST_SEARCH && found.length < limit; day += 1) {
    for (const start of startsOn(dayAfter(today, day), hours, timeZone)) {
      const end = start.getTime() + length;
      const isTaken = busy.some(
        ({ startsAt, endsAt }) => startsAt.getTime() < end && start < endsAt,
      );
      if (start >= from && !isTaken && found.length < limit) found.push(start);
    }
  }
  return found;
}

/** Every start of a day from which an appointment ends within its hours. */
function startsOn(date: string, hours: DoctorHours, timeZone: string): Date[] {
  const open = hours.workingDays.find(({ weekday }) => weekday === getWeekday(date));
  const first = open && readWallTime({ date, time: open.from }, timeZone);
  const close = open && readWallTime({ date, time: open.to }, timeZone);
  // Hours that begin or end where the clocks skip have no starts on that day.
  if (!first || !close || !('instant' in first) || !('instant' in close)) return [];
  const length = hours.appointmentMinutes * MINUTE;
  const last = Date.parse(close.instant) - length;
  const starts: Date[] = [];
  for (let at = Date.parse(first.instant); at <= last; at += length) starts.push(new Date(at));
  return starts;
}

/** The date a number of calendar days after another. */
function dayAfter(date: string, days: number): string {
  const later = new Date(`${date}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}

/** Free times that a refusal offers. */
const OFFERED = 5;

/** Appointments that occupy the doctor's time; an imported one that overlaps counts too. */
const taking = and(ne(doctorAppointments.status, CANCELLED), isNull(doctorAppointments.deletedAt));

export interface DoctorTime extends DoctorHours {
  /** Since when they take no new appointments. */
  readonly retiredAt: Date | null;
}

/**
 * A doctor's hours. `lock` keeps other transactions from placing appointments of the doctor or retiring
 * them, so that of two requests for one time the second is refused.
 * @throws Problem NOT_FOUND
 */
export async function readDoctorHours(
  db: Reader,
  doctorId: string,
  { lock = false } = {},
): Promise<DoctorTime> {
  const query = db
    .select({
      workingDays: doctors.workingDays,
      appointmentMinutes: doctors.appointmentMinutes,
      retiredAt: doctors.retiredAt,
    })
    .from(doctors)
    .where(and(eq(doctors.id, doctorId), isNull(doctors.deletedAt)));
  const [hours] = await (lock ? query.for('no key update') : query);
  if (!hours) throw new Problem('NOT_FOUND');
  return hours;
}

interface Taker extends TimeSlot {
  readonly id: string;
  readonly patientId: string;
  /** Null for a deleted patient. */
  readonly patientName: string | null;
}

/**
 * An appointment in the interval, other than `exceptId`, if any. Deleted patients are not named.
 */
async function findTaker(
  transaction: Transaction,
  doctorId: string,
  { startsAt, endsAt }: TimeSlot,
  exceptId: string,
): Promise<Taker | undefined> {
  const [taker] = await transaction
    .select({
      id: doctorAppointments.id,
      patientId: doctorAppointments.patientId,
      startsAt: doctorAppointments.startsAt,
      endsAt: doctorAppointments.endsAt,
      patientName: patients.name,
      patientDeletedAt: patients.deletedAt,
    })
    .from(doctorAppointments)
    .innerJoin(patients, eq(patients.id, doctorAppointments.patientId))
    .where(
      and(
        eq(doctorAppointments.doctorId, doctorId),
        ne(doctorAppointments.id, exceptId),
        taking,
        lt(doctorAppointments.startsAt, endsAt),
        gt(doctorAppointments.endsAt, startsAt),
      ),
    )
    .orderBy(asc(doctorAppointments.startsAt))
    .limit(1);
  if (!taker?.startsAt || !taker.endsAt) return undefined;
  const { patientName, patientDeletedAt, startsAt: start, endsAt: end, ...named } = taker;
  return {
    ...named,
    patientName: patientDeletedAt ? null : patientName,
    startsAt: start,
    endsAt: end,
  };
}

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
  }: {
    from: Date;
    limit: number;
    timeZone: string;
    exceptId?: string;
  },
): Promise<Date[]> {
  if (hours.retiredAt) return [];
  const rows = await db
    .select({ startsAt: doctorAppointments.startsAt, endsAt: doctorAppointments.endsAt })
    .from(doctorAppointments)
    .where(
      and(
        eq(doctorAppointments.doctorId, doctorId),
        ne(doctorAppointments.id, exceptId),
        taking,
        gt(doctorAppointments.endsAt, from),
      ),
    );
  const busy = rows.flatMap(({ startsAt, endsAt }) =>
    startsAt && endsAt ? [{ startsAt, endsAt }] : [],
  );
  return nextFreeTimes(from, limit, hours, busy, timeZone);
}

/**
 * @param exceptId the appointment that moves there
 * @throws Problem APPOINTMENT_OVERLAP with the other appointment and free times
 */
export async function refuseIfTaken(
  transaction: Transaction,
  { doctorId, exceptId = '' }: { doctorId: string; exceptId?: string },
  time: TimeSlot,
  hours: DoctorTime,
  timeZone: string,
): Promise<void> {
  const taker = await findTaker(transaction, doctorId, time, exceptId);
  if (!taker) return;
  const freeTimes = await listFreeTimes(transaction, doctorId, hours, {
    from: time.startsAt,
    limit: OFFERED,
    timeZone,
    exceptId,
  });
  const details = {
    patientName: taker.patientName,
    startsAt: taker.startsAt.toISOString(),
    endsAt: taker.endsAt.toISOString(),
    freeTimes: freeTimes.map((start) => start.toISOString()),
  } satisfies OverlapDetails;
  throw new Problem('APPOINTMENT_OVERLAP', {
    details,
    shows: { kind: 'doctor_appointment', id: taker.id, patientId: taker.patientId },
  });
}
