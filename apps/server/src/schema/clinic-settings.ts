import type { HolidayChanges } from '@simiente/contract/doctors/holidays';
import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { editable } from './columns.ts';

/** The clinic's own rules, in one row; none until they are changed. */
export const clinicSettings = pgTable(
  'clinic_settings',
  {
    id: boolean().primaryKey().default(true),
    holidays: jsonb().$type<HolidayChanges>().notNull().default({ added: [], removed: [] }),
    /** Event types of Calendly that are appointments of their host; all others are prescriptions. */
    visitTypes: text().array().notNull().default([]),
    ...editable(),
  },
  (table) => [check('clinic_settings_one_row', sql`${table.id}`)],
);
