import type { StatusGroup } from '@simiente/contract/patient-filters';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { matchesSearch } from '../../platform/database/search.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';

/** Patients who are not in the bin. */
export const listed = isNull(patients.deletedAt);

/** The conditions that a list and its counts share; the status is asked for apart. */
export function matches(filter: {
  search?: string | undefined;
  upcoming: boolean;
}): SQL | undefined {
  return and(
    listed,
    matchesSearch(patients.searchText, filter.search),
    filter.upcoming ? hasUpcomingAppointment() : undefined,
  );
}

export function inStatus(group: StatusGroup): SQL {
  return eq(patients.statusGroup, group);
}

function hasUpcomingAppointment(): SQL {
  return sql`${patients.id} in (${upcomingIn(recipeAppointments)} union all ${upcomingIn(doctorAppointments)})`;
}

function upcomingIn(table: typeof recipeAppointments | typeof doctorAppointments): SQL {
  return sql`select ${table.patientId} from ${table as PgTable}
    where ${table.startsAt} >= now() and ${table.deletedAt} is null and ${table.status} <> ${sql.raw(`'${CANCELLED}'`)}`;
}
