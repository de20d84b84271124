import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import type { patientMerges } from '../../../schema/merges.ts';

/**
 * Tables whose rows move to the kept patient, with their primary keys. A test compares them with the foreign keys
 * of the database.
 */
export const movedTables: Readonly<Record<string, readonly string[]>> = {
  report_deliveries: ['id'],
  consents: ['id'],
  patient_notes: ['id'],
  doctor_appointments: ['id'],
  recipe_appointments: ['id'],
  exams: ['id'],
  result_sets: ['id'],
  received_results: ['id'],
  exam_orders: ['id'],
  report_working_copies: ['id'],
  data_requests: ['id'],
  privacy_receipts: ['id'],
  emergency_accesses: ['id'],
  prospects: ['id'],
  laboratory_patients: ['laboratory_id', 'number'],
  // Its key is the patient, so it moves only if the kept patient has no such row.
  fertility_tests: ['patient_id'],
};

/** Tables that `moveRows` skips. `merge_reports` moves reports; the rows of the others stay. */
export const otherTables = [
  'duplicate_dismissals',
  'patient_merges',
  'patients',
  'people_import_rows',
  'report_versions',
  'reports',
  'similar_patients',
  'similar_pending',
] as const;

const toKey = (columns: readonly string[]) =>
  sql`jsonb_build_array(${sql.join(
    columns.map((column) => sql`${sql.identifier(column)}`),
    sql`, `,
  )})`;

/**
 * Moves the rows of a patient to another one.
 * @returns primary keys of the moved rows, by table
 */
export async function moveRows(
  transaction: Transaction,
  from: string,
  to: string,
  tables = Object.keys(movedTables),
): Promise<Record<string, readonly unknown[]>> {
  const moved: Record<string, readonly unknown[]> = {};
  for (const table of tables) {
    const columns = movedTables[table] ?? [];
    const isFree =
      columns[0] === 'patient_id'
        ? sql`not exists (select from ${sql.identifier(table)} where patient_id = ${to})`
        : sql`true`;
    const where = sql`patient_id = ${from} and ${isFree}`;
    moved[table] = await setPatient(transaction, table, columns, to, where);
  }
  return moved;
}

/** Moves rows back. Rows that have moved on to a third patient stay there. */
export async function moveRowsBack(
  transaction: Transaction,
  moved: Readonly<Record<string, readonly unknown[]>>,
  from: string,
  to: string,
): Promise<void> {
  for (const [table, columns] of Object.entries(movedTables)) {
    const keys = moved[table] ?? [];
    const isMoved = sql`${toKey(columns)} in (select jsonb_array_elements(${JSON.stringify(keys)}::jsonb))`;
    const where = sql`patient_id = ${from} and ${isMoved}`;
    await setPatient(transaction, table, columns, to, where);
  }
}

async function setPatient(
  transaction: Transaction,
  table: string,
  columns: readonly string[],
  patientId: string,
  where: SQL,
): Promise<readonly unknown[]> {
  const { rows } = await transaction.execute<{ key: unknown }>(
    sql`update ${sql.identifier(table)} set patient_id = ${patientId} where ${where} returning ${toKey(columns)} as key`,
  );
  return rows.map(({ key }) => key);
}

/** Tables whose rows depend on a row of another table, and belong to its patient: table, foreign key, other table. */
const dependentRows = [
  ['result_sets', 'exam_id', 'exams'],
  ['received_results', 'set_id', 'result_sets'],
  ['report_deliveries', 'version_id', 'report_versions'],
  ['report_working_copies', 'base_id', 'report_versions'],
  ['patient_notes', 'appointment_id', 'doctor_appointments'],
  ['patient_notes', 'appointment_id', 'recipe_appointments'],
] as const;

/**
 * Undoes a merge for exams added after it: they move to the patient of their order, or of the exam they are attached to.
 * Earlier exams stay with their patient, and lose their link to the other patient's order or exam.
 */
export async function moveLaterExams(
  transaction: Transaction,
  from: string,
  to: string,
  { moved, at }: Pick<typeof patientMerges.$inferSelect, 'moved' | 'at'>,
): Promise<void> {
  // Merges of earlier releases have no `keptExams`.
  const isLater = moved.keptExams
    ? sql`not e.id = any(${sql.param(moved.keptExams)}::text[])`
    : sql`e.inserted_at > ${at.toISOString()}::timestamptz`;
  const hasOrder = sql`exists (select from exam_order_studies s join exam_orders o on o.id = s.order_id
    where s.exam_id = e.id and o.patient_id = ${to})`;
  const isAttached = sql`exists (select from exams main where main.id = e.attached_to and main.patient_id = ${to})`;
  for (const belongsToOther of [hasOrder, isAttached]) {
    await transaction.execute(sql`update exams e set patient_id = ${to} where e.patient_id = ${from}
      and ${isLater} and ${belongsToOther}`);
  }
  const isCrossLink = sql`array[parent.patient_id, e.patient_id] <@ array[${from}, ${to}] and parent.patient_id <> e.patient_id`;
  await transaction.execute(sql`update exam_order_studies s set exam_id = null
    from exam_orders parent, exams e where parent.id = s.order_id and e.id = s.exam_id and ${isCrossLink}`);
  await transaction.execute(sql`update exams e set attached_to = null
    from exams parent where parent.id = e.attached_to and ${isCrossLink}`);
}

/** Moves dependent rows to the patient of the row to which they belong, even those added after the merge. */
export async function moveDependentRows(
  transaction: Transaction,
  from: string,
  to: string,
): Promise<void> {
  for (const [table, reference, parent] of dependentRows) {
    await transaction.execute(sql`update ${sql.identifier(table)} child set patient_id = ${to}
      from ${sql.identifier(parent)} parent where parent.id = child.${sql.identifier(reference)}
        and child.patient_id = ${from} and parent.patient_id = ${to}`);
  }
}
