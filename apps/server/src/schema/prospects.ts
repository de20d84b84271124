import { isNotNull, isNull, sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import {
  deletable,
  editable,
  importable,
  importableDates,
  instant,
  searchIndex,
  sortDate,
} from './columns.ts';
import { patients, phoneKey } from './patients.ts';

/** A person who wrote through the landing page. */
export const prospects = pgTable(
  'prospects',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    reason: text(),
    status: text(),
    notes: text(),
    createdAt: instant(),
    /** Time of the consent to be contacted, and the version of its text; null for imported prospects. */
    consentAt: instant(),
    consentVersion: text(),
    patientId: text().references(() => patients.id, { onDelete: 'set null' }),
    convertedAt: instant(),
    convertedBy: text(),
    /** One of the four known statuses, or `none`. */
    statusGroup: text()
      .notNull()
      .generatedAlwaysAs(
        sql`case when status in ('pending', 'contacted', 'converted', 'rejected') then status else 'none' end`,
      ),
    createdSort: sortDate('created_at'),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold_text(name || chr(10) || coalesce(email, '') || chr(10) || coalesce(reason, '') || chr(10)) || regexp_replace(coalesce(phone, ''), '\\D', '', 'g')`,
      ),
    ...editable(),
    ...deletable(),
    ...importable(),
    ...importableDates(),
  },
  (table) => {
    const notDeleted = isNull(table.deletedAt);
    const name = sql`${table.name} collate "es-x-icu"`;
    const reason = sql`left(coalesce(${table.reason}, ''), 200) collate "es-x-icu"`;
    return [
      searchIndex('prospects_search', table),
      index('prospects_by_created').on(table.createdSort, table.id).where(notDeleted),
      index('prospects_by_name').on(name, table.id).where(notDeleted),
      index('prospects_by_reason').on(reason, table.id).where(notDeleted),
      index('prospects_by_status').on(table.statusGroup, table.id).where(notDeleted),
      index('prospects_of_status_by_created')
        .on(table.statusGroup, table.createdSort, table.id)
        .where(notDeleted),
      index('prospects_of_status_by_name').on(table.statusGroup, name, table.id).where(notDeleted),
      // For possible duplicates of patients.
      index('prospects_email').on(sql`lower(${table.email})`).where(notDeleted),
      index('prospects_phone').on(phoneKey(table.phone)).where(notDeleted),
      index('prospects_patient').on(table.patientId),
      index('prospects_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
    ];
  },
);
