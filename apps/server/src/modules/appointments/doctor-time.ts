import { and, asc, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { type Busy, type DoctorHours, nextFreeTimes } from './free-times.ts';

/** What is taken of a doctor's time; an appointment that overlaps since its import counts too. */
const taking = and(ne(doctorAppointments.status, CANCELLED), isNull(doctorAppointments.deletedAt));

/**
 * A doctor's hours. With `lock` nobody else places an appointment of theirs until this transaction
 * ends, so that of two who want the same time one waits and is told.
 * @throws Problem NOT_FOUND
 */
export async function readDoctorHours(
  transaction: Transaction,
  doctorId: string,
  { lock = false } = {},
): Promise<DoctorHours> {
  const query = transaction
    .select({ workingDays: doctors.workingDays, appointmentMinutes: doctors.appointmentMinutes })
    .from(doctors)
    .where(and(eq(doctors.id, doctorId), isNull(doctors.deletedAt)));
  const [hours] = await (lock ? query.for('no key update') : query);
  if (!hours) throw new Problem('NOT_FOUND');
  return hours;
}

/** An appointment that takes some of the time, other than the one that is to be placed; or none. */
export async function findTaker(
  transaction: Transaction,
  doctorId: string,
  { startsAt, endsAt }: Busy,
  exceptId: string,
): Promise<(Busy & { patientName: string }) | undefined> {
  const [taker] = await transaction
    .select({
      startsAt: doctorAppointments.startsAt,
      endsAt: doctorAppointments.endsAt,
      patientName: patients.name,
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
  return { patientName: taker.patientName, startsAt: taker.startsAt, endsAt: taker.endsAt };
}

/** The doctor's next free starts from an instant on; `exceptId` does not count as taken. */
export async function listFreeTimes(
  transaction: Transaction,
  doctorId: string,
  hours: DoctorHours,
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
  const rows = await transaction
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
