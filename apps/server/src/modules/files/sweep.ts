import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { asc, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { describeFault } from '../../platform/failures.ts';
import type { Job } from '../../platform/jobs/job.ts';
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
}

/** Removes what the store holds without a record. */
export function fileSweep(parts: SweepParts): Job {
  return {
    name: 'files.sweep',
    schedule: { everyMinutes: ABANDONED_AFTER },
    run: async () => ({ removed: await sweepFiles(parts) }),
  };
}

/**
 * Removes files of the store without a record: those whose upload began in a process that did not
 * live to end it, and those whose record is gone. Gives how many they were.
 *
 * @throws AggregateError with what could not be removed, once all the rest was
 */
export async function sweepFiles({ db, store }: SweepParts): Promise<number> {
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
  if (faults.length > 0) throw new AggregateError(faults, 'Files that could not be swept');
  return abandoned.length;
}

/** Removes what was still arriving in this folder when its process ended. */
export async function sweepUploadFolder(uploadFolder: string): Promise<void> {
  for (const name of await readdir(uploadFolder).catch(() => [])) {
    const folder = path.join(uploadFolder, name);
    const found = await stat(folder).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < ABANDONED_AFTER * MINUTE) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Sweeps the folder in which files wait while they are looked at, now and then, for as long as the
 * process lives or until it is told to stop. No job does it: the folder is of this machine.
 */
export function keepUploadFolderSwept(
  uploadFolder: string,
  log: Pick<Logger, 'error'>,
): () => Promise<void> {
  const sweep = () => {
    sweepUploadFolder(uploadFolder).catch((error: unknown) =>
      log.error(describeFault(error), 'sweep of uploads failed'),
    );
  };
  sweep();
  const timer = setInterval(sweep, ABANDONED_AFTER * MINUTE);
  timer.unref();
  return async () => clearInterval(timer);
}
