import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { describeFault } from '../failures.ts';
import { type FileStore, openStored } from '../storage/storage.ts';
import type { Archive } from './archive.ts';

export const SEGMENTS = 'wal';
export const FILES = 'files';

/** Milliseconds between two checks for new files. */
const CHECK_INTERVAL = 5_000;
/** Files of the last minutes are checked again, because transactions may not commit in the order of their files. */
const OVERLAP = '10 minutes';

/** Names of the files that PostgreSQL archives: segments, timeline histories and labels of base copies. */
export const SEGMENT_NAME = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;

interface ShippingDeps {
  /** Opens the archive; fails while it does not answer, or belongs to another installation. */
  readonly open: () => Promise<Archive>;
  /** The folder into which PostgreSQL's `basic_archive` copies finished segments. */
  readonly spool: string;
  readonly db: Database;
  readonly store: FileStore;
  readonly log: Logger;
}

export type Shipping = ReturnType<typeof keepShipping>;

/** Moves new files into the archive until it is stopped, and retries a failing archive. */
export function keepShipping(deps: ShippingDeps, checkInterval = CHECK_INTERVAL) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const archived = new Set<string>();
  let caughtUpAt = Date.now();
  async function keep(): Promise<void> {
    // Also true after a failure, because unarchived files may then be older than the overlap.
    let checksAll = true;
    while (!signal.aborted) {
      try {
        const archive = await deps.open();
        if (checksAll) for (const key of await archive.list(FILES)) archived.add(key);
        const isShipped = await shipFiles(archive, deps, archived, { all: checksAll, signal });
        await shipSegments(archive, deps.spool, signal);
        checksAll = !isShipped;
        if (isShipped) caughtUpAt = Date.now();
      } catch (error) {
        checksAll = true;
        if (!signal.aborted) deps.log.error(describeFault(error), 'the WAL archive is behind');
      }
      await delay(checkInterval, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  const ended = keep();
  return {
    /** Seconds since the archive last had all files. */
    secondsBehind: () => (Date.now() - caughtUpAt) / 1000,
    stop: async () => {
      stopping.abort();
      await ended;
    },
    /** Stores the segments that PostgreSQL finished while it stopped. */
    shipRest: () =>
      deps
        .open()
        .then((archive) => shipSegments(archive, deps.spool))
        .catch((error: unknown) =>
          deps.log.error(describeFault(error), 'the WAL archive is behind'),
        ),
  };
}

/** Stores finished segments, oldest first, and removes them from the spool. */
async function shipSegments(archive: Archive, spool: string, signal?: AbortSignal): Promise<void> {
  const names = (await readdir(spool)).filter((name) => SEGMENT_NAME.test(name));
  for (const name of names.toSorted()) {
    if (signal?.aborted) return;
    await archive.putFile(`${SEGMENTS}/${name}`, path.join(spool, name));
    await rm(path.join(spool, name), { force: true });
  }
}

/** Files between two checks for segments, which must not wait while all files are copied. */
const BATCH = 50;

/**
 * Stores files that the archive lacks: all, or only those of the last minutes.
 * @param archived keys of the archived files; new ones are added
 * @returns false if a file could not be read; the others are stored
 */
async function shipFiles(
  archive: Archive,
  { db, store, spool, log }: ShippingDeps,
  archived: Set<string>,
  { all, signal }: { all: boolean; signal: AbortSignal },
): Promise<boolean> {
  const { rows } = await db.execute<{ key: string }>(
    all
      ? sql`select storage_key as key from files`
      : sql`select storage_key as key from files where created_at > now() - ${OVERLAP}::interval`,
  );
  let isComplete = true;
  let stored = 0;
  for (const { key } of rows) {
    if (signal.aborted) return false;
    if (archived.has(key)) continue;
    const file = await openStored(store, key).catch((error: unknown) => {
      log.error(describeFault(error), 'a file could not be archived');
      isComplete = false;
      return null;
    });
    // A lost file is reported by each backup.
    if (file === null) continue;
    await archive.put(`${FILES}/${key}`, file);
    archived.add(key);
    stored += 1;
    if (stored % BATCH === 0) await shipSegments(archive, spool, signal);
  }
  return isComplete;
}
