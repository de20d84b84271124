import { isNotNull, isNull } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, refersTo } from './columns.ts';
import { patients } from './patients.ts';
import { peopleImports } from './people-imports.ts';

/** Dated notes of staff about a patient, or about one of their appointments. */
export const patientNotes = pgTable(
  'patient_notes',
  {
    id: text().primaryKey(),
    patientId: refersTo(() => patients.id, 'cascade'),
    /** An appointment of either kind. */
    appointmentId: text(),
    text: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: text(),
    /** The spreadsheet from which it was imported. */
    importId: text().references(() => peopleImports.id, { onDelete: 'set null' }),
    /** The last pinned note is shown below the head of the patient's page. */
    pinnedAt: instant(),
    deletedAt: instant(),
    deletedBy: text(),
  },
  (table) => [
    index('patient_notes_patient')
      .on(table.patientId, table.createdAt)
      .where(isNull(table.deletedAt)),
    index('patient_notes_import').on(table.importId).where(isNotNull(table.importId)),
  ],
);
