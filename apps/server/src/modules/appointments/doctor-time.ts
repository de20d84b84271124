import type { OverlapDetails } from '@simiente/contract/appointments/calls';
import type { Schedule } from '@simiente/contract/doctors/schedule';
import {
  listFreeTime,
  listWorkingTime,
  type Stretch,
} from '@simiente/contract/doctors/working-time';
import { and, asc, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { presentSchedule, scheduleColumns } from '../schedules/public.ts';

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
/** A doctor without a free time in them has none to offer. */
const SEARCHED_WEEKS = 9;

interface DoctorHours {
  readonly schedule: Schedule;
  readonly appointmentMinutes: number;
}

/** An appointment's interval from a start on, with the doctor's length. */
export function appointmentFrom(
  startsAt: Date,
  { appointmentMinutes }: Pick<DoctorHours, 'appointmentMinutes'>,
): Stretch {
  return { startsAt, endsAt: new Date(startsAt.getTime() + appointmentMinutes * MINUTE) };
}

/** The next free starts of a doctor, in order, in steps of an appointment's length. */
export function nextFreeTimes(
  from: Date,
  limit: number,
  { schedule, appointmentMinutes }: DoctorHours,
  taken: readonly Stretch[],
  timeZone: string,
): Date[] {
  const length = appointmentMinutes * MINUTE;
  const found: Date[] = [];
  for (let week = 0; week < SEARCHED_WEEKS && found.length < limit; week += 1) {
    const first = from.getTime() + week * WEEK;
    const period = { startsAt: new Date(first), endsAt: new Date(first + WEEK) };
    const working = listWorkingTime(schedule, period, timeZone);
    const free = listFreeTime(working, taken);
    const isFree = (start: number) =>
      free.some(({ startsAt, endsAt }) => +startsAt <= start && start + length <= +endsAt);
    for (const { startsAt, endsAt } of working) {
      for (let at = +startsAt; at + length <= +endsAt; at += length) {
        if (at >= first && at < first + WEEK && isFree(at)) found.push(new Date(at));
      }
    }
  }
  return found.slice(0, limit);
}

/** Free times that a rejection offers. */
const OFFERED = 5;

/** Appointments that occupy the doctor's time; an imported one that overlaps counts too. */
const taking = and(ne(doctorAppointments.status, CANCELLED), isNull(doctorAppointments.deletedAt));

export interface DoctorTime extends DoctorHours {
  /** Since when they take no new appointments. */
  readonly retiredAt: Date | null;
}

/**
 * A doctor's hours. `lock` keeps other transactions from placing appointments of the doctor or retiring
 * them, so that of two requests for one time the second is rejected.
 * @throws Problem NOT_FOUND
 */
export async function readDoctorHours(
  db: Reader,
  doctorId: string,
  { lock = false } = {},
): Promise<DoctorTime> {
  const query = db
    .select({
      ...scheduleColumns,
      appointmentMinutes: doctors.appointmentMinutes,
      retiredAt: doctors.retiredAt,
    })
    .from(doctors)
    .where(and(eq(doctors.id, doctorId), isNull(doctors.deletedAt)));
  const [hours] = await (lock ? query.for('no key update') : query);
  if (!hours) throw new Problem('NOT_FOUND');
  const { appointmentMinutes, retiredAt, ...row } = hours;
  return { appointmentMinutes, retiredAt, schedule: presentSchedule(row) };
}

interface Taker extends Stretch {
  readonly id: string;
  readonly patientId: string;
  /** Null for a deleted patient. */
  readonly patientName: string | null;
}

/**
 * Another appointment in the interval than `exceptId`; undefined without one. Deleted patients are not named.
 */
async function findTaker(
  transaction: Transaction,
  doctorId: string,
  { startsAt, endsAt }: Stretch,
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
  time: Stretch,
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
