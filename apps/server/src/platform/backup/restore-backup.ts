import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Client, type ClientConfig, DatabaseError, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { LOCKS } from '../database/locks.ts';
import { applyMigrations, listMigrations } from '../database/migrating/migrations.ts';
import { type FileStore, withScratchFolder } from '../storage/storage.ts';
import { isDiskFull, StartupError } from '../system-errors.ts';
import { type ArchiveItem, readArchive } from './archive-reader.ts';
import { connectForBackup } from './connect.ts';
import { copyTarget, createPartitions, listTables } from './describe-schema.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type TableCount,
  UnreadableBackup,
} from './format.ts';
import { RowDigest } from './row-digest.ts';
import { type BackupProgress, tap } from './write-backup.ts';

/** `pg_trigger.tgenabled` in the syntax of `alter table`. */
const TRIGGER_MODES: Readonly<Record<string, string>> = {
  O: 'enable',
  A: 'enable always',
  R: 'enable replica',
};

/**
 * Disables our triggers and drops the foreign keys while work runs: the triggers would number and announce restored
 * rows again. Adding the foreign keys again checks every row. The owner of the tables may do this;
 * `session_replication_role` needs a superuser, which managed databases do not give.
 */
export async function withoutConstraints(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await client.query<{ table: string; name: string; fires: string }>(
    `select t.tgrelid::regclass::text as table, t.tgname as name, t.tgenabled as fires
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgenabled <> 'D'`,
  );
  const { rows: foreignKeys } = await client.query<{
    table: string;
    name: string;
    definition: string;
  }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      order by 1, 2`,
  );
  for (const { table, name } of triggers) {
    await client.query(`alter table ${table} disable trigger ${escapeIdentifier(name)}`);
  }
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  }
  await work();
  for (const { table, name, definition } of foreignKeys) {
    await client.query(
      `alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`,
    );
  }
  for (const { table, name, fires } of triggers) {
    await client.query(
      `alter table ${table} ${TRIGGER_MODES[fires]} trigger ${escapeIdentifier(name)}`,
    );
  }
}

interface RestoreTarget {
  /** The role that owns the empty database. */
  readonly owner: ClientConfig;
  readonly store: FileTarget;
  /** Temporary folder for one file at a time on its way to the store. */
  readonly scratchFolder: string;
}

export interface RestoreOptions {
  readonly passphrase: string | null;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: BackupProgress) => void;
  /** Inspects the restored database in its transaction, at the backup's schema. */
  readonly inspect?: (client: Client, restored: RestoredBackup) => Promise<void>;
  /** Changes the restored database, at the current schema, before the commit. */
  readonly prepare?: (client: Client, restored: RestoredBackup) => Promise<void>;
}

export interface RestoredBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
  /** The secrets of an encrypted backup. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Storage keys that were missing or damaged at the time of the backup, and still are. */
  readonly lost: readonly string[];
}

/**
 * Restores a backup into an empty database and file store. One transaction creates the backup's schema, restores the
 * rows and migrates to the current schema. After any error the database stays empty, and the stored files are removed.
 * @throws UnreadableBackup when something is wrong with the file
 * @throws StartupError when the target is not empty
 */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
  { passphrase, signal, onProgress = () => {}, inspect, prepare }: RestoreOptions,
): Promise<RestoredBackup> {
  const items = readArchive(file, passphrase);
  try {
    const { header, applied, pending } = await readStart(items);
    const client = await connectForBackup(target.owner, signal);
    const files = createFileRestorer(client, target.store, target.scratchFolder);
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [LOCKS.migration]);
      await clearEmptyTarget(client);
      await applyMigrations(client, applied);
      await createPartitions(client, header.partitions ?? {});
      const restored = await restoreItems(client, header, items, files, onProgress);
      await inspect?.(client, restored);
      await applyMigrations(client, pending);
      await prepare?.(client, restored);
      await client.query('commit');
      return restored;
    } catch (error) {
      await files.removeStored();
      throw toRestoreError(error);
    } finally {
      // Ending the connection rolls back an open transaction.
      await client.end().catch(() => {});
    }
  } finally {
    await items.return(undefined);
  }
}

/** @returns the header, the migrations of its schema, and the later migrations of this release */
async function readStart(items: AsyncGenerator<ArchiveItem>) {
  const first: ArchiveItem | undefined = (await items.next()).value;
  if (first?.kind !== 'header') throw new UnreadableBackup('backup-truncated');
  const { header } = first;
  const migrations = listMigrations();
  if (header.migrations.some((digest, index) => migrations[index]?.digest !== digest)) {
    throw new UnreadableBackup('backup-newer');
  }
  const level = header.migrations.length;
  return { header, applied: migrations.slice(0, level), pending: migrations.slice(level) };
}

async function restoreItems(
  client: Client,
  header: BackupHeader,
  items: AsyncIterable<ArchiveItem>,
  files: ReturnType<typeof createFileRestorer>,
  onProgress: (progress: BackupProgress) => void,
): Promise<RestoredBackup> {
  const counts: TableCount[] = [];
  const secrets: Record<string, string> = {};
  let manifest: BackupManifest | undefined;
  let rows = 0;
  await withoutConstraints(client, async () => {
    for await (const item of items) {
      if (item.kind === 'tables') {
        const before = rows;
        const count = await copyIn(client, header, item.name, item.body, (copied) =>
          onProgress({ rows: before + copied, files: 0 }),
        );
        counts.push(count);
        rows += count.rows;
      } else if (item.kind === 'files') {
        await files.store(item.name, item.body);
      } else if (item.kind === 'secrets') {
        secrets[item.name] = await text(item.body);
      } else if (item.kind === 'manifest') {
        manifest = item.manifest;
      }
      onProgress({ rows, files: files.count });
    }
  });
  if (manifest === undefined) throw new UnreadableBackup('backup-truncated');
  if (JSON.stringify(counts) !== JSON.stringify(manifest.tables))
    throw new UnreadableBackup('backup-altered');
  if (files.count !== manifest.files.count) throw new UnreadableBackup('backup-altered');
  for (const { name, value } of manifest.sequences) {
    if (value !== null) {
      await client.query('select setval($1::regclass, $2::bigint)', [`public."${name}"`, value]);
    }
  }
  return {
    header,
    manifest,
    secrets,
    lost: [...manifest.files.missing, ...manifest.files.damaged],
  };
}

async function copyIn(
  client: Client,
  header: BackupHeader,
  name: string,
  body: AsyncIterable<Buffer>,
  onRows: (rows: number) => void,
): Promise<TableCount> {
  const table = header.tables.find((candidate) => candidate.name === name);
  if (!table) throw new UnreadableBackup('backup-altered');
  const digest = new RowDigest();
  await pipeline(
    Readable.from(body),
    (source: AsyncIterable<Buffer>) =>
      tap(source, (chunk) => {
        digest.update(chunk);
        onRows(digest.rows);
      }),
    client.query(copyFrom(`copy ${copyTarget(table)} from stdin`)),
  );
  return { name, rows: digest.rows, digest: digest.digest() };
}

/** SQLSTATEs of data that do not match the schema named by the backup. */
const MISMATCH_STATE = /^(22|23|42P01|42703)/;

function toRestoreError(error: unknown): unknown {
  if (isDiskFull(error)) {
    return new StartupError(
      'restore-disk-full',
      'No queda espacio en el disco: libera espacio y vuelve a intentarlo. No se cambió nada.',
      { cause: error },
    );
  }
  if (!(error instanceof DatabaseError) || error.code === undefined) return error;
  if (MISMATCH_STATE.test(error.code)) return new UnreadableBackup('backup-altered', error);
  if (error.code !== '42501') return error;
  return new StartupError(
    'restore-refused',
    'El rol de DATABASE_OWNER_URL no puede crear las tablas: debe ser el dueño de la base. No se cambió nada.',
    { cause: error },
  );
}

/**
 * Drops the empty tables of an unused installation, because they may be of another release. A failed restoration
 * leaves them unchanged, because this runs in its transaction.
 */
async function clearEmptyTarget(client: Client): Promise<void> {
  const tables = await listTables(client);
  for (const table of tables) {
    const { rows } = await client.query(`select 1 from public.${escapeIdentifier(table)} limit 1`);
    if (rows.length > 0) {
      throw new StartupError(
        'restore-not-empty',
        'Aquí ya hay datos, y un respaldo solo se restaura donde no hay ninguno: usa otra carpeta con DATA_DIR, o una base recién creada. No se cambió nada.',
      );
    }
  }
  for (const table of tables) {
    await client.query(`drop table if exists public.${escapeIdentifier(table)} cascade`);
  }
  const { rows: routines } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const { name } of routines) await client.query(`drop function if exists ${name} cascade`);
  await client.query('drop schema if exists drizzle cascade');
}

type FileTarget = Pick<FileStore, 'putFile' | 'delete'>;

/** Stores the files of a backup, and rejects a file that the restored database does not name. */
function createFileRestorer(client: Client, target: FileTarget, scratchFolder: string) {
  const stored: string[] = [];
  return {
    get count() {
      return stored.length;
    },
    async store(key: string, body: AsyncIterable<Buffer>): Promise<void> {
      const { rows } = await client.query('select 1 from public.files where storage_key = $1', [
        key,
      ]);
      if (rows.length === 0) throw new UnreadableBackup('backup-altered');
      await withTemporaryFile(scratchFolder, body, (file) => {
        stored.push(key);
        return target.putFile(key, file);
      });
    },
    async removeStored(): Promise<void> {
      for (const key of stored) await target.delete(key).catch(() => {});
    },
  };
}

export async function withTemporaryFile(
  scratchFolder: string,
  body: AsyncIterable<Buffer>,
  use: (file: string) => Promise<void>,
): Promise<void> {
  await withScratchFolder(scratchFolder, 'restore-', async (folder) => {
    const file = path.join(folder, 'file');
    await pipeline(body, createWriteStream(file, { mode: 0o600 }));
    await use(file);
  });
}
