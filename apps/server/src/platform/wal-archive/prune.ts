import type { Archive } from './archive.ts';
import { type Bases, baseName, deleteBase } from './base-copy.ts';
import { FILES, SEGMENTS } from './ship.ts';

/** The folder of the archive with the day since which the installation lacks a file. */
const REMOVED = 'removed';
const DAY = 24 * 3_600_000;

interface PruneFacts extends Record<string, number> {
  readonly bases: number;
  readonly segments: number;
  readonly files: number;
}

/**
 * Removes objects that no recovery of the last days needs: older base copies, whole or interrupted, the log before
 * the oldest whole one that is kept, and files that the installation has lacked for that long.
 * @param hasFile whether the installation still names a stored file
 */
export async function pruneArchive(
  archive: Archive,
  { complete: bases, unfinished }: Bases,
  { days, now, hasFile }: { days: number; now: Date; hasFile(key: string): boolean },
): Promise<PruneFacts> {
  const earliest = new Date(now.getTime() - days * DAY);
  const limit = earliest.toISOString();
  // The last one before the limit is where recovery to the limit starts.
  const first = Math.max(
    0,
    bases.findLastIndex(({ madeAt }) => madeAt <= limit),
  );
  const removed = [
    ...bases.slice(0, first).map(({ name }) => name),
    // Their making or removal was abandoned.
    ...unfinished.filter((name) => name < baseName(earliest)),
  ];
  for (const name of removed) await deleteBase(archive, name);
  // A timeline that began after a return to the past has earlier positions than copies made before.
  const [oldest] = bases
    .slice(first)
    .map(({ firstSegment }) => getPosition(firstSegment))
    .toSorted();
  let segments = 0;
  if (oldest !== undefined) {
    for (const name of await archive.list(SEGMENTS)) {
      if (name.endsWith('.history') || getPosition(name) >= oldest) continue;
      await archive.delete(`${SEGMENTS}/${name}`);
      segments += 1;
    }
  }
  const files = await pruneFiles(archive, { limit, now, hasFile });
  return { bases: removed.length, segments, files };
}

/** A segment's place in the log, which timelines share. */
function getPosition(segment: string): string {
  return segment.slice(8, 24);
}

async function pruneFiles(
  archive: Archive,
  { limit, now, hasFile }: { limit: string; now: Date; hasFile(key: string): boolean },
): Promise<number> {
  const since = new Map<string, string>();
  for (const name of await archive.list(REMOVED)) {
    const [day = '', ...key] = name.split('/');
    since.set(key.join('/'), day);
  }
  let removed = 0;
  for (const key of await archive.list(FILES)) {
    const day = since.get(key);
    if (hasFile(key)) {
      if (day !== undefined) await archive.delete(`${REMOVED}/${day}/${key}`);
    } else if (day === undefined) {
      await archive.mark(`${REMOVED}/${now.toISOString().slice(0, 10)}/${key}`);
    } else if (day < limit.slice(0, 10)) {
      await archive.delete(`${FILES}/${key}`);
      await archive.delete(`${REMOVED}/${day}/${key}`);
      removed += 1;
    }
  }
  return removed;
}
