import type { PatientSummary } from '@simiente/contract/patients/calls';
import { and, gte, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';

/** Patients with a future appointment, of either kind. */
export function hasUpcomingAppointment(): SQL {
  const ids = sql`select patient_id from`;
  return sql`${patients.id} in (${ids} (${upcomingIn(recipeAppointments)}) as recipes
    union all ${ids} (${upcomingIn(doctorAppointments)}) as doctors)`;
}

/** The patients and times of the upcoming appointments of one kind. */
function upcomingIn(
  table: typeof recipeAppointments | typeof doctorAppointments,
  among?: SQL,
): SQL {
  return sql`select ${table.patientId}, ${table.startsAt} from ${table as PgTable} where ${and(
    gte(table.startsAt, sql`now()`),
    isNull(table.deletedAt),
    ne(table.status, sql.raw(`'${CANCELLED}'`)),
    among && sql`${table.patientId} = any(${among})`,
  )}`;
}

/** Patients with the time of their next appointment, if they have one. */
export async function withNextAppointment(
  db: Reader,
  page: readonly PatientSummary[],
): Promise<PatientSummary[]> {
  if (page.length === 0) return [];
  const among = sql`${sql.param(page.map(({ idUser }) => idUser))}`;
  const { rows } = await db.execute<{ id: string; next: Date | string }>(sql`
    select patient_id as id, min(starts_at) as next from (
      ${upcomingIn(recipeAppointments, among)} union all ${upcomingIn(doctorAppointments, among)}
    ) as upcoming group by patient_id`);
  const times = new Map(rows.map(({ id, next }) => [id, new Date(next).toISOString()]));
  return page.map((patient) => {
    const nextAppointment = times.get(patient.idUser);
    return nextAppointment === undefined ? patient : { ...patient, nextAppointment };
  });
}
