import { dayIn } from '@simiente/contract/common/days';
import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { NEXT_APPOINTMENTS, type Today } from '@simiente/contract/dashboard/calls';
import { isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { may, type StaffActor } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { professionalIdentities } from '../../schema/professional-identities.ts';
import { hasActivePatient } from '../appointments/public.ts';
import { toInstants } from './period.ts';
import { isWaiting } from './waiting-recipes.ts';

interface Row extends Record<string, unknown> {
  readonly total: number;
  readonly left: number;
  readonly next: readonly {
    readonly id: string;
    readonly patient_id: string;
    /** Milliseconds since the epoch, as `since`. */
    readonly at: number;
    readonly status: string;
    readonly name: string;
    readonly phone: string | null;
    readonly doctor: string | null;
    readonly specialty: string | null;
  }[];
  readonly recipes: number;
  readonly oldest: { id: string; name: string; since: number | null } | null;
  readonly prospects: number;
  readonly arrived: number;
  readonly identities: number;
}

/** Today's appointments and everything that waits, in one statement. */
export async function readToday(
  db: Reader,
  reader: Pick<StaffActor, 'capabilities'>,
  clinicTimeZone: string,
  now = new Date(),
): Promise<Today> {
  const date = dayIn(clinicTimeZone, now);
  const { from, until } = toInstants({ start: date, end: date }, clinicTimeZone);
  const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
  const most = LARGEST_SEARCHED_TOTAL + 1;
  const appointments = (table: string, since: Date) => sql`from ${sql.raw(table)} as appointment
    where deleted_at is null and status <> 'cancelled' and ${hasActivePatient(sql`appointment.patient_id`)}
      and starts_at >= ${at(since)} and starts_at < ${at(until)}`;
  const first = sql`order by starts_at, id limit ${NEXT_APPOINTMENTS}`;
  const waiting = sql`from ${recipeAppointments as PgTable}
    where ${isWaiting} and ${hasActivePatient(recipeAppointments.patientId)}`;
  const { rows } = await db.execute<Row>(sql`
    with today as (
      select starts_at ${appointments('doctor_appointments', from)}
      union all
      select starts_at ${appointments('recipe_appointments', from)}
    ), next as (
      (select id, patient_id, starts_at, status, doctor_id
        ${appointments('doctor_appointments', now)} ${first})
      union all
      (select id, patient_id, starts_at, status, null
        ${appointments('recipe_appointments', now)} ${first})
    )
    select
      (select count(*)::int from today) as total,
      (select count(*)::int from today where starts_at >= ${at(now)}) as left,
      (select coalesce(json_agg(shown), '[]'::json) from (
        select next.id, patient_id, extract(epoch from starts_at)::float8 * 1000 as at, next.status,
          p.name, p.phone, d.name as doctor, d.specialties[1] as specialty
        from next join patients p on p.id = patient_id left join doctors d on d.id = doctor_id
        ${first}
      ) as shown) as next,
      (select count(*)::int from (select ${waiting} limit ${most}) as waiting) as recipes,
      (select json_build_object('id', p.id, 'name', p.name,
          'since', extract(epoch from waiting.created_at)::float8 * 1000)
        from (select patient_id, created_at ${waiting} order by created_at limit 1) as waiting
        join patients p on p.id = patient_id) as oldest,
      (select count(*)::int from (select from prospects
        where deleted_at is null and status_group = 'pending' limit ${most}) as pending) as prospects,
      (select count(*)::int from (select from prospects
        where deleted_at is null and status_group = 'pending'
          and created_sort >= ${at(from)} and created_sort < ${at(until)}
        limit ${most}) as arrived) as arrived,
      (select count(*)::int from ${professionalIdentities}
        where ${isNotNull(professionalIdentities.suspendedAt)}
          and ${isNull(professionalIdentities.secondConfirmedAt)}) as identities`);
  const [row] = rows;
  if (row === undefined) throw new Error('A row of counts is always there');
  return {
    ...present(date, row),
    ...(may(reader, 'accounts.manage') && { suspendedIdentities: row.identities }),
  };
}

const toIso = (milliseconds: number) => new Date(Math.round(milliseconds)).toISOString();

function present(date: string, row: Row): Today {
  return {
    date,
    appointments: {
      total: row.total,
      left: row.left,
      next: row.next.map(({ id, patient_id, at, status, name, phone, doctor, specialty }) => ({
        id,
        idUser: patient_id,
        startsAt: toIso(at),
        status,
        patient: { name, phone },
        doctor: doctor === null ? null : { name: doctor, specialty },
      })),
    },
    recipes: {
      ...capped(row.recipes),
      oldest: row.oldest && {
        idUser: row.oldest.id,
        patientName: row.oldest.name,
        since: row.oldest.since === null ? null : toIso(row.oldest.since),
      },
    },
    prospects: {
      ...capped(row.prospects),
      arrivedToday: Math.min(row.arrived, LARGEST_SEARCHED_TOTAL),
    },
  };
}

function capped(figure: number) {
  return {
    count: Math.min(figure, LARGEST_SEARCHED_TOTAL),
    isCapped: figure > LARGEST_SEARCHED_TOTAL,
  };
}
