import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { examOrders } from '../../../schema/exam-orders.ts';
import { files } from '../../../schema/files.ts';
import { installation } from '../../../schema/operation/installation.ts';
import { ImportRefused } from '../findings.ts';
import { importTables } from '../kinds.ts';
import { DEMO } from './demo-mark.ts';

/** Orders refer to patients and branches; their downloads are deleted with them. */
const orders = examOrders;
const imported = Object.values(importTables);
const tables = [orders, ...imported];

export interface RemovedDemo {
  readonly records: number;
  /** Removed records that staff had edited or deleted. */
  readonly edited: number;
  /** Keys in the file store, to be deleted after commit. */
  readonly storageKeys: readonly string[];
}

/**
 * Removes all demo data, with edits of staff, and the mark.
 * @throws ImportRefused when staff created records among the demo data, which may be real; deleted ones
 *   do not count
 * @throws ImportRefused when the role may not free ids
 */
export async function removeDemo(transaction: Transaction): Promise<RemovedDemo> {
  await refuseWithoutRights(transaction);
  const all = sql.join(tables, sql`, `);
  await transaction.execute(sql`lock table ${all} in share row exclusive mode`);
  const { made, edited } = await countStaffWork(transaction);
  if (made > 0) {
    throw new ImportRefused(
      `Registros que creó el personal entre los datos de demostración: ${made}. Si no hacen falta, elimínalos en la aplicación y vuelve a importar. No se importó nada.`,
    );
  }
  let records = 0;
  await removeReports(transaction);
  for (const table of tables) {
    records += (await transaction.execute(sql`delete from ${table}`)).rowCount ?? 0;
  }
  const gone = await transaction.delete(files).returning({ key: files.storageKey });
  await transaction.execute(sql`delete from record_ids`);
  await transaction.delete(installation).where(eq(installation.key, DEMO));
  return { records, edited, storageKeys: gone.map(({ key }) => key) };
}

/** Signed ones too: the patients of the demo are invented. */
async function removeReports(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`set local simiente.purging = 'on'`);
  const ofVersions = ['working_copies', 'withdrawals', 'discards', 'papers'];
  for (const table of [
    ...ofVersions.map((name) => `report_${name}`),
    'reports',
    'report_versions',
  ]) {
    await transaction.execute(sql`delete from ${sql.identifier(table)}`);
  }
  await transaction.execute(sql`set local simiente.purging = ''`);
}

/** Only the owner of the tables may free ids; a demo partner's may be a real partner's too. */
async function refuseWithoutRights(transaction: Transaction): Promise<void> {
  const { rows } = await transaction.execute<{ allowed: boolean }>(
    sql`select has_table_privilege('record_ids', 'delete') as allowed`,
  );
  if (rows[0]?.allowed) return;
  throw new ImportRefused(
    'Para reemplazar los datos de demostración hace falta el rol propietario de las tablas (DATABASE_OWNER_URL).',
  );
}

async function countStaffWork(transaction: Transaction): Promise<{ made: number; edited: number }> {
  // Demo orders have no author, and orders are never edited.
  let made = await countOrdersOfStaff(transaction);
  let edited = 0;
  for (const table of imported) {
    const { rows } = await transaction.execute<{ made: number; edited: number }>(sql`
      select count(*) filter (where imported_version is null and deleted_at is null)::int as made,
             count(*) filter (where version <> imported_version)::int as edited
        from ${table}`);
    made += rows[0]?.made ?? 0;
    edited += rows[0]?.edited ?? 0;
  }
  return { made, edited };
}

async function countOrdersOfStaff(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.execute<{ made: number }>(sql`
    select count(*)::int as made from ${orders} where created_by is not null and deleted_at is null`);
  return rows[0]?.made ?? 0;
}
