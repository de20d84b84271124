import { type AgendaRow, MAX_APPOINTMENT, MAX_BOOKING } from '@simiente/contract/doctors/calls';
import { and, eq, gt, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { may, type StaffActor } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import {
  CANCELLED,
  doctorAppointments,
  recipeAppointments,
  type StoredStep,
} from '../../schema/appointments.ts';
import { patientMerges } from '../../schema/merges.ts';
import { patients } from '../../schema/patients.ts';
import { presentPlace, type StoredPlace, storedPlaceAt } from '../schedules/public.ts';
import { type DoctorAppointmentRow, presentAttendance } from './present.ts';
import { selectAppointments } from './read-card.ts';
import { bookingHosts, prescriptionEnd } from './same-time.ts';

export {
  doctorAppointmentColumns,
  presentAttendance,
  presentDoctorAppointment,
  shownAttendance,
} from './present.ts';
export { findRecipeAppointments } from './read-prescription-appointments.ts';
export { rejectSameTime } from './same-time.ts';

export function findDoctorAppointments(
  db: Reader,
  patientId: string,
): Promise<DoctorAppointmentRow[]> {
  return selectAppointments(db)
    .where(and(eq(doctorAppointments.patientId, patientId), isNull(doctorAppointments.deletedAt)))
    .orderBy(sql`${doctorAppointments.startsAt} desc nulls last`, doctorAppointments.id);
}

/**
 * Condition that a row of another query belongs to a patient who is not deleted. Few patients are deleted, so an
 * index of deleted patients costs less than reading the patient of each row.
 */
export const hasActivePatient = (patientId: AnyPgColumn | SQL) =>
  sql`${patientId} is not null and not exists (select from ${patients as PgTable}
    where ${patients.id} = ${patientId} and ${patients.deletedAt} is not null)`;

type DoctorAccount = Pick<StaffActor, 'id' | 'doctorId'>;

/**
 * The appointments by which a patient belongs to the account's doctor: not cancelled, and booked by another account,
 * because booking a patient must not open the record. None if the account has merged another patient into this one.
 */
export function ownAppointments(
  db: Reader,
  { id, doctorId }: DoctorAccount,
  patientId: AnyPgColumn | string,
) {
  return db
    .select({ id: doctorAppointments.id })
    .from(doctorAppointments)
    .where(
      and(
        doctorId === null ? sql`false` : eq(doctorAppointments.doctorId, doctorId),
        sql`${doctorAppointments.bookedBy} is distinct from ${id}`,
        eq(doctorAppointments.patientId, patientId),
        ne(doctorAppointments.status, CANCELLED),
        isNull(doctorAppointments.deletedAt),
        sql`not exists (select from ${patientMerges} m where m.kept_id = ${patientId}
          and m.by = ${id} and m.undone_at is null)`,
      ),
    );
}

/**
 * Requires that the account may act on every patient, or that the patient belongs to its doctor.
 * @throws Problem FORBIDDEN
 */
export async function requireOwnPatient(
  db: Reader,
  actor: StaffActor,
  patientId: string,
  everyPatient: 'records.exportAll' | 'accesses.readAll',
): Promise<void> {
  if (may(actor, everyPatient)) return;
  const [own] = await ownAppointments(db, actor, patientId).limit(1);
  if (!own) throw new Problem('FORBIDDEN');
}

const MINUTE = 60_000;

/** Interval from `from` up to but not including `to`. */
interface Interval {
  readonly from: Date;
  readonly to: Date;
}

/** Condition for appointments with doctors that overlap an interval and are not deleted. */
function appointmentOverlaps({ from, to }: Interval): SQL | undefined {
  return and(
    isNull(doctorAppointments.deletedAt),
    lt(doctorAppointments.startsAt, to),
    gt(doctorAppointments.endsAt, from),
    // Redundant, but lets the index skip all past appointments.
    gte(doctorAppointments.startsAt, new Date(from.getTime() - MAX_APPOINTMENT * MINUTE)),
  );
}

/** Condition for prescription appointments and bookings that overlap an interval and are not deleted. */
function bookingOverlaps({ from, to }: Interval): SQL | undefined {
  return and(
    isNull(recipeAppointments.deletedAt),
    lt(recipeAppointments.startsAt, to),
    gte(recipeAppointments.startsAt, new Date(from.getTime() - MAX_BOOKING * MINUTE)),
    sql`${prescriptionEnd} > ${from.toISOString()}`,
  );
}

/**
 * Whether an appointment or booking of a doctor overlaps the interval. Scalar subqueries, because PostgreSQL may plan
 * `exists` as a hash of the whole table.
 */
export const hasAppointment = (doctorId: AnyPgColumn, interval: Interval) => sql`coalesce(
  (select true from ${doctorAppointments as PgTable}
    where ${doctorAppointments.doctorId} = ${doctorId} and ${appointmentOverlaps(interval)} limit 1),
  (select true from ${recipeAppointments as PgTable}, lateral ${bookingHosts} as hosts
    where host_id = ${doctorId} and ${bookingOverlaps(interval)} limit 1))`;

/** Filter of an agenda: appointments and bookings of some doctors. */
interface AgendaFilter {
  readonly doctorIds: readonly string[];
  /** Adds the prescription appointments and bookings of other doctors, and those without a doctor. */
  readonly withPrescriptions: boolean;
}

interface StoredRow extends Omit<AgendaRow, 'attendance' | 'place'>, Record<string, unknown> {
  readonly attendance: readonly StoredStep[];
  readonly branchId: string | null;
  readonly isVideoCall: boolean;
  readonly place: StoredPlace | null;
}

/**
 * The rows of an agenda in order: appointments that overlap the interval, with cancelled ones and without those of
 * deleted patients. PostgreSQL formats the instants, because a day may have thousands of rows.
 */
export async function listAgendaRows(
  db: Reader,
  { doctorIds, withPrescriptions }: AgendaFilter,
  interval: Interval,
): Promise<AgendaRow[]> {
  const isListed = (id: SQL) => sql`${id} = any(${sql.param([...doctorIds])})`;
  const { rows } = await db.execute<StoredRow>(sql`
    select kind, listed.id, patient_id as "idUser", doctor_id as "idDoctor",
      coalesce(patients.name, booker, '') as name,
      case when patient_id is null then booker_email else patients.email end as email,
      patients.phone, listed.status, attendance, ${isoText('starts_at')} as "startsAt",
      ${isoText('ends_at')} as "endsAt", listed.version, branch_id as "branchId",
      is_video_call as "isVideoCall", ${storedPlaceAt(sql`branch_id`)} as place
    from (
      select 'doctor' as kind, id, patient_id, doctor_id, null as booker, null as booker_email,
        status, attendance, starts_at, ends_at, version, branch_id, is_video_call
      from ${doctorAppointments as PgTable} where ${isListed(sql`doctor_id`)}
        and ${appointmentOverlaps(interval)}
      union all
      select case when is_visit then 'booking' else 'recipe' end, id, patient_id, host_id,
        invitee_name, invitee_email, status, attendance, starts_at, ${prescriptionEnd}, version, null, false
      from ${recipeAppointments as PgTable} left join lateral ${bookingHosts} as hosts on true
      where ${bookingOverlaps(interval)} and ${withPrescriptions ? sql`true` : isListed(sql`host_id`)}
    ) as listed
    left join lateral (select id, name, email, phone from patients
      where id = patient_id and deleted_at is null limit 1) as patients on true
    where patients.id is not null or (patient_id is null and doctor_id is not null)
    order by starts_at, listed.id`);
  return rows.map(({ attendance, branchId, isVideoCall, place, ...row }) => ({
    ...row,
    attendance: presentAttendance({ attendance, startsAt: new Date(row.startsAt) }),
    place: presentPlace({ branchId, isVideoCall }, place),
  }));
}
