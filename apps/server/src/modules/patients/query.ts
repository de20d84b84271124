import { addDays, startOfDay } from '@simiente/contract/common/days';
import type { SearchWord } from '@simiente/contract/common/search-words';
import type { PatientSummary, patientListInput } from '@simiente/contract/patients/calls';
import { CURP_LENGTH } from '@simiente/contract/patients/curp';
import {
  type PatientSort,
  type StatusFilter,
  type StatusGroup,
  statusGroup,
} from '@simiente/contract/patients/filters';
import { and, eq, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { containsWordOrPair, matchesSearch } from '../../platform/database/search.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { oldestAccess, patients } from '../../schema/patients.ts';

/** Patients who are not deleted. */
export const notDeleted = isNull(patients.deletedAt);

/** The filters of a list of patients, without the status. */
export type PatientFilter = Pick<
  z.output<typeof patientListInput>,
  'search' | 'upcoming' | 'incomplete' | 'createdFrom' | 'createdTo' | 'laboratory'
>;

/** The common conditions of list and counts; days are those of the clinic's calendar. */
export function matches(filter: PatientFilter, clinicTimeZone: string): SQL | undefined {
  const { createdFrom, createdTo, laboratory } = filter;
  return and(
    notDeleted,
    matchesSearch(patients.searchText, filter.search, hasCurp, containsWordOrPair),
    filter.upcoming ? hasUpcomingAppointment() : undefined,
    filter.incomplete ? sql`${patients.incomplete}` : undefined,
    createdFrom === undefined
      ? undefined
      : gte(patients.createdSort, startOfDay(createdFrom, clinicTimeZone)),
    createdTo === undefined
      ? undefined
      : lt(patients.createdSort, startOfDay(addDays(createdTo, 1), clinicTimeZone)),
    laboratory === undefined ? undefined : hasWorkOf(laboratory),
  );
}

/** Four letters and two digits: what a word of a search has that may be the beginning of a CURP. */
const CURP_BEGINNING = /^[A-Z]{4}\d{2}[A-Z\d]*$/;

/** Patients whose CURP begins with a word of a search; undefined for a word that no CURP begins with. */
export function hasCurp({ text }: SearchWord): SQL | undefined {
  const beginning = text.toUpperCase();
  return CURP_BEGINNING.test(beginning) && beginning.length <= CURP_LENGTH
    ? sql`${patients.curp} like ${`${beginning}%`}`
    : undefined;
}

/** All conditions of the list and its export. */
export function inList(
  filter: PatientFilter & { readonly status: StatusFilter },
  clinicTimeZone: string,
): SQL | undefined {
  return and(
    matches(filter, clinicTimeZone),
    filter.status === 0 ? undefined : inStatus(filter.status),
  );
}

export function inStatus(group: StatusGroup): SQL {
  return eq(patients.statusGroup, group);
}

/** Patients with an exam or an order of a laboratory, of any date. */
export function hasWorkOf(laboratory: string): SQL {
  return sql`${patients.id} in (
    select ${exams.patientId} from ${exams as PgTable}
    where ${exams.laboratoryId} = ${laboratory} and ${exams.deletedAt} is null
    union all select ${examOrders.patientId} from ${examOrders as PgTable}
    where ${examOrders.partnerId} = ${laboratory} and ${examOrders.deletedAt} is null)`;
}

function hasUpcomingAppointment(): SQL {
  const ids = sql`select patient_id from`;
  return sql`${patients.id} in (${ids} (${upcomingIn(recipeAppointments)}) as recipes
    union all ${ids} (${upcomingIn(doctorAppointments)}) as doctors)`;
}

/** The patients and times of the upcoming appointments of one kind. */
export function upcomingIn(
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

export const { orderBy, keyOf, after, cursorAt } = keyset<PatientSort, PatientSummary>(
  patients.id,
  ({ idUser }) => idUser,
  {
    createDate: byDate(sql`${patients.createdSort}`, (row) => row.createDate),
    lastConnection: {
      ...byDate(sql`${patients.lastAccessSort}`, (row) => row.lastConnection),
      ascending: byDate(
        oldestAccess(patients.lastAccessAt),
        (row) => row.lastConnection,
        'infinity',
      ),
    },
    name: byText(patients.name, (row) => row.name),
    status: {
      expression: sql`${patients.statusGroup}`,
      fromCursor: (key) => sql`${key}::smallint`,
      toCursor: (row) => String(statusGroup(row.status)),
    },
  },
);
