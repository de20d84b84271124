import {
  type AgendaRow,
  LONGEST_APPOINTMENT,
  LONGEST_BOOKING,
} from '@simiente/contract/doctors/calls';
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import {
  doctorAppointments,
  recipeAppointments,
  type StoredStep,
} from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { placeColumn, presentPlace } from '../schedules/public.ts';
import { presentAttendance } from './attendance.ts';
import { recipeEnd } from './same-time.ts';

const MINUTE = 60_000;

/** Interval from `from` up to but not including `to`. */
interface Interval {
  readonly from: Date;
  readonly to: Date;
}

/** The appointments with doctors that touch an interval and are not deleted. */
function touching({ from, to }: Interval): SQL | undefined {
  return and(
    isNull(doctorAppointments.deletedAt),
    lt(doctorAppointments.startsAt, to),
    gt(doctorAppointments.endsAt, from),
    // Redundant, but lets the index skip all past appointments.
    gte(doctorAppointments.startsAt, new Date(from.getTime() - LONGEST_APPOINTMENT * MINUTE)),
  );
}

/** The bookings of Calendly that touch an interval and are not deleted. */
function bookedIn({ from, to }: Interval): SQL | undefined {
  return and(
    isNull(recipeAppointments.deletedAt),
    lt(recipeAppointments.startsAt, to),
    gte(recipeAppointments.startsAt, new Date(from.getTime() - LONGEST_BOOKING * MINUTE)),
    sql`${recipeEnd} > ${from.toISOString()}`,
  );
}

/**
 * Whether a doctor has an appointment of either kind that touches the interval. Scalar subqueries: `exists` may be planned
 * as a hash of the whole table.
 */
export const hasAppointment = (doctorId: AnyPgColumn, interval: Interval) => sql`coalesce(
  (select true from ${doctorAppointments as PgTable}
    where ${doctorAppointments.doctorId} = ${doctorId} and ${touching(interval)} limit 1),
  (select true from ${recipeAppointments as PgTable}
    where ${recipeAppointments.doctorId} = ${doctorId} and ${bookedIn(interval)} limit 1))`;

/**
 * The patient of each row of another query, under the name of their table, unless they are deleted. The limit makes
 * PostgreSQL look them up one by one: it would rather read all patients, who are more each year.
 */
export const selectPatient = (db: Reader, id: AnyPgColumn | SQL) =>
  db
    .select({
      id: patients.id,
      name: patients.name,
      email: patients.email,
      phone: patients.phone,
    })
    .from(patients)
    .where(and(eq(patients.id, id), isNull(patients.deletedAt)))
    .limit(1)
    .as('patients');

/** Which appointments an agenda has: of these doctors, and also prescriptions whose host is no doctor. */
interface Listed {
  readonly doctorIds: readonly string[];
  readonly withRecipes: boolean;
}

/**
 * The rows of an agenda, in order: appointments that touch the interval, also cancelled ones, but not those of deleted
 * patients.
 */
export async function listAgendaRows(
  db: Reader,
  { doctorIds, withRecipes }: Listed,
  interval: Interval,
): Promise<AgendaRow[]> {
  const booked = await db
    .select({
      ...agendaColumns(doctorAppointments),
      branchId: doctorAppointments.branchId,
      isVideoCall: doctorAppointments.isVideoCall,
      place: placeColumn(doctorAppointments.branchId),
    })
    .from(doctorAppointments)
    .crossJoinLateral(selectPatient(db, doctorAppointments.patientId))
    .where(and(inArray(doctorAppointments.doctorId, [...doctorIds]), touching(interval)))
    .orderBy(doctorAppointments.startsAt, doctorAppointments.id);
  const rows = booked.flatMap(({ branchId, isVideoCall, place, ...row }) =>
    presentRow({ ...row, place: presentPlace({ branchId, isVideoCall }, place) }, 'doctor'),
  );
  const recipes = await listRecipes(db, { doctorIds, withRecipes }, interval);
  return recipes.length === 0
    ? rows
    : [...rows, ...recipes].toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
}

/** Bookings of Calendly: of these doctors and, on the clinic's day, the prescriptions of all others. */
async function listRecipes(
  db: Reader,
  { doctorIds, withRecipes }: Listed,
  interval: Interval,
): Promise<AgendaRow[]> {
  const of = recipeAppointments;
  const patient = selectPatient(db, of.patientId);
  const rows = await db
    .select({
      ...agendaColumns(of),
      patientId: of.patientId,
      endsAt: recipeEnd.mapWith(of.endsAt),
      isVisit: of.isVisit,
      name: sql<string>`coalesce(${patient.name}, ${of.inviteeName}, '')`,
      email: sql<
        string | null
      >`case when ${of.patientId} is null then ${of.inviteeEmail} else ${patient.email} end`,
    })
    .from(of)
    .leftJoinLateral(patient, sql`true`)
    .where(
      and(
        bookedIn(interval),
        withRecipes ? undefined : inArray(of.doctorId, [...doctorIds]),
        or(isNotNull(patient.id), and(isNull(of.patientId), isNotNull(of.doctorId))),
      ),
    )
    .orderBy(of.startsAt, of.id);
  return rows.flatMap(({ isVisit, ...row }) =>
    presentRow({ ...row, place: null }, isVisit ? 'booking' : 'recipe'),
  );
}

interface StoredRow
  extends Pick<AgendaRow, 'id' | 'name' | 'email' | 'phone' | 'status' | 'place' | 'version'> {
  readonly patientId: string | null;
  readonly doctorId: string | null;
  readonly attendance: readonly StoredStep[];
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** None for a row without a time, which no interval has. */
function presentRow(
  { patientId, doctorId, startsAt, endsAt, ...row }: StoredRow,
  kind: AgendaRow['kind'],
): AgendaRow[] {
  if (startsAt === null || endsAt === null) return [];
  return [
    {
      ...row,
      kind,
      idUser: patientId,
      idDoctor: doctorId,
      attendance: presentAttendance({ ...row, startsAt }),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    },
  ];
}

const agendaColumns = (of: typeof doctorAppointments | typeof recipeAppointments) => ({
  id: of.id,
  patientId: of.patientId,
  doctorId: of.doctorId,
  name: patients.name,
  email: patients.email,
  phone: patients.phone,
  status: of.status,
  attendance: of.attendance,
  startsAt: of.startsAt,
  endsAt: of.endsAt,
  version: of.version,
});
