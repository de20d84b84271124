import type { Capability } from '@simiente/contract/common/access/roles';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { sql } from 'drizzle-orm';
import { nextVersion } from '../../platform/database/records.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

type TrashTable =
  | typeof patients
  | typeof exams
  | typeof examOrders
  | typeof partners
  | typeof branches
  | typeof prospects;

/**
 * The kinds that can be deleted, in processing order: branches before partners, which include their other
 * branches.
 */
export const trashKinds = [
  { kind: 'patient', table: patients, edits: 'patients.edit' },
  { kind: 'exam', table: exams, edits: 'exams.edit' },
  { kind: 'exam_order', table: examOrders, edits: 'orders.create' },
  { kind: 'branch', table: branches, edits: 'directory.edit' },
  { kind: 'partner', table: partners, edits: 'directory.edit' },
  { kind: 'prospect', table: prospects, edits: 'directory.edit' },
] as const satisfies readonly {
  kind: RecordKind;
  table: TrashTable;
  /** Capability that an account needs to delete one record of the kind. */
  edits: Capability;
}[];

export type TrashKind = (typeof trashKinds)[number];

type Tabled<Kind> = Kind extends TrashKind ? Pick<Kind, 'kind' | 'table'> : never;
export type KindTable = Tabled<TrashKind>;

/** The columns that a deletion sets on a row with a version. An order has none, because it is never edited. */
export function editedColumns(table: TrashTable) {
  return 'version' in table ? nextVersion(table) : {};
}

/**
 * The version columns that a restore sets. A restore is not an edit, so a row that staff did not edit since its import
 * still belongs to the import.
 */
export function restoredVersion(table: TrashTable) {
  if (!('importedVersion' in table)) return editedColumns(table);
  const isUnedited = sql`${table.importedVersion} = ${table.version} - 1`;
  return {
    ...editedColumns(table),
    importedVersion: sql`case when ${isUnedited} then ${table.version} + 1 else ${table.importedVersion} end`,
  };
}
