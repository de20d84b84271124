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
 * What can be sent to the bin, in the order in which several kinds go or come back. Branches come
 * before partners, which take along those that are left.
 */
export const binKinds = [
  { kind: 'patient', table: patients },
  { kind: 'exam', table: exams },
  { kind: 'exam_order', table: examOrders },
  { kind: 'branch', table: branches },
  { kind: 'partner', table: partners },
  { kind: 'prospect', table: prospects },
] as const satisfies readonly { kind: RecordKind; table: BinTable }[];

export type BinKind = (typeof binKinds)[number];

/** What a row that people edit is told when it goes or comes back; an order is written once. */
export function written(table: BinTable) {
  return 'version' in table ? { updatedAt: sql`now()`, version: sql`${table.version} + 1` } : {};
}

/**
 * The same of one that comes back. That it went and came is no edit: what an import wrote last, and
 * nobody edited since, is still the import's.
 */
export function writtenBack(table: BinTable) {
  if (!('importedVersion' in table)) return written(table);
  const untouched = sql`${table.importedVersion} = ${table.version} - 1`;
  return {
    ...written(table),
    importedVersion: sql`case when ${untouched} then ${table.version} + 1 else ${table.importedVersion} end`,
  };
}
