import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { asc, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { describeFault } from '../../platform/http/failures.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { pendingFiles } from '../../schema/files.ts';
import { removePending } from './keep-file.ts';

/** Minutes after which an upload that did not end has no process any more. */
const ABANDONED_AFTER = 60;
const MINUTE = 60_000;
/** Files of one sweep; the next one takes the rest. */
const SWEPT_AT_ONCE = 500;

export interface SweepParts {
  readonly db: Database;
  readonly store: FileStore;
  /** Where files wait while they are looked at. */
  readonly uploadFolder: string;
}

/**
 * Removes what uploads left that a process began and did not live to end: files of the store
 * without a record, and files that were still arriving. Any process may do it, at any time.
 *
 * @throws AggregateError with what could not be removed, once all the rest was
 */
export async function sweepUploads({ db, store, uploadFolder }: SweepParts): Promise<void> {
  const abandoned = await db
    .select()
    .from(pendingFiles)
    .where(lt(pendingFiles.createdAt, sql`now() - make_interval(mins => ${ABANDONED_AFTER})`))
    .orderBy(asc(pendingFiles.createdAt))
    .limit(SWEPT_AT_ONCE);
  const faults: unknown[] = [];
  for (const { storageKey } of abandoned) {
    // One that cannot be removed must not keep the others.
    await removePending({ db, store }, storageKey).catch((fault: unknown) => faults.push(fault));
  }
  for (const name of await readdir(uploadFolder).catch(() => [])) {
    const folder = path.join(uploadFolder, name);
    const found = await stat(folder).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < ABANDONED_AFTER * MINUTE) continue;
    await rm(folder, { recursive: true, force: true });
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Files that could not be swept');
}

/** Sweeps now and then, for as long as the process lives or until it is told to stop. */
export function keepSwept(parts: SweepParts, log: Pick<Logger, 'error'>): () => Promise<void> {
  const sweep = () => {
    sweepUploads(parts).catch((error: unknown) => log.error(describeFault(error), 'sweep failed'));
  };
  sweep();
  const timer = setInterval(sweep, ABANDONED_AFTER * MINUTE);
  timer.unref();
  return async () => clearInterval(timer);
}
