import { addDays, dayIn, startOfDay } from '@simiente/contract/common/days';
import type { UpcomingSpan } from '@simiente/contract/patients/filters';
import { and, eq, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';

/** The first day of a span, counted from today, and its length. */
const SPANS: Readonly<Record<UpcomingSpan, readonly [first: number, days: number]>> = {
  today: [0, 1],
  tomorrow: [1, 1],
  week: [0, 7],
};

/** The upcoming appointments of a span, or all from now on. */
export function upcomingAppointments(span: UpcomingSpan | undefined, timeZone: string) {
  const [first, days] = span ? SPANS[span] : [0, undefined];
  const today = dayIn(timeZone, new Date());
  const from = first > 0 ? startOfDay(addDays(today, first), timeZone) : sql`now()`;
  const until = days && startOfDay(addDays(today, first + days), timeZone);

  function upcomingIn(
    table: typeof recipeAppointments | typeof doctorAppointments,
    isOwn?: SQL,
  ): SQL {
    return sql`select ${table.patientId}, ${table.startsAt} from ${table as PgTable} where ${and(
      gte(table.startsAt, from),
      until ? lt(table.startsAt, until) : undefined,
      isNull(table.deletedAt),
      ne(table.status, sql.raw(`'${CANCELLED}'`)),
      isOwn,
    )}`;
  }

  const own = (table: typeof recipeAppointments | typeof doctorAppointments) =>
    upcomingIn(table, eq(table.patientId, patients.id));
  const ids = sql`select patient_id from`;
  return {
    /** Patients who have one, of either kind. */
    exists: sql`${patients.id} in (${ids} (${upcomingIn(recipeAppointments)}) as recipes
      union all ${ids} (${upcomingIn(doctorAppointments)}) as doctors)`,
    /** When a patient has the first. */
    next: sql<string | null>`(select min(starts_at) from (
      ${own(recipeAppointments)} union all ${own(doctorAppointments)}) as upcoming)`,
  };
}
