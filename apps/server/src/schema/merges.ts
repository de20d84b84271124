import { matchedFields } from '@simiente/contract/patients/calls';
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { exactJson, instant, refersTo } from './columns.ts';
import { patients } from './patients.ts';

const patient = () => refersTo(() => patients.id, 'cascade');

/** Pairs of similar patients who are different people, in the order of their ids. */
export const duplicateDismissals = pgTable(
  'duplicate_dismissals',
  {
    firstId: patient(),
    secondId: patient(),
    at: instant().notNull().defaultNow(),
    by: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId] }),
    index('duplicate_dismissals_second').on(table.secondId),
  ],
);

/** Pairs of patients who may be the same person, in the order of their ids; derived from patients. */
export const similarPatients = pgTable(
  'similar_patients',
  {
    firstId: patient(),
    secondId: patient(),
    matched: text({ enum: matchedFields }).array().notNull(),
    /** Creation of the newer patient. */
    newest: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId] }),
    index('similar_patients_second').on(table.secondId),
    index('similar_patients_newest').on(table.newest, table.firstId, table.secondId),
  ],
);

/** Patients whose rows in `similar_patients` are outdated. Triggers add a row for each change. */
export const similarPending = pgTable('similar_pending', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  patientId: patient(),
});

/** Merges of two patients, with the data to undo them. */
export const patientMerges = pgTable(
  'patient_merges',
  {
    id: text().primaryKey(),
    keptId: patient(),
    /** The record that was merged into the other. */
    goneId: patient(),
    at: instant().notNull().defaultNow(),
    by: text().notNull(),
    undoneAt: instant(),
    undoneBy: text(),
    /** Primary keys of the moved rows, by table, and `keptExams`: ids of the exams that the kept patient had. */
    moved: jsonb().$type<Readonly<Record<string, readonly unknown[]>>>().notNull(),
    /** Columns of the kept patient that the merge changed, before and after it. */
    changed: exactJson()
      .$type<Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>>()
      .notNull(),
    /** Rows of the consents that the merge ended, because only one of each purpose can be in force. */
    endedConsents: exactJson(),
    /** Earlier numbers of report versions, and the derived rows of `reports`; written by `merge_reports`. */
    reports: exactJson(),
  },
  (table) => [
    index('patient_merges_kept').on(table.keptId, table.at),
    index('patient_merges_gone').on(table.goneId, table.at),
  ],
);
