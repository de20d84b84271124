import { isNotNull, isNull } from 'drizzle-orm';
import { type AnyPgColumn, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import {
  blockable,
  deletable,
  editable,
  importable,
  importableDates,
  instant,
  refersTo,
} from './columns.ts';
import { files } from './files.ts';
import { partners } from './partners.ts';
import { patients } from './patients.ts';

/** A patient's exam. Its file is stored (`fileId`) or, if imported from the legacy system, an external link. */
export const exams = pgTable(
  'exams',
  {
    id: text().primaryKey(),
    patientId: refersTo(() => patients.id, 'cascade'),
    type: text().notNull(),
    fileId: text().references(() => files.id),
    externalUrl: text(),
    laboratoryId: text().references(() => partners.id),
    /** The day of the study, as staff wrote it. */
    examDate: date({ mode: 'string' }),
    /** The exam with the results, if this exam is only a document of the laboratory about them. */
    attachedTo: text().references((): AnyPgColumn => exams.id, { onDelete: 'set null' }),
    createdAt: instant(),
    /** Position among the patient's exams in the legacy system's export, from 0. */
    importPosition: integer(),
    ...editable(),
    ...deletable(),
    /** Reason for deleting it with its results. */
    deletionReason: text(),
    ...blockable(),
    ...importable(),
    ...importableDates(),
  },
  (table) => [
    index('exams_patient').on(table.patientId, table.createdAt, table.id),
    index('exams_file').on(table.fileId),
    index('exams_attached').on(table.attachedTo).where(isNotNull(table.attachedTo)),
    index('exams_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
    index('exams_by_created').on(table.createdAt, table.id).where(isNull(table.deletedAt)),
    // Has all columns that the dashboard counts by.
    index('exams_counted').on(table.createdAt, table.type).where(isNull(table.deletedAt)),
    index('exams_of_laboratory')
      .on(table.laboratoryId, table.createdAt, table.id)
      .where(isNull(table.deletedAt)),
  ],
);
