import type { Absence, WorkingInterval } from '@simiente/contract/doctors/schedule';
import { isNull, sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, editable, importable, instant, searchIndex } from './columns.ts';

/** Monday to Saturday, 08:00 to 20:00, at the clinic. */
const DEFAULT_WORKING_DAYS: readonly WorkingInterval[] = [1, 2, 3, 4, 5, 6].map((weekday) => ({
  weekday,
  from: '08:00',
  to: '20:00',
  idBranch: null,
}));

/** Minutes. */
export const DEFAULT_APPOINTMENT_LENGTH = 30;

export const doctors = pgTable(
  'doctors',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    specialties: text().array().notNull().default(sql`'{}'::text[]`),
    appointmentMinutes: integer().notNull().default(DEFAULT_APPOINTMENT_LENGTH),
    workingDays: jsonb()
      .$type<readonly WorkingInterval[]>()
      .notNull()
      .default([...DEFAULT_WORKING_DAYS]),
    absences: jsonb().$type<readonly Absence[]>().notNull().default([]),
    workedHolidays: text().array().notNull().default(sql`'{}'::text[]`),
    /** Since then the doctor takes no new appointments. */
    retiredAt: instant(),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(name || chr(10) || coalesce(email, ''))`),
    ...editable(),
    ...deletable(),
    ...importable(),
  },
  (table) => [
    // The search for overlapping appointments starts 240 minutes earlier.
    check('doctors_appointment_minutes', sql`${table.appointmentMinutes} between 1 and 240`),
    index('doctors_email').on(sql`lower(${table.email})`),
    searchIndex('doctors_search', table),
    index('doctors_by_name')
      .on(sql`${table.name} collate "es-x-icu"`, table.id)
      .where(isNull(table.deletedAt)),
  ],
);
