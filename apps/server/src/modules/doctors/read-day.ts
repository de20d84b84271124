import { addDays, startOfDay } from '@simiente/contract/common/days';
import { type ClinicDay, MOST_DAY_DOCTORS } from '@simiente/contract/doctors/calls';
import { and, isNull, or, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import {
  type Interval,
  listAppointmentsBetween,
  listRecipesBetween,
  touching,
} from '../appointments/public.ts';
import { doctorColumns, notDeleted, orderBy, presentDoctor } from './read-doctors.ts';

/** All doctors with the appointments of one day of the clinic's calendar. */
export async function readClinicDay(
  db: Reader,
  date: string,
  timeZone: string,
): Promise<ClinicDay> {
  const day = { from: startOfDay(date, timeZone), to: startOfDay(addDays(date, 1), timeZone) };
  const rows = await db
    .select(doctorColumns)
    .from(doctors)
    .where(and(notDeleted, or(isNull(doctors.retiredAt), hasAppointment(day))))
    .orderBy(...orderBy('name'))
    .limit(MOST_DAY_DOCTORS + 1);
  const shown = rows.slice(0, MOST_DAY_DOCTORS);
  return {
    doctors: shown.map(presentDoctor),
    moreDoctors: rows.length > shown.length,
    appointments: await listAppointmentsBetween(
      db,
      shown.map(({ id }) => id),
      day,
    ),
    recipes: await listRecipesBetween(db, day),
  };
}

/**
 * Whether a doctor has an appointment that touches the interval. A scalar subquery: `exists` may be
 * planned as a hash of the whole table.
 */
const hasAppointment = (interval: Interval) => sql`(
  select true from ${doctorAppointments}
  where ${doctorAppointments.doctorId} = ${doctors.id} and ${touching(interval)} limit 1)`;
