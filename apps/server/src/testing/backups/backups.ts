import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { loadDemo } from '../../commands/serve/migrate.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { saveBackup } from '../../platform/backup/save-backup.ts';
import { type FileStore, openLocalFileStore } from '../../platform/storage/storage.ts';
import { StartupError } from '../../platform/system-errors.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  queryAsOwner,
  type TestDatabase,
} from '../database.ts';

/** A signal that never aborts. */
export const never = new AbortController().signal;

/** A folder of the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestStore extends FileStore {
  readonly folder: string;
}

export async function temporaryStore(): Promise<TestStore> {
  const folder = await temporaryFolder();
  return { ...openLocalFileStore(folder), folder };
}

/** A database with records of every kind and their files. */
export async function createFilledDatabase({ patients = 12 } = {}): Promise<{
  database: TestDatabase;
  store: TestStore;
}> {
  const database = await createTestDatabase();
  const store = await temporaryStore();
  await loadDemo({ db: database.db, store, patients, now: new Date('2026-11-20T18:00:00Z') });
  return { database, store };
}

/** All rows of the backed-up tables, as text and in a fixed order. */
export async function readContents(owner: ClientConfig): Promise<Record<string, string[]>> {
  const client = new Client(owner);
  await client.connect();
  try {
    await client.query(`set timezone to 'UTC'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not in
         ('staff_sessions', 'staff_verifications', 'event_streams', 'rate_limits', 'list_exports', 'pending_files', 'jobs', 'mails') order by 1`,
    );
    const contents: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(it)::text as row from ${escapeIdentifier(name)} it order by 1`,
      );
      contents[name] = rows.map(({ row }) => row);
    }
    return contents;
  } finally {
    await client.end();
  }
}

/** Every file below a folder by its path, with its bytes. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((it) => it.isFile()).map((it) => path.join(it.parentPath, it.name));
  const entries = await Promise.all(
    files.map(async (file) => [path.relative(folder, file), await readFile(file, 'base64')]),
  );
  return Object.fromEntries(entries.toSorted());
}

/** Makes a backup in a new folder. */
export async function backUp(
  { database, store }: { database: Pick<TestDatabase, 'owner'>; store: FileStore },
  passphrase: string | null = null,
) {
  const file = path.join(await temporaryFolder(), 'uno.respaldo');
  const source = { owner: database.owner, store, secrets: { auth: 'un secreto' } };
  return {
    file,
    ...(await saveBackup(source, file, { passphrase, signal: never, workFactor: 10 })),
  };
}

/**
 * Restores a backup into an empty target.
 * @returns the error, and the content afterwards
 */
export async function restoreIntoEmpty(file: string, passphrase: string | null = null) {
  const roles = await createEmptyDatabase({ owned: true });
  const store = await temporaryStore();
  const target = { owner: roles.owner, store, scratchFolder: await temporaryFolder() };
  const restored = await restoreBackup(target, file, { passphrase, signal: never }).then(
    (value) => ({ value, code: null }),
    (error: unknown) => ({ value: null, code: getErrorCode(error) }),
  );
  return { ...restored, ...roles, store, traces: await findTraces(target) };
}

/** The code of a StartupError; other errors are thrown again. */
export function getErrorCode(error: unknown): string {
  if (!(error instanceof StartupError)) throw error;
  expect(error.message).not.toContain('\n');
  return error.code;
}

/** Tables, the schema of migrations, and files; empty for an empty target. */
async function findTraces({
  owner,
  store,
  scratchFolder,
}: {
  owner: ClientConfig;
  store: TestStore;
  scratchFolder: string;
}): Promise<unknown[]> {
  const found = await queryAsOwner(
    { owner },
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     union all select nspname from pg_namespace where nspname = 'drizzle'`,
  );
  return [
    ...found.map(({ name }) => name),
    ...Object.keys(await filesIn(store.folder)),
    ...Object.keys(await filesIn(scratchFolder)),
  ];
}
