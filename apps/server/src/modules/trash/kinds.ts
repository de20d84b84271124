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
  { kind: 'patient', table: patients },
  { kind: 'exam', table: exams },
  { kind: 'exam_order', table: examOrders },
  { kind: 'branch', table: branches },
  { kind: 'partner', table: partners },
  { kind: 'prospect', table: prospects },
] as const satisfies readonly { kind: RecordKind; table: BinTable }[];

export type TrashKind = (typeof trashKinds)[number];

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
