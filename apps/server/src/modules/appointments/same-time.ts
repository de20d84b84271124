import type { SameTime } from '@simiente/contract/appointments/calls';
import type { Stretch } from '@simiente/contract/doctors/working-time';
import { sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED } from '../../schema/appointments.ts';

/** How long the validation of a prescription is taken to last; no end of it is stored. */
const RECIPE_MINUTES = 30;

interface Place {
  readonly patientId: string;
  /** The appointment that is placed, which is not another one. */
  readonly exceptId?: string;
}

/** Another appointment of the patient in the interval, of either kind; undefined without one. */
async function findOther(db: Reader, { patientId, exceptId = '' }: Place, slot: Stretch) {
  type Row = { id: string; doctor: string | null; starts: number; ends: number };
  const milliseconds = (instant: string) =>
    sql.raw(`extract(epoch from ${instant})::float8 * 1000`);
  const { rows } = await db.execute<Row>(sql`
    select id, doctor, ${milliseconds('starts_at')} as starts, ${milliseconds('ends_at')} as ends
    from (
      select a.id, d.name as doctor, a.starts_at, a.ends_at, a.status
      from doctor_appointments a join doctors d on d.id = a.doctor_id
      where a.patient_id = ${patientId} and a.deleted_at is null
      union all
      select id, null, starts_at, starts_at + make_interval(mins => ${RECIPE_MINUTES}), status
      from recipe_appointments where patient_id = ${patientId} and deleted_at is null
    ) as own
    where id <> ${exceptId} and status <> ${CANCELLED}
      and starts_at < ${slot.endsAt.toISOString()} and ends_at > ${slot.startsAt.toISOString()}
    order by starts_at limit 1`);
  return rows[0];
}

/** The patient's other appointment at the time of one; null for an appointment without a time. */
export async function findSameTime(
  db: Reader,
  place: Place,
  startsAt: Date | null,
  endsAt: Date | null | undefined = startsAt && recipeEnd(startsAt),
): Promise<SameTime | null> {
  const other = startsAt && endsAt && (await findOther(db, place, { startsAt, endsAt }));
  return other ? present(other) : null;
}

/**
 * @param endsAt without it, the end of the validation of a prescription
 * @throws Problem SAME_TIME with the patient's other appointment
 */
export async function refuseSameTime(
  db: Reader,
  place: Place,
  startsAt: Date,
  endsAt = recipeEnd(startsAt),
): Promise<void> {
  const other = await findOther(db, place, { startsAt, endsAt });
  if (!other) return;
  const kind = other.doctor === null ? 'recipe_appointment' : 'doctor_appointment';
  throw new Problem('SAME_TIME', {
    details: present(other),
    shows: { kind, id: other.id, patientId: place.patientId },
  });
}

function recipeEnd(startsAt: Date): Date {
  return new Date(startsAt.getTime() + RECIPE_MINUTES * 60_000);
}

function present(other: { doctor: string | null; starts: number; ends: number }): SameTime {
  return {
    doctorName: other.doctor,
    startsAt: new Date(other.starts).toISOString(),
    endsAt: new Date(other.ends).toISOString(),
  };
}
