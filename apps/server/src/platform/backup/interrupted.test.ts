import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { isFullRun } from '../../../../../scripts/test-length.mjs';
import {
  getErrorCode,
  never,
  type TestStore,
  temporaryFolder,
  temporaryStore,
} from '../../testing/backups/backups.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  queryAsOwner,
  type TestDatabase,
} from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addExam, addFile, addPatient } from '../../testing/records.ts';
import { saveBackup } from './save-backup.ts';

const ONCE = fileURLToPath(new URL('../../testing/backups/backup-once.ts', import.meta.url));
const MEGABYTE = 1024 * 1024;
const ROWS = 100_000;

/** An installation with one file of this size, sparse on the disk. */
async function withBigFile(size: number): Promise<{
  database: TestDatabase;
  store: TestStore;
  big: string;
}> {
  const database = await createTestDatabase();
  const store = await temporaryStore();
  const fileId = await addFile(database.db, store);
  await addExam(database.db, await addPatient(database.db), { fileId });
  const [row] = await queryAsOwner(database, 'select storage_key as key from files');
  const big = path.join(store.folder, String(row?.key));
  await truncate(big, size);
  return { database, store, big };
}

const environment = (what: object) => ({ ...process.env, BACKUP_WHAT: JSON.stringify(what) });

describe('T-G7: an interrupted backup', () => {
  test('a cancelled backup leaves no file', async () => {
    const { database, store } = await withBigFile(1);
    const folder = await temporaryFolder();
    const controller = new AbortController();
    const source = {
      owner: database.owner,
      store: {
        ...store,
        read: async (key: string) => {
          expect(await readdir(folder)).toHaveLength(1);
          controller.abort();
          return store.read(key);
        },
      },
      secrets: {},
    };
    const saving = saveBackup(source, path.join(folder, 'uno.respaldo'), {
      passphrase: null,
      signal: controller.signal,
    });
    await expect(saving).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  test('T-G7, E-10.3125: a killed backup leaves no file with a final name, and a later backup removes its draft', async () => {
    const { database, store, big } = await withBigFile(3_000 * MEGABYTE);
    const folder = await temporaryFolder();
    const file = path.join(folder, 'uno.respaldo');
    const what = { owner: database.owner, folder: store.folder, file };
    const child = spawn(process.execPath, [ONCE], { env: environment(what), stdio: 'inherit' });
    const exit = once(child, 'exit');
    const draft = await vi.waitFor(
      async () => {
        const [name] = await readdir(folder);
        if (name === undefined) throw new Error('The backup has not begun');
        const file = path.join(folder, name);
        expect((await stat(file)).size).toBeGreaterThan(0);
        return file;
      },
      { ...LONG_WAIT, interval: 20 },
    );
    child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
    expect(await readdir(folder)).toEqual([path.basename(draft)]);

    const activeBackups = `select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'simiente-backup'`;
    await vi.waitFor(
      async () => expect(await queryAsOwner(database, activeBackups)).toEqual([]),
      LONG_WAIT,
    );
    await truncate(big, 1);
    await utimes(draft, new Date(0), new Date(0));
    await writeFile(path.join(folder, '.carta.partial'), '');
    const source = { owner: database.owner, store, secrets: {} };
    await saveBackup(source, file, { passphrase: null, signal: never });
    expect((await readdir(folder)).toSorted()).toEqual(['.carta.partial', 'uno.respaldo']);
  });

  test('a target that exists or cannot be written is reported', async () => {
    const { database, store } = await withBigFile(1);
    const source = { owner: database.owner, store, secrets: {} };
    const options = { passphrase: null, signal: never };
    const folder = await temporaryFolder();
    const taken = path.join(folder, 'taken');
    await writeFile(taken, 'something else');
    expect(await saveBackup(source, taken, options).catch(getErrorCode)).toBe('backup-exists');
    const under = path.join(taken, 'uno.respaldo');
    expect(await saveBackup(source, under, options).catch(getErrorCode)).toBe('backup-unwritable');
    expect(await readdir(folder)).toEqual(['taken']);
  });
});

if (isFullRun) {
  test('T-G7: a backup and its restoration need a bounded amount of memory for any amount of data', async () => {
    const { database, store } = await withBigFile(400 * MEGABYTE);
    await queryAsOwner(
      database,
      `insert into audit_events (actor_kind, action, details)
       select 'system', 'data.imported', jsonb_build_object('n', n, 'text', repeat(md5(n::text), 25))
         from generate_series(1, $1) n`,
      [ROWS],
    );
    const target = await createEmptyDatabase({ owned: true });
    const folder = await temporaryFolder();
    const { stdout } = await promisify(execFile)(process.execPath, [ONCE], {
      env: environment({
        owner: database.owner,
        folder: store.folder,
        file: path.join(await temporaryFolder(), 'grande.respaldo'),
        into: { owner: target.owner, folder, scratchFolder: await temporaryFolder() },
      }),
    });
    // Megabytes. Node.js itself takes about a hundred.
    expect(Number(stdout) / 1024).toBeLessThan(400);
    expect(await queryAsOwner(target, 'select count(*)::int as n from audit_events')).toEqual([
      { n: ROWS },
    ]);
  }, 240_000);
}
