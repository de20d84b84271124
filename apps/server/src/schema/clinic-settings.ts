import type { RequestDays } from '@simiente/contract/clinic/calls';
import type { HolidayChanges } from '@simiente/contract/doctors/schedule';
import type { ReminderRules } from '@simiente/contract/reminders/rules';
import { DEFAULT_REQUEST_DAYS } from '@simiente/contract/rights/words';
import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { editable } from './columns.ts';

/** The clinic's settings, in one row, which is missing until the first change. */
export const clinicSettings = pgTable(
  'clinic_settings',
  {
    id: boolean().primaryKey().default(true),
    holidays: jsonb().$type<HolidayChanges>().notNull().default({ added: [], removed: [] }),
    /** Event types of Calendly for visits to a doctor; all others are for prescriptions. */
    visitTypes: text().array().notNull().default([]),
    /** Business days to answer a request about personal data, and to carry it out. */
    requestDays: jsonb().$type<RequestDays>().notNull().default(DEFAULT_REQUEST_DAYS),
    /** Null until they are changed. */
    reminders: jsonb().$type<ReminderRules>(),
    ...editable(),
  },
  (table) => [check('clinic_settings_one_row', sql`${table.id}`)],
);
