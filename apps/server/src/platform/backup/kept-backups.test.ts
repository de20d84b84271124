import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/backups/backups.ts';
import {
  backupName,
  findSurplus,
  isBackupOld,
  listBackups,
  pruneBackups,
  removeAbandonedDrafts,
  type StoredBackup,
} from './kept-backups.ts';

const DAY = 86_400_000;

function backupsAt(...moments: readonly number[]): StoredBackup[] {
  return moments
    .toSorted((a, b) => b - a)
    .map((at) => ({ name: backupName(new Date(at)), madeAt: new Date(at) }));
}

const days = (backups: readonly StoredBackup[]) =>
  backups.map(({ madeAt }) => madeAt.toISOString().slice(0, 10));

describe('the retention of backups', () => {
  test('E-10.191: keeps the backups of the last seven days, and the last one of each of four weeks', () => {
    const last = Date.parse('2026-11-20T09:00:00Z');
    const daily = backupsAt(...Array.from({ length: 60 }, (_, day) => last - day * DAY));
    const surplus = new Set(findSurplus(daily));
    expect(days(daily.filter((backup) => !surplus.has(backup)))).toEqual([
      '2026-11-20',
      '2026-11-19',
      '2026-11-18',
      '2026-11-17',
      '2026-11-16',
      '2026-11-15',
      '2026-11-14',
      // The Sundays before those days.
      '2026-11-08',
      '2026-11-01',
    ]);
  });

  test('keeps the newest backup, at most eleven, and every one that a rule selects', () => {
    const moments = fc.uniqueArray(
      fc.integer({ min: 0, max: 200 * 24 }).map((hours) => hours * 3_600_000),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(moments, (backupMoments) => {
        const backups = backupsAt(...backupMoments);
        const surplus = new Set(findSurplus(backups));
        const remaining = backups.filter((backup) => !surplus.has(backup));
        expect(remaining[0]).toBe(backups[0]);
        expect(remaining.length).toBeLessThanOrEqual(11);
        // A second run changes nothing.
        expect(findSurplus(remaining)).toEqual([]);
        const daysWithOne = [...new Set(days(backups))];
        expect([...new Set(days(remaining))]).toEqual(
          expect.arrayContaining(daysWithOne.slice(0, 7)),
        );
      }),
    );
  });

  test('considers only files with the name of a backup', async () => {
    const folder = await temporaryFolder();
    const now = Date.now();
    const [newest, older, oldest] = [now, now - 1000, now - 2000].map((at) =>
      backupName(new Date(at)),
    );
    const old = '.simiente-2026-01-01T00-00-00Z.respaldo.0a1b0a1b0a1b.partial';
    const fresh = '.simiente-2026-11-20T00-00-00Z.respaldo.0a1b0a1b0a1b.partial';
    const others = ['mío.respaldo', 'simiente-nada.respaldo', 'notas.txt', fresh];
    for (const name of [newest, older, oldest, old, ...others]) {
      await writeFile(path.join(folder, name ?? ''), 'x');
    }
    await utimes(path.join(folder, old), new Date(0), new Date(0));
    expect((await listBackups(folder)).map(({ name }) => name)).toEqual([newest, older, oldest]);
    await pruneBackups(folder);
    await removeAbandonedDrafts(folder);
    expect((await readdir(folder)).toSorted()).toEqual([newest, ...others].toSorted());
    expect(await listBackups(path.join(folder, 'no existe'))).toEqual([]);
  });

  test('reports a newest backup that is older than two days', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    expect(isBackupOld(new Date('2026-11-18T12:00:00Z'), now)).toBe(false);
    expect(isBackupOld(new Date('2026-11-18T11:59:59Z'), now)).toBe(true);
  });
});
