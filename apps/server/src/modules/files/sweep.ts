import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { asc, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { describeFault } from '../../platform/failures.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { pendingFiles } from '../../schema/files.ts';
import { removePending } from './keep-file.ts';

/** Minutes after which an unfinished upload is abandoned. */
const ABANDONED_AFTER_MINUTES = 60;
const MINUTE = 60_000;
const SWEEP_BATCH_SIZE = 500;

interface SweepDeps {
  readonly db: Database;
  readonly store: FileStore;
}

export function fileSweep(deps: SweepDeps): Job {
  return {
    name: 'files.sweep',
    schedule: { everyMinutes: ABANDONED_AFTER_MINUTES },
    run: async () => ({ removed: await sweepFiles(deps) }),
  };
}

/**
 * Removes files of the store without a record: remains of interrupted uploads and files of deleted records.
 * @returns the number of removed files, 0 during a backup
 * @throws AggregateError with the failures, after all the others were removed
 */
export async function sweepFiles({ db, store }: SweepDeps): Promise<number> {
  const abandoned = await db
    .select()
    .from(pendingFiles)
    .where(
      lt(pendingFiles.createdAt, sql`now() - make_interval(mins => ${ABANDONED_AFTER_MINUTES})`),
    )
    .orderBy(asc(pendingFiles.createdAt))
    .limit(SWEEP_BATCH_SIZE);
  const faults: unknown[] = [];
  let removed = 0;
  for (const { storageKey } of abandoned) {
    // A failure must not keep other files from being removed.
    try {
      if (await removePending({ db, store }, storageKey)) removed += 1;
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Files that could not be swept');
  return removed;
}

export async function sweepUploadFolder(uploadFolder: string): Promise<void> {
  for (const name of await readdir(uploadFolder).catch(() => [])) {
    const folder = path.join(uploadFolder, name);
    const stats = await stat(folder).catch(() => null);
    if (stats === null || Date.now() - stats.mtimeMs < ABANDONED_AFTER_MINUTES * MINUTE) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Sweeps the folder of unchecked uploads every hour until it is stopped. It is not a job, because the folder is
 * local to this machine.
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
  const timer = setInterval(sweep, ABANDONED_AFTER_MINUTES * MINUTE);
  timer.unref();
  return async () => clearInterval(timer);
}
