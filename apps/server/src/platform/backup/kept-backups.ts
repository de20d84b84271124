import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifMissing } from '../system-errors.ts';

export interface StoredBackup {
  readonly name: string;
  readonly madeAt: Date;
}

const MAX_DAILY = 7;
const MAX_WEEKLY = 4;
const DAY = 24 * 3_600_000;
/** Milliseconds after which an unfinished backup is abandoned. */
const MAX_DRAFT_AGE = DAY;

const NAME = /^simiente-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.respaldo$/;

/** `simiente-2026-11-20T09-00-00Z.respaldo`. The time is in the name, because the times of a file may change. */
export function backupName(madeAt: Date): string {
  return `simiente-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.respaldo`;
}

/** The folder's backups with a name of `backupName`, newest first. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(ifMissing([]));
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(madeAt.getTime()) ? [] : [{ name, madeAt }];
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

/**
 * Backups to remove. Of the days and weeks with a backup, the latest seven days and four weeks keep their last one.
 * @param backups newest first
 */
export function findSurplus(backups: readonly StoredBackup[]): StoredBackup[] {
  const remaining = new Set([
    ...findNewestPerPeriod(backups, ({ madeAt }) => Math.floor(madeAt.getTime() / DAY), MAX_DAILY),
    // Weeks begin on Monday; the epoch was a Thursday.
    ...findNewestPerPeriod(
      backups,
      ({ madeAt }) => Math.floor((madeAt.getTime() / DAY + 3) / 7),
      MAX_WEEKLY,
    ),
  ]);
  return backups.filter((backup) => !remaining.has(backup));
}

function findNewestPerPeriod(
  backups: readonly StoredBackup[],
  getPeriod: (backup: StoredBackup) => number,
  periods: number,
): StoredBackup[] {
  const byPeriod = [...Map.groupBy(backups, getPeriod).values()];
  return byPeriod.slice(0, periods).flatMap(([newest]) => newest ?? []);
}

export async function pruneBackups(folder: string): Promise<string[]> {
  const surplus = findSurplus(await listBackups(folder)).map(({ name }) => name);
  for (const name of surplus) await rm(path.join(folder, name), { force: true });
  return surplus;
}

export function draftPath(target: string): string {
  const suffix = randomBytes(6).toString('hex');
  return path.join(path.dirname(target), `.${path.basename(target)}.${suffix}.partial`);
}

export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\..+\.[\da-f]{12}\.partial$/.test(name)) continue;
    const { mtimeMs } = await stat(path.join(folder, name));
    if (Date.now() - mtimeMs > MAX_DRAFT_AGE) await rm(path.join(folder, name), { force: true });
  }
}

/** Milliseconds after which the last backup is reported as old. */
const MAX_BACKUP_AGE = 2 * DAY;

export function isBackupOld(last: Date, now: Date): boolean {
  return now.getTime() - last.getTime() > MAX_BACKUP_AGE;
}
