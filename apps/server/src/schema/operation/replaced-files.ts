import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { recipeAppointments } from '../appointments.ts';
import { instant, sharedKey } from '../columns.ts';
import { exams } from '../exams.ts';
import { files } from '../files.ts';

/** An earlier file of a record: the history of an exam or a prescription. */
export const replacedFiles = pgTable(
  'replaced_files',
  {
    fileId: sharedKey(() => files.id),
    examId: text().references(() => exams.id, { onDelete: 'cascade' }),
    recipeAppointmentId: text().references(() => recipeAppointments.id, { onDelete: 'cascade' }),
    replacedAt: instant().notNull().defaultNow(),
    replacedBy: text(),
  },
  (table) => [
    check(
      'replaced_files_of_one_record',
      sql`num_nonnulls(${table.examId}, ${table.recipeAppointmentId}) = 1`,
    ),
    index('replaced_files_exam').on(table.examId),
    index('replaced_files_recipe_appointment').on(table.recipeAppointmentId),
  ],
);
