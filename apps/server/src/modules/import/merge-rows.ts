import { hash } from 'node:crypto';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { asArray } from './as-parameter.ts';
import type { FindingLog } from './findings.ts';
import type { ImportTable } from './import-tables.ts';
import type { Incoming } from './incoming.ts';
import { kindNames } from './kinds.ts';
import type { Registry } from './registry.ts';

type Identified = { readonly id: string };
type Digested<Row> = Incoming<Row> & {
  readonly digest: string;
  /** The row as JSON, of which the digest is made. */
  readonly json: string;
};

/** Where records are written, and who is told what became of them. */
export interface Writing {
  readonly transaction: Transaction;
  readonly registry: Registry;
  readonly log: FindingLog;
}

/** What a row is to an import. */
interface KnownRow extends Record<string, unknown> {
  readonly id: string;
  readonly digest: string | null;
  readonly deleted: boolean;
  /** Staff wrote it last: they edited it, or made it. */
  readonly touched: boolean;
}

export const DELETED_BY_STAFF = 'el personal lo eliminó';
export const EDITED_BY_STAFF = 'el personal lo editó';

/**
 * Brings records of one kind into their table: new ones are inserted, changed ones updated, those
 * that staff edited or deleted since are kept as they are. Rows are locked in the order of their ids.
 *
 * @returns the ids that have a row of the kind now
 */
export async function mergeRows<Row extends Identified>(
  { transaction, registry, log }: Writing,
  table: ImportTable<Row>,
  incoming: readonly Incoming<Row>[],
): Promise<Set<string>> {
  if (incoming.length === 0) return new Set();
  const digested = incoming.map((record): Digested<Row> => {
    const json = JSON.stringify(record.row);
    return { ...record, json, digest: hash('sha256', json, 'base64url') };
  });
  const registered = await registry.find(incoming.map(({ row }) => row.id));
  const sameKind = digested.filter(({ row }) => registered.get(row.id) === table.kind);
  const known = await findRows(transaction, table, sameKind);
  const created: Digested<Row>[] = [];
  const changed: Digested<Row>[] = [];
  for (const record of digested) {
    const kind = registered.get(record.row.id);
    const row = known.get(record.row.id);
    if (kind === undefined) created.push(record);
    else if (kind !== table.kind) log.rejected(table.kind, record.place, isAnother(kind));
    // An id without its row: what it named was purged from the bin.
    else if (!row || row.deleted) log.kept(table.kind, record.place, DELETED_BY_STAFF);
    else if (row.touched) log.kept(table.kind, record.place, EDITED_BY_STAFF);
    else if (row.digest === record.digest) log.wrote(table.kind, 'unchanged');
    else changed.push(record);
  }
  await insertRows(transaction, table, created);
  for (const _ of created) log.wrote(table.kind, 'created');
  await updateRows(transaction, table, changed, log);
  return new Set([...known.keys(), ...created.map(({ row }) => row.id)]);
}

function isAnother(kind: RecordKind): string {
  return `su identificador ya es de ${kindNames[kind]}`;
}

async function findRows<Row extends Identified>(
  transaction: Transaction,
  table: ImportTable<Row>,
  records: readonly Incoming<Row>[],
): Promise<Map<string, KnownRow>> {
  if (records.length === 0) return new Map();
  const ids = records.map(({ row }) => row.id);
  const { rows } = await transaction.execute<KnownRow>(sql`
    select id, import_digest as digest, deleted_at is not null as deleted,
           version is distinct from imported_version as touched
      from ${sql.identifier(table.name)} where id = any(${asArray(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function insertRows<Row extends Identified>(
  transaction: Transaction,
  table: ImportTable<Row>,
  records: readonly Digested<Row>[],
): Promise<void> {
  if (records.length === 0) return;
  const { names, typed } = columnsOf(table);
  const columns = sql.raw(names.map((name) => toColumn(name)).join(', '));
  const values = sql.raw(names.map((name) => `x."${name}"`).join(', '));
  await transaction.execute(sql`
    insert into ${sql.identifier(table.name)} (id, ${columns}, import_digest, imported_version)
    select x.id, ${values}, x.digest, 1
      from json_to_recordset(${asRecords(records)}) as x(${typed})`);
}

/** Staff may have come first, between the look at a row and its lock: then theirs is kept. */
async function updateRows<Row extends Identified>(
  transaction: Transaction,
  table: ImportTable<Row>,
  records: readonly Digested<Row>[],
  log: FindingLog,
): Promise<void> {
  if (records.length === 0) return;
  const { names, typed } = columnsOf(table);
  const ids = records.map(({ row }) => row.id);
  const name = sql.identifier(table.name);
  await transaction.execute(sql`
    select from ${name} where id = any(${asArray(ids)}) order by id for no key update`);
  const assignments = sql.raw(names.map((name) => `${toColumn(name)} = x."${name}"`).join(', '));
  const { rows } = await transaction.execute<{ id: string }>(sql`
    update ${name} as t
       set ${assignments}, import_digest = x.digest, updated_at = now(),
           version = t.version + 1, imported_version = t.version + 1
      from json_to_recordset(${asRecords(records)}) as x(${typed})
     where t.id = x.id and t.version = t.imported_version and t.deleted_at is null
    returning t.id`);
  const updated = new Set(rows.map(({ id }) => id));
  for (const { row, place } of records) {
    if (updated.has(row.id)) log.wrote(table.kind, 'updated');
    else log.kept(table.kind, place, EDITED_BY_STAFF);
  }
}

function columnsOf<Row extends Identified>(
  table: ImportTable<Row>,
): { names: string[]; typed: SQL } {
  const columns = Object.entries<string>(table.columns);
  const typed = columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
  return {
    names: columns.map(([name]) => name),
    typed: sql.raw(`id text, ${typed}, digest text`),
  };
}

function asRecords<Row extends Identified>(records: readonly Digested<Row>[]): SQL {
  const texts = records.map(({ json, digest }) => `${json.slice(0, -1)},"digest":"${digest}"}`);
  return sql`${sql.param(`[${texts.join(',')}]`)}::json`;
}

/** The column of a property, named as the database handle names them (`casing: 'snake_case'`). */
function toColumn(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
