import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { reportKinds } from '../../schema/patients.ts';
import { asArray, asJson } from './as-parameter.ts';
import type { Incoming } from './incoming.ts';
import { EDITED_BY_STAFF, type Writing } from './merge-rows.ts';
import type { HistoryRow } from './rows.ts';
import { stableId } from './stable-id.ts';

type ReportKind = (typeof reportKinds)[number];

export interface OwnedHistory extends Incoming<HistoryRow> {
  /** Staff edited the patient since the last import. */
  readonly touched: boolean;
  /** The patient came with this import, and nothing of theirs is here yet. */
  readonly isNew: boolean;
}

interface KnownTest extends Record<string, unknown> {
  readonly patientId: string;
  readonly userName: string | null;
}

interface KnownReport extends Record<string, unknown> {
  readonly id: string;
  readonly patientId: string;
  readonly kind: ReportKind;
  readonly version: number;
  /** SHA-256 of its message, so that the message itself is not read. */
  readonly digest: string;
}

interface Change {
  readonly record: OwnedHistory;
  readonly test: 'insert' | 'update' | 'none';
  readonly create: readonly NewReport[];
  readonly rewrite: readonly NewReport[];
  readonly remove: readonly string[];
  /** Something of staff's stands where the export has something else. */
  readonly withheld: boolean;
}

interface NewReport {
  readonly id: string;
  readonly patientId: string;
  readonly kind: ReportKind;
  readonly message: string;
}

/**
 * Brings fertility tests and reports in. Every imported history has a row in `fertility_tests`, also
 * without a name, and that row says that it was imported. A report carries no digest: it is the
 * import's as long as it has the import's id and its first version, which only staff raise.
 */
export async function mergeHistories(
  { transaction, log }: Writing,
  records: readonly OwnedHistory[],
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.flatMap(({ row, isNew }) => (isNew ? [] : [row.patientId]));
  const tests = await findTests(transaction, ids);
  const reports = Map.groupBy(await findReports(transaction, ids), (report) => report.patientId);
  const changes = records.map((record) =>
    compare(record, tests.get(record.row.patientId), reports.get(record.row.patientId) ?? []),
  );
  await writeTests(transaction, changes);
  await writeReports(transaction, changes);
  for (const { record, test, create, rewrite, remove, withheld } of changes) {
    const written = create.length + rewrite.length + remove.length;
    if (test === 'insert') log.wrote('history', 'created');
    else if (test === 'update' || written > 0) log.wrote('history', 'updated');
    else if (withheld) log.kept('history', record.place, EDITED_BY_STAFF);
    else log.wrote('history', 'unchanged');
  }
}

function compare(
  record: OwnedHistory,
  known: KnownTest | undefined,
  reports: readonly KnownReport[],
): Change {
  const { patientId, testUserName, examReport, firstReport } = record.row;
  const create: NewReport[] = [];
  const rewrite: NewReport[] = [];
  const remove: string[] = [];
  let withheld = known !== undefined && record.touched;
  const wanted = [
    ['exam_ai', examReport],
    ['first_medical', firstReport],
  ] as const satisfies [ReportKind, string | null][];
  for (const [kind, message] of wanted) {
    const report = reports.find((candidate) => candidate.kind === kind);
    if (message === null && report === undefined) continue;
    const id = stableId('rep', patientId, kind);
    if (report && (report.id !== id || report.version !== 1)) withheld = true;
    else if (message === null) remove.push(id);
    else if (report === undefined) create.push({ id, patientId, kind, message });
    else if (report.digest !== hash('sha256', message)) {
      rewrite.push({ id, patientId, kind, message });
    }
  }
  const renamed = known !== undefined && known.userName !== testUserName && !record.touched;
  const test = known === undefined ? 'insert' : renamed ? 'update' : 'none';
  return { record, test, create, rewrite, remove, withheld };
}

async function findTests(
  transaction: Transaction,
  patientIds: readonly string[],
): Promise<Map<string, KnownTest>> {
  if (patientIds.length === 0) return new Map();
  const { rows } = await transaction.execute<KnownTest>(sql`
    select patient_id as "patientId", user_name as "userName"
      from fertility_tests where patient_id = any(${asArray(patientIds)})`);
  return new Map(rows.map((row) => [row.patientId, row]));
}

async function findReports(
  transaction: Transaction,
  patientIds: readonly string[],
): Promise<KnownReport[]> {
  if (patientIds.length === 0) return [];
  const { rows } = await transaction.execute<KnownReport>(sql`
    select id, patient_id as "patientId", kind, version,
           encode(sha256(convert_to(message, 'UTF8')), 'hex') as digest
      from reports where patient_id = any(${asArray(patientIds)})`);
  return rows;
}

async function writeTests(transaction: Transaction, changes: readonly Change[]): Promise<void> {
  const rowsOf = (wanted: Change['test']) =>
    changes
      .filter(({ test }) => test === wanted)
      .map(({ record: { row } }) => ({ id: row.patientId, name: row.testUserName }));
  const created = rowsOf('insert');
  if (created.length > 0) {
    await transaction.execute(sql`
      insert into fertility_tests (patient_id, user_name)
      select x.id, x.name from json_to_recordset(${asJson(created)}) as x(id text, name text)`);
  }
  const renamed = rowsOf('update');
  if (renamed.length > 0) {
    await transaction.execute(sql`
      update fertility_tests set user_name = x.name
        from json_to_recordset(${asJson(renamed)}) as x(id text, name text)
       where patient_id = x.id`);
  }
}

async function writeReports(transaction: Transaction, changes: readonly Change[]): Promise<void> {
  const removed = changes.flatMap(({ remove }) => remove);
  if (removed.length > 0) {
    await transaction.execute(
      sql`delete from reports where id = any(${asArray(removed)}) and version = 1`,
    );
  }
  const created = changes.flatMap(({ create }) => create);
  if (created.length > 0) {
    await transaction.execute(sql`
      insert into reports (id, patient_id, kind, message)
      select x.id, x."patientId", x.kind, x.message
        from json_to_recordset(${asJson(created)})
             as x(id text, "patientId" text, kind text, message text)`);
  }
  const rewritten = changes.flatMap(({ rewrite }) => rewrite);
  if (rewritten.length > 0) {
    await transaction.execute(sql`
      update reports set message = x.message, updated_at = now()
        from json_to_recordset(${asJson(rewritten)}) as x(id text, message text)
       where reports.id = x.id and reports.version = 1`);
  }
}
