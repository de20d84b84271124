import { hash } from 'node:crypto';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { type Column, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Transaction } from '../../../platform/database/database.ts';
import { recordIds } from '../../../schema/operation/installation.ts';
import type { FindingLog, Outcome } from '../findings.ts';
import { importTables, type TableKind } from '../kinds.ts';
import type { ReadRecord } from '../reading/read-element.ts';

export const DELETED_BY_STAFF = 'el personal lo eliminó';
export const EDITED_BY_STAFF = 'el personal lo editó';
export const MERGED_BY_STAFF = 'el personal lo fusionó con otro paciente';

/** The Spanish names of kinds, including those that legacy exports lack. */
const kindNames: Record<RecordKind, string> = {
  patient: 'un paciente',
  exam: 'un estudio',
  recipe_appointment: 'una validación de receta',
  doctor_appointment: 'una cita médica',
  doctor: 'un médico',
  partner: 'un partner',
  branch: 'una sucursal',
  prospect: 'un prospecto',
  exam_order: 'una orden de estudios',
};

/**
 * Writes records of one kind: new ones are inserted, changed ones updated, and those that staff edited or deleted
 * stay unchanged.
 */
export async function writeRecords<Kind extends TableKind>(
  transaction: Transaction,
  log: FindingLog,
  kind: Kind,
  records: readonly ReadRecord<Kind>[],
): Promise<void> {
  if (records.length === 0) return;
  const storedRecords = await findStored(transaction, kind, records);
  const pending = new Map<string, { record: ReadRecord<Kind>; row: object; outcome: Outcome }>();
  for (const record of records) {
    const { path, row, position, keptId } = record;
    const importDigest = hash('sha256', JSON.stringify(row), 'base64url');
    const { outcome, reason } = chooseOutcome(kind, storedRecords.get(row.id), importDigest);
    if (outcome !== 'created' && outcome !== 'updated') {
      log.addOutcome(kind, outcome, path, reason);
      continue;
    }
    const columns = {
      ...row,
      ...(position !== undefined && { importPosition: position }),
      ...(keptId !== undefined && { patientId: keptId }),
      importDigest,
    };
    pending.set(row.id, { record, row: columns, outcome });
  }
  const writtenIds = await upsert(
    transaction,
    kind,
    [...pending.values()].map(({ row }) => row),
  );
  for (const [id, { record, outcome }] of pending) {
    // A record that was not written was edited by staff after it was read.
    if (writtenIds.has(id)) log.addOutcome(kind, outcome, record.path);
    else log.addOutcome(kind, 'kept', record.path, EDITED_BY_STAFF);
  }
}

type StoredRecord =
  Awaited<ReturnType<typeof findStored>> extends Map<string, infer Row> ? Row : never;

/** The stored records with the ids of read ones; only the id of a purged record. */
async function findStored(
  transaction: Transaction,
  kind: TableKind,
  records: readonly { readonly row: { readonly id: string } }[],
) {
  const table = importTables[kind];
  const ids = records.map(({ row }) => row.id);
  const rows = await transaction
    .select({
      id: recordIds.id,
      kind: recordIds.kind,
      version: table.version,
      importedVersion: table.importedVersion,
      importDigest: table.importDigest,
      deletedAt: table.deletedAt,
      isMerged: 'mergedInto' in table ? isNotNull(table.mergedInto) : sql<boolean>`false`,
    })
    .from(recordIds)
    .leftJoin(table, eq(table.id, recordIds.id))
    .where(equalsAny(recordIds.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Condition with one parameter for any number of ids, so that the statement text stays the same. */
export function equalsAny(column: Column, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::text[])`;
}

function chooseOutcome(
  kind: TableKind,
  stored: StoredRecord | undefined,
  digest: string,
): { outcome: Outcome; reason?: string } {
  if (stored === undefined) return { outcome: 'created' };
  if (stored.kind !== kind) {
    return { outcome: 'rejected', reason: `su identificador ya es de ${kindNames[stored.kind]}` };
  }
  // A taken id without a row was purged from the trash.
  if (stored.version === null || stored.deletedAt !== null) {
    return { outcome: 'kept', reason: stored.isMerged ? MERGED_BY_STAFF : DELETED_BY_STAFF };
  }
  if (stored.version !== stored.importedVersion)
    return { outcome: 'kept', reason: EDITED_BY_STAFF };
  return { outcome: stored.importDigest === digest ? 'unchanged' : 'updated' };
}

/** @returns the ids that were written */
async function upsert(
  transaction: Transaction,
  kind: TableKind,
  rows: readonly object[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const table = importTables[kind];
  const properties = new Set(rows.flatMap((row) => Object.keys(row)));
  // Only rows with an invalid date have this column, and an update clears it.
  if ('invalidDates' in table) properties.add('invalidDates');
  const columns = [...properties].map((name) => sql.identifier(toSnakeCase(name)));
  const columnList = sql.join(columns, sql`, `);
  const newValues = sql.join(
    columns.map((column) => sql`excluded.${column}`),
    sql`, `,
  );
  const columnRows = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnakeCase(name), value])),
  );
  const json = JSON.stringify(columnRows);
  const { rows: writtenRows } = await transaction.execute<{ id: string }>(sql`
    insert into ${table} as t (${columnList}, imported_version)
    select ${columnList}, 1 from json_populate_recordset(null::${table}, ${json}::json)
    on conflict (id) do update
       set (${columnList}) = row(${newValues}), updated_at = now(),
           version = t.version + 1, imported_version = t.version + 1
     where t.version = t.imported_version and t.deleted_at is null
    returning t.id`);
  return new Set(writtenRows.map(({ id }) => id));
}
