import { attendanceSteps } from '@simiente/contract/appointments/attendance';
import type { AttendanceCounts } from '@simiente/contract/dashboard/calls';
import { sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { CANCELLED } from '../../schema/appointments.ts';
import { comparePeriods, type Days } from './period.ts';

/** The steps that record whether the patient came; a confirmation does not. */
const decisiveSteps = attendanceSteps.filter((step) => step !== 'confirmed');

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly week: number;
  readonly recorded: number;
  readonly missed: number;
}

/** The appointments with doctors of a period that have attendance, and those without their patient. */
export async function readAttendance(
  db: Reader,
  period: Days,
  clinicTimeZone: string,
): Promise<AttendanceCounts> {
  const { weeks, bounds } = comparePeriods(period, clinicTimeZone);
  const times = bounds.slice(weeks.length).map((bound) => bound.toISOString());
  const { rows } = await db.execute<Row>(sql`
    select d.id, d.name, width_bucket(a.starts_at, ${sql.param(times)}::timestamptz[]) - 1 as week,
      count(*)::int as recorded,
      (count(*) filter (where a.attendance -> -1 ->> 'step' = 'missed'))::int as missed
    from doctor_appointments a
    join doctors d on d.id = a.doctor_id and d.deleted_at is null
    join patients p on p.id = a.patient_id and p.deleted_at is null
    where a.deleted_at is null and a.status <> ${sql.raw(`'${CANCELLED}'`)}
      and a.starts_at >= ${times[0]} and a.starts_at < ${times.at(-1)}
      and a.attendance -> -1 ->> 'step' = any(${sql.param(decisiveSteps)}::text[])
    group by d.id, d.name, week order by d.name, d.id`);
  return {
    weeks: weeks.map(({ start, end }) => ({ start, end })),
    doctors: [...Map.groupBy(rows, ({ id }) => id)].map(([idDoctor, ofDoctor]) => ({
      idDoctor,
      name: ofDoctor[0]?.name ?? '',
      ...sum(ofDoctor),
      weeks: weeks.map((_, week) => sum(ofDoctor.filter((row) => row.week === week))),
    })),
  };
}

function sum(rows: readonly Row[]) {
  return {
    recorded: rows.reduce((total, { recorded }) => total + recorded, 0),
    missed: rows.reduce((total, { missed }) => total + missed, 0),
  };
}
