import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { isCausedBy, UNIQUE_VIOLATION } from '../../platform/failures.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { files } from '../../schema/files.ts';
import { installation } from '../../schema/operation/installation.ts';
import { writeAudit } from '../audit/public.ts';
import { DEMO, hasDemoData } from './demo/demo-mark.ts';
import { type FindingLog, ImportError, type RemovedDemoReport, sumTallies } from './findings.ts';
import { importTables } from './kinds.ts';
import { loadExport, type OnProgress } from './load-export.ts';
import { type ExportSource, openExportFile } from './reading/source.ts';

const DEFAULT_TIME_ZONE = 'America/Mexico_City';

interface ImportOptions {
  /** The path of a file, or another source of an export. */
  readonly source: string | ExportSource;
  /** The database, under the application's role. To replace demo data, under the role that owns the tables. */
  readonly db: Database;
  /** Actor of the import, for the audit. */
  readonly act: Act;
  readonly onProgress?: OnProgress;
  /** Zone of the clinic, for dates without an hour; Mexico City by default. */
  readonly timeZone?: string;
  /**
   * Removes demo data first, and its files from this store. Without this, a database with demo data is rejected.
   */
  readonly replaceDemo?: { readonly store: FileStore };
}

/**
 * Imports an export of the legacy back end, in one transaction. Records that staff edited are not overwritten, and
 * deleted ones are not restored. Records that a newer export lacks are kept, because an export may be partial.
 * @throws BrokenExport with the position of the error, if the file is not a complete export
 * @throws ImportError for any other reason that the operator can fix
 */
export async function importLegacyExport(options: ImportOptions): Promise<FindingLog> {
  const source =
    typeof options.source === 'string' ? await openExportFile(options.source) : options.source;
  try {
    const { log, storageKeys } = await options.db.transaction((transaction) =>
      importOnce(transaction, source, options),
    );
    if (log.removedDemo && options.replaceDemo) {
      log.removedDemo.filesLeft = await deleteFiles(storageKeys, options.replaceDemo.store);
    }
    return log;
  } catch (cause) {
    if (!isCausedBy(cause, UNIQUE_VIOLATION)) throw cause;
    throw new ImportError(
      'Mientras se importaba, alguien creó un registro con un identificador de la exportación. No se importó nada: repite la importación.',
      { cause },
    );
  } finally {
    await source.close();
  }
}

async function importOnce(
  transaction: Transaction,
  source: ExportSource,
  { act, replaceDemo, onProgress = () => {}, timeZone = DEFAULT_TIME_ZONE }: ImportOptions,
) {
  await lockImport(transaction);
  const isDemo = await hasDemoData(transaction);
  if (isDemo && replaceDemo === undefined) {
    throw new ImportError(
      'Esta base tiene datos de demostración. Para quitarlos e importar los tuyos, repite con --replace-demo.',
    );
  }
  const removed = isDemo ? await removeDemo(transaction) : null;
  const log = await loadExport(transaction, source, timeZone, onProgress);
  log.removedDemo = removed?.report ?? null;
  await auditImport(transaction, act, log);
  return { log, storageKeys: removed?.storageKeys ?? [] };
}

/** @throws ImportError if another import is running */
async function lockImport(transaction: Transaction): Promise<void> {
  const { rows } = await transaction.execute<{ acquired: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCKS.import}) as acquired`,
  );
  if (!rows[0]?.acquired) {
    throw new ImportError('Ya hay otra importación en curso. Espera a que termine.');
  }
}

/** Audits an import, with counts only, because positions in the file may contain names. */
export async function auditImport(
  transaction: Transaction,
  act: Act,
  { tallies, repaired, noticed, removedDemo }: FindingLog,
): Promise<void> {
  await writeAudit(transaction, act, {
    action: 'data.imported',
    details: {
      total: sumTallies(tallies),
      ...tallies,
      repaired: repaired.total,
      noticed: noticed.total,
      removedDemo,
    },
  });
}

/**
 * Deletes files after the commit; a failing store does not undo the import.
 * @returns how many files are left
 */
async function deleteFiles(keys: readonly string[], store: FileStore): Promise<number> {
  let left = 0;
  for (const key of keys) {
    await store.delete(key).catch(() => {
      left += 1;
    });
  }
  return left;
}

const importedTables = Object.values(importTables);
/** Orders come first, because they refer to patients and branches. Their downloads are deleted with them. */
const tables = [examOrders, ...importedTables];

/**
 * Removes all demo data, also those that staff edited, and the mark.
 * @returns the report, and the keys of files, which are deleted after the commit
 * @throws ImportError if staff created records, which may be real, and did not delete them
 * @throws ImportError if the role may not delete from `record_ids`
 */
async function removeDemo(transaction: Transaction) {
  await rejectWithoutRights(transaction);
  const all = sql.join(tables, sql`, `);
  await transaction.execute(sql`lock table ${all} in share row exclusive mode`);
  const { created, edited } = await countStaffWork(transaction);
  if (created > 0) {
    throw new ImportError(
      `Registros que creó el personal entre los datos de demostración: ${created}. Si no los necesitas, elimínalos en la aplicación y vuelve a importar. No se importó nada.`,
    );
  }
  let records = 0;
  await removeReports(transaction);
  for (const table of tables) {
    records += (await transaction.execute(sql`delete from ${table}`)).rowCount ?? 0;
  }
  const removed = await transaction.delete(files).returning({ key: files.storageKey });
  await transaction.execute(sql`delete from record_ids`);
  await transaction.delete(installation).where(eq(installation.key, DEMO));
  const report: RemovedDemoReport = { records, edited, filesLeft: removed.length };
  return { report, storageKeys: removed.map(({ key }) => key) };
}

/** Removes all reports, even signed ones, because the patients of the demo are invented. */
async function removeReports(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`set local simiente.purging = 'on'`);
  for (const table of [
    'report_working_copies',
    'report_withdrawals',
    'report_discards',
    'report_papers',
    'reports',
    'report_versions',
  ]) {
    await transaction.execute(sql`delete from ${sql.identifier(table)}`);
  }
  await transaction.execute(sql`set local simiente.purging = ''`);
}

/**
 * Rejects a role that does not own the tables. Only the owner may delete from `record_ids`, which is necessary because
 * a real partner may have the id of a demo partner.
 */
async function rejectWithoutRights(transaction: Transaction): Promise<void> {
  const { rows } = await transaction.execute<{ allowed: boolean }>(
    sql`select has_table_privilege('record_ids', 'delete') as allowed`,
  );
  if (rows[0]?.allowed) return;
  throw new ImportError(
    'Para reemplazar los datos de demostración se necesita el rol propietario de las tablas (DATABASE_OWNER_URL).',
  );
}

/** Counts the records that staff created and did not delete, and the imported records that staff edited. */
async function countStaffWork(transaction: Transaction) {
  // Demo orders have no author, and orders are never edited.
  let created = await transaction.$count(
    examOrders,
    and(isNotNull(examOrders.createdBy), isNull(examOrders.deletedAt)),
  );
  let edited = 0;
  for (const table of importedTables) {
    const { rows } = await transaction.execute<{ created: number; edited: number }>(sql`
      select count(*) filter (where imported_version is null and deleted_at is null)::int as created,
             count(*) filter (where version <> imported_version)::int as edited
        from ${table}`);
    created += rows[0]?.created ?? 0;
    edited += rows[0]?.edited ?? 0;
  }
  return { created, edited };
}
