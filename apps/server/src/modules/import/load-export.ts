import { DrizzleQueryError, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { FindingLog } from './findings.ts';
import { dropConstraints } from './merging/first-import.ts';
import { mergeExport } from './merging/merge-export.ts';
import { readExport } from './reading/read-export.ts';
import type { ExportSource } from './reading/source.ts';

export interface ImportProgress {
  /** First the whole file is read and checked, then it is written. */
  readonly phase: 'check' | 'write';
  /** Elements of the export's lists. */
  readonly records: number;
  /** Their bytes in the file. */
  readonly bytes: number;
  /** Of the file; null without one. */
  readonly totalBytes: number | null;
}

export type OnProgress = (progress: ImportProgress) => void;

/** The findings of reading and writing, and the result of `prepare`. */
interface LoadedExport<Prepared> {
  readonly read: FindingLog;
  readonly written: FindingLog;
  readonly prepared: Prepared;
}

/**
 * Reads an export and writes it, in a transaction that holds the import lock. Appointments that wait for
 * one another in a circle are written again, without reading the file again.
 * @param prepare runs before the writing
 */
export async function loadExport<Prepared>(
  transaction: Transaction,
  source: ExportSource,
  timeZone: string,
  onProgress: OnProgress,
  prepare: (attempt: Transaction) => Promise<Prepared>,
): Promise<LoadedExport<Prepared>> {
  // A long import is not a hung one.
  await transaction.execute(sql`set local statement_timeout = 0`);
  await transaction.execute(sql`set local work_mem = '64MB'`);
  // The number of rows is known only after ANALYZE of the temporary tables.
  await transaction.execute(sql`set local default_statistics_target = 10`);
  const read = new FindingLog();
  const totalBytes = source.bytes;
  const records = await readExport(transaction, source, read, timeZone, (records, bytes) =>
    onProgress({ phase: 'check', records, bytes, totalBytes }),
  );
  const onShare = (share: number) =>
    onProgress({
      phase: 'write',
      records: Math.floor(records * share),
      bytes: Math.floor((totalBytes ?? 0) * share),
      totalBytes,
    });
  return withRetries(() =>
    transaction.transaction(async (attempt) => {
      const written = new FindingLog();
      const prepared = await prepare(attempt);
      const restoreConstraints = await dropConstraints(attempt);
      await mergeExport(attempt, written, {
        withoutConstraints: restoreConstraints !== null,
        onShare,
      });
      await restoreConstraints?.();
      onShare(1);
      return { read, written, prepared };
    }),
  );
}

const ATTEMPTS = 3;
/** Appointments that waited for one another, and an id that was taken between check and write. */
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
