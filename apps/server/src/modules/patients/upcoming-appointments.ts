import { addDays, dayIn, startOfDay } from '@simiente/contract/common/days';
import type { UpcomingSpan } from '@simiente/contract/patients/filters';
import { and, eq, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { type StoredPlace, storedPlaceAt } from '../schedules/public.ts';

type AppointmentTable = typeof doctorAppointments | typeof recipeAppointments;

export interface NextPlace {
  readonly branchId: string | null;
  readonly isVideoCall: boolean;
  readonly place: StoredPlace | null;
}

/** The first day of a span, counted from today, and its length in days. */
const SPANS: Readonly<Record<UpcomingSpan, readonly [first: number, days: number]>> = {
  today: [0, 1],
  tomorrow: [1, 1],
  week: [0, 7],
};

/** The upcoming appointments of a span; without a span, all future ones. */
export function upcomingAppointments(span: UpcomingSpan | undefined, timeZone: string) {
  const [first, days] = span ? SPANS[span] : [0, undefined];
  const today = dayIn(timeZone, new Date());
  const from = first > 0 ? startOfDay(addDays(today, first), timeZone) : sql`now()`;
  const until = days && startOfDay(addDays(today, first + days), timeZone);

  const select = (table: AppointmentTable, isOfPatient?: SQL) =>
    sql`select ${table.patientId}, ${table.startsAt}, ${
      'branchId' in table
        ? sql`${table.branchId}, ${table.isVideoCall}`
        : sql`null as branch_id, false as is_video_call`
    } from ${table as PgTable} where ${and(
      gte(table.startsAt, from),
      until ? lt(table.startsAt, until) : undefined,
      isNull(table.deletedAt),
      ne(table.status, sql.raw(`'${CANCELLED}'`)),
      isOfPatient,
    )}`;
  const selectForPatient = (table: AppointmentTable) =>
    select(table, eq(table.patientId, patients.id));
  const ofPatient = sql`(
    ${selectForPatient(recipeAppointments)} union all ${selectForPatient(doctorAppointments)}) as upcoming`;
  const ids = sql`select patient_id from`;
  return {
    /** Condition for patients with an upcoming appointment of either kind. */
    exists: sql`${patients.id} in (${ids} (${select(recipeAppointments)}) as recipes
      union all ${ids} (${select(doctorAppointments)}) as doctors)`,
    /** Time of a patient's first upcoming appointment. */
    next: sql<string | null>`(select min(starts_at) from ${ofPatient})`,
    place: sql<NextPlace | null>`(select json_build_object('branchId', branch_id,
        'isVideoCall', is_video_call, 'place', ${storedPlaceAt(sql`branch_id`)})
      from ${ofPatient} order by starts_at limit 1)`,
  };
}
