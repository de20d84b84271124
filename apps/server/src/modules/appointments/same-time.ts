import type { SameTime } from '@simiente/contract/appointments/calls';
import type { TimeSpan } from '@simiente/contract/doctors/working-time';
import { sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED } from '../../schema/appointments.ts';

/** Length in minutes of a prescription validation, unless Calendly sent its end. */
const PRESCRIPTION_MINUTES = 30;

/** SQL: the end of a row of `recipe_appointments`. */
export const prescriptionEnd = sql<Date>`coalesce(ends_at, starts_at + make_interval(mins => ${sql.raw(String(PRESCRIPTION_MINUTES))}))`;

/**
 * SQL, for a query of `recipe_appointments`: one row for each host who is a doctor, because a booking takes the time
 * of all of them.
 */
export const bookingHosts = sql`(
  select doctor_id as host_id where doctor_id is not null
  union select id from doctors where lower(email) = any(host_emails) and deleted_at is null)`;

interface SearchedPatient {
  readonly patientId: string;
  /** The appointment to move, which does not conflict with itself. */
  readonly exceptId?: string;
}

interface OtherAppointment extends Record<string, unknown> {
  readonly id: string;
  readonly kind: 'doctor_appointment' | 'recipe_appointment';
  readonly shown: SameTime;
}

/** Another appointment of the patient in the interval, of either kind; undefined without one. */
async function findOther(
  db: Reader,
  { patientId, exceptId = '' }: SearchedPatient,
  slot: TimeSpan,
) {
  const { rows } = await db.execute<OtherAppointment>(sql`
    select id, kind, json_build_object('doctorName', doctor, 'isRecipe', is_recipe,
      'startsAt', ${isoText('starts_at')}, 'endsAt', ${isoText('ends_at')}) as shown
    from (
      select a.id, 'doctor_appointment' as kind, d.name as doctor, false as is_recipe,
        a.starts_at, a.ends_at, a.status
      from doctor_appointments a join doctors d on d.id = a.doctor_id
      where a.patient_id = ${patientId} and a.deleted_at is null
      union all
      select r.id, 'recipe_appointment', d.name, not is_visit, starts_at, ${prescriptionEnd}, status
      from recipe_appointments r left join doctors d on is_visit and d.id = r.doctor_id
      where patient_id = ${patientId} and r.deleted_at is null
    ) as own
    where id <> ${exceptId} and status <> ${CANCELLED}
      and starts_at < ${slot.endsAt.toISOString()} and ends_at > ${slot.startsAt.toISOString()}
    order by starts_at limit 1`);
  return rows[0];
}

/** Another appointment of the patient at the same time; null for an appointment without a time. */
export async function findSameTime(
  db: Reader,
  patient: SearchedPatient,
  startsAt: Date | null,
  endsAt: Date | null,
): Promise<SameTime | null> {
  const other = startsAt && endsAt && (await findOther(db, patient, { startsAt, endsAt }));
  return other?.shown ?? null;
}

/**
 * @param endsAt by default, the end of a prescription validation
 * @throws Problem SAME_TIME with the patient's other appointment
 */
export async function rejectSameTime(
  db: Reader,
  patient: SearchedPatient,
  startsAt: Date,
  endsAt = toPrescriptionEnd(startsAt),
): Promise<void> {
  const other = await findOther(db, patient, { startsAt, endsAt });
  if (!other) return;
  throw new Problem('SAME_TIME', {
    details: other.shown,
    shows: { kind: other.kind, id: other.id, patientId: patient.patientId },
  });
}

export function toPrescriptionEnd(startsAt: Date): Date {
  return new Date(startsAt.getTime() + PRESCRIPTION_MINUTES * 60_000);
}
