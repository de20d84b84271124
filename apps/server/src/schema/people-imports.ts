import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, refersTo } from './columns.ts';
import { patients } from './patients.ts';
import { prospects } from './prospects.ts';

export const peopleImports = pgTable('people_imports', {
  id: text().primaryKey(),
  kind: text({ enum: ['patients', 'prospects'] }).notNull(),
  fileName: text().notNull(),
  actorId: text().notNull(),
  state: text({ enum: ['running', 'done', 'undone'] }).notNull(),
  cancelled: boolean().notNull().default(false),
  /** Rows to write, and rows written so far. */
  total: integer().notNull(),
  written: integer().notNull().default(0),
  created: integer().notNull().default(0),
  completed: integer().notNull().default(0),
  startedAt: instant().notNull().defaultNow(),
  undoneAt: instant(),
});

/** Imported rows of spreadsheets and their records, to undo imports and to recognise the rows in later files. */
export const peopleImportRows = pgTable(
  'people_import_rows',
  {
    importId: refersTo(() => peopleImports.id, 'cascade'),
    patientId: text().references(() => patients.id, { onDelete: 'cascade' }),
    prospectId: text().references(() => prospects.id, { onDelete: 'cascade' }),
    digest: text().notNull(),
    /** Version of the record after the import; null for an unchanged record. */
    version: integer(),
    /** Earlier content of the completed fields; null for a new record. */
    before: jsonb().$type<Readonly<Record<string, unknown>>>(),
  },
  (table) => [
    index('people_import_rows_import').on(table.importId),
    index('people_import_rows_digest').on(table.digest),
    index('people_import_rows_patient').on(table.patientId),
    index('people_import_rows_prospect').on(table.prospectId),
  ],
);
