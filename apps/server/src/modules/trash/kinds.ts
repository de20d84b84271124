import type { Capability } from '@simiente/contract/common/access/roles';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { sql } from 'drizzle-orm';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

type BinTable =
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
  table: BinTable;
  /** Right that an account needs to delete one record of the kind. */
  edits: Capability;
}[];

export type TrashKind = (typeof trashKinds)[number];

type Tabled<Kind> = Kind extends TrashKind ? Pick<Kind, 'kind' | 'table'> : never;
/** A kind and its table. */
export type KindTable = Tabled<TrashKind>;

/** The columns that a deletion sets on an editable row; an order is never edited. */
export function written(table: BinTable) {
  return 'version' in table ? { updatedAt: sql`now()`, version: sql`${table.version} + 1` } : {};
}

/**
 * The columns that a restore sets. A restore is not an edit: a row that an import wrote last still belongs to the
 * import.
 */
export function writtenBack(table: BinTable) {
  if (!('importedVersion' in table)) return written(table);
  const untouched = sql`${table.importedVersion} = ${table.version} - 1`;
  return {
    ...written(table),
    importedVersion: sql`case when ${untouched} then ${table.version} + 1 else ${table.importedVersion} end`,
  };
}
