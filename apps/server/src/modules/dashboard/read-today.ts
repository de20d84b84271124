import { dayIn } from '@simiente/contract/common/days';
import { MAX_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import {
  type DayAppointment,
  LATE_APPOINTMENTS,
  LATE_MINUTES,
  MAX_PRESENT,
  NEXT_APPOINTMENTS,
  type SetupSteps,
  type Today,
} from '@simiente/contract/dashboard/calls';
import { isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { may, type StaffActor } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { recipeAppointments, type StoredStep } from '../../schema/appointments.ts';
import { dataRequests } from '../../schema/data-requests.ts';
import { professionalIdentities } from '../../schema/professional-identities.ts';
import { hasActivePatient, presentAttendance } from '../appointments/public.ts';
import { presentPlace, type StoredPlace, storedPlaceAt } from '../schedules/public.ts';
import { toInstants } from './count-by-week.ts';
import { isWaiting } from './waiting-prescriptions.ts';

interface AppointmentRow extends Omit<DayAppointment, 'attendance' | 'place'> {
  readonly attendance: readonly StoredStep[];
  readonly branchId: string | null;
  readonly isVideoCall: boolean;
  readonly place: StoredPlace | null;
}

const appointmentsJson = (selected: SQL, order: SQL) => sql`(
  select coalesce(json_agg(appointment), '[]'::json) from (
    select listed.id, patient_id as "idUser", ${isoText('starts_at')} as "startsAt", listed.status,
      attendance, listed.version, is_recipe as "isRecipe", branch_id as "branchId",
      is_video_call as "isVideoCall", ${storedPlaceAt(sql`branch_id`)} as place,
      json_build_object('name', p.name, 'phone', p.phone) as patient,
      case when d.name is not null then
        json_build_object('name', d.name, 'specialty', d.specialties[1]) end as doctor
    from (${selected}) as listed join patients p on p.id = patient_id
      left join doctors d on d.id = doctor_id order by ${order}
  ) as appointment)`;

interface Row extends Record<string, unknown> {
  readonly total: number;
  readonly upcoming: number;
  readonly late: number;
  readonly next: readonly AppointmentRow[];
  readonly waiting: number;
  readonly in_consultation: number;
  readonly present: readonly AppointmentRow[];
  readonly recipes: number;
  readonly oldest: Today['recipes']['oldest'];
  readonly prospects: number;
  readonly prospects_today: number;
  readonly suspended_identities: number;
  readonly overdue_requests: number;
  readonly setup: SetupSteps | null;
}

/** Today's appointments and everything that waits for staff, in one statement. */
export async function readToday(
  db: Reader,
  actor: Pick<StaffActor, 'capabilities'>,
  clinicTimeZone: string,
  now = new Date(),
): Promise<Today> {
  const date = dayIn(clinicTimeZone, now);
  const { from, until } = toInstants({ start: date, end: date }, clinicTimeZone);
  const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
  const earliestLateStart = new Date(now.getTime() - LATE_MINUTES * 60_000);
  const countLimit = MAX_SEARCHED_TOTAL + 1;
  const appointments = (table: string) => sql`from ${sql.raw(table)} as appointment,
      lateral (select coalesce(attendance -> -1 ->> 'step', 'confirmed')) as last (step)
    where deleted_at is null and status <> 'cancelled' and ${hasActivePatient(sql`appointment.patient_id`)}
      and starts_at >= ${at(from)} and starts_at < ${at(until)}`;
  const waiting = sql`from ${recipeAppointments as PgTable}
    where ${isWaiting} and ${hasActivePatient(recipeAppointments.patientId)}`;
  const { rows } = await db.execute<Row>(sql`
    with today as (
      select id, patient_id, starts_at, status, doctor_id, attendance, version, false as is_recipe, branch_id,
        is_video_call, step
        ${appointments('doctor_appointments')}
      union all
      select id, patient_id, starts_at, status, case when is_visit then doctor_id end, attendance,
        version, not is_visit, null, false, step
        ${appointments('recipe_appointments')}
    ), expected as (
      select *, starts_at >= ${at(now)} as is_upcoming from today
      where step = 'confirmed' and starts_at > ${at(earliestLateStart)}
    )
    select
      (select count(*)::int from today) as total,
      (select count(*)::int from expected where is_upcoming) as upcoming,
      (select count(*)::int from expected where not is_upcoming) as late,
      ${appointmentsJson(
        sql`(select * from expected where not is_upcoming
            order by starts_at desc, id limit ${LATE_APPOINTMENTS})
          union all (select * from expected where is_upcoming
            order by starts_at, id limit ${NEXT_APPOINTMENTS})`,
        sql`starts_at, listed.id`,
      )} as next,
      (select count(*)::int from today where step = 'arrived') as waiting,
      (select count(*)::int from today where step = 'in_consultation') as in_consultation,
      ${appointmentsJson(
        sql`select * from today where step in ('arrived', 'in_consultation')
          order by step, attendance -> -1 ->> 'at', id limit ${MAX_PRESENT}`,
        sql`step, attendance -> -1 ->> 'at', listed.id`,
      )} as present,
      (select count(*)::int from (select ${waiting} limit ${countLimit}) as waiting) as recipes,
      (select json_build_object('idUser', p.id, 'patientName', p.name, 'since', ${isoText('waiting.created_at')})
        from (select patient_id, created_at ${waiting} order by created_at limit 1) as waiting
        join patients p on p.id = patient_id) as oldest,
      (select count(*)::int from (select from prospects
        where deleted_at is null and status_group = 'pending' limit ${countLimit}) as pending) as prospects,
      (select count(*)::int from (select from prospects
        where deleted_at is null and status_group = 'pending'
          and created_sort >= ${at(from)} and created_sort < ${at(until)}
        limit ${countLimit}) as pending) as prospects_today,
      (select count(*)::int from ${professionalIdentities}
        where ${isNotNull(professionalIdentities.suspendedAt)}
          and ${isNull(professionalIdentities.secondConfirmedAt)}) as suspended_identities,
      (select count(*)::int from ${dataRequests} where ${dataRequests.dueOn} < ${date}
        and ${dataRequests.closedOn} is null) as overdue_requests,
      case when not exists (select from doctor_appointments)
          and not exists (select from recipe_appointments)
        then json_build_object(
          'letterhead', exists (select from letterheads),
          'doctor', exists (select from doctors where deleted_at is null),
          'team', (select count(*) > 1 from staff),
          'patient', exists (select from patients where deleted_at is null),
          'reminders', coalesce(
            (select (reminders ->> 'isOn')::boolean from clinic_settings), false))
        end as setup`);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate returned no row');
  return {
    ...toToday(date, row),
    ...(may(actor, 'accounts.manage') && { suspendedIdentities: row.suspended_identities }),
    ...(may(actor, 'rights.manage') && { overdueRequests: row.overdue_requests }),
    ...(row.setup && { setup: row.setup }),
  };
}

function toToday(date: string, row: Row): Today {
  return {
    date,
    appointments: {
      total: row.total,
      left: row.upcoming,
      late: row.late,
      next: row.next.map(presentAppointment),
    },
    present: {
      waiting: row.waiting,
      inConsultation: row.in_consultation,
      patients: row.present.map(presentAppointment),
    },
    recipes: { ...capped(row.recipes), oldest: row.oldest },
    prospects: {
      ...capped(row.prospects),
      arrivedToday: Math.min(row.prospects_today, MAX_SEARCHED_TOTAL),
    },
  };
}

function presentAppointment(row: AppointmentRow): DayAppointment {
  const { attendance, branchId, isVideoCall, place, ...appointment } = row;
  return {
    ...appointment,
    attendance: presentAttendance({ attendance, startsAt: new Date(row.startsAt) }),
    place: presentPlace({ branchId, isVideoCall }, place),
  };
}

function capped(count: number) {
  return {
    count: Math.min(count, MAX_SEARCHED_TOTAL),
    isCapped: count > MAX_SEARCHED_TOTAL,
  };
}
