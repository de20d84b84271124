import { DrizzleQueryError, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Act } from '../../platform/http/context.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { auditImport } from './audit-import.ts';
import { setIndexesAside } from './bulk-load.ts';
import { type CheckedExport, checkExport } from './check-export.ts';
import { holdsDemo } from './demo-mark.ts';
import { ImportRefused } from './errors.ts';
import { openExportFile } from './file-source.ts';
import { takeImportLock } from './import-lock.ts';
import { type ImportReport, reportOf } from './import-report.ts';
import type { OnProgress } from './progress.ts';
import { type RemovedDemo, removeDemo } from './remove-demo.ts';
import type { ExportSource } from './source.ts';
import { writeExport } from './write-export.ts';

export interface ImportOptions {
  /** The path of a file, or an export that is read otherwise. */
  readonly source: string | ExportSource;
  /**
   * Under the role that owns the tables, which a first import is faster under and replacing demo data
   * needs, or under the application's.
   */
  readonly db: Database;
  /** Who imports, for the audit. */
  readonly act: Act;
  readonly onProgress?: OnProgress;
  /** Removes demo data first, and its files from this store. Without it a database with demo data is refused. */
  readonly replaceDemo?: { readonly store: FileStore };
}

/**
 * Loads an export of the legacy back end: reads and checks all of it, then writes it in one
 * transaction. Nothing is overwritten that staff edited, and nothing brought back that they deleted.
 *
 * @throws BrokenExport when the file is not a whole export; it says where it broke
 * @throws ImportRefused for any other reason that the operator can do something about
 */
export async function importExport(options: ImportOptions): Promise<ImportReport> {
  const { db, replaceDemo, onProgress = () => {} } = options;
  const replace = replaceDemo !== undefined;
  // Said before a long file is read; what counts is the same question inside the transaction.
  await db.transaction((transaction) => admit(transaction, replace));
  const source =
    typeof options.source === 'string' ? await openExportFile(options.source) : options.source;
  try {
    const checked = await checkExport(source, onProgress);
    const { report, removed } = await withRetries(() =>
      db.transaction((transaction) => write(transaction, checked, options)),
    );
    if (!report.removedDemo || !removed || !replaceDemo) return report;
    const filesLeft = await deleteFiles(removed.storageKeys, replaceDemo.store);
    return { ...report, removedDemo: { ...report.removedDemo, filesLeft } };
  } finally {
    await source.close();
  }
}

/** @throws ImportRefused when another import runs, or the database holds demo data that is to stay */
async function admit(transaction: Transaction, replace: boolean): Promise<boolean> {
  if (!(await takeImportLock(transaction))) {
    throw new ImportRefused('Ya hay otra importación en curso. Espera a que termine.');
  }
  const demo = await holdsDemo(transaction);
  if (demo && !replace) {
    throw new ImportRefused(
      'Esta base tiene datos de demostración. Para quitarlos e importar los tuyos, repite con --replace-demo.',
    );
  }
  return demo;
}

async function write(
  transaction: Transaction,
  checked: CheckedExport,
  { act, replaceDemo, onProgress = () => {} }: ImportOptions,
): Promise<{ report: ImportReport; removed: RemovedDemo | null }> {
  // A long import is not a hung one.
  await transaction.execute(sql`set local statement_timeout = 0`);
  // All of its look-ups are by id. The statistics know nothing of rows of the same transaction, and
  // took a table for small that the import had filled.
  await transaction.execute(sql`set local enable_seqscan = off`);
  const demo = await admit(transaction, replaceDemo !== undefined);
  const removed = demo ? await removeDemo(transaction) : null;
  const makeIndexes = await setIndexesAside(transaction);
  const written = await writeExport(transaction, checked, onProgress);
  await makeIndexes();
  await checked.source.assertUnchanged();
  const removedDemo = removed && {
    records: removed.records,
    edited: removed.edited,
    filesLeft: removed.storageKeys.length,
  };
  const report = reportOf(checked.log, written, removedDemo);
  await auditImport(transaction, act, report);
  return { report, removed };
}

/** The import is done by now; a store that fails makes it no less so. @returns how many are left */
async function deleteFiles(keys: readonly string[], store: FileStore): Promise<number> {
  let left = 0;
  for (const key of keys) {
    await store.delete(key).catch(() => {
      left += 1;
    });
  }
  return left;
}

const ATTEMPTS = 3;
/** Two that waited for each other, and an id that somebody else took between the look and the writing. */
const PASSING = new Set(['40P01', '40001', '23505']);

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !PASSING.has(codeOf(error))) throw error;
    }
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
