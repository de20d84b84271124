import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Client, ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { LOCKS } from '../database/locks.ts';
import { readAppliedMigrations } from '../database/migrating/migrations.ts';
import { type FileStore, openStored } from '../storage/storage.ts';
import { StartupError } from '../system-errors.ts';
import { type ArchiveOptions, type ArchiveWriter, writeArchive } from './archive-writer.ts';
import { connectForBackup } from './connect.ts';
import {
  listBackedUpTables,
  listPartitionEnds,
  listSequences,
  selectTarget,
} from './describe-schema.ts';
import {
  type BackedUpTable,
  type BackupManifest,
  FORMAT,
  HEADER,
  MANIFEST,
  type TableCount,
} from './format.ts';
import { RowDigest } from './row-digest.ts';

export interface BackupProgress {
  readonly rows: number;
  readonly files: number;
}

export interface BackupSource {
  /** The role that owns the tables. */
  readonly owner: ClientConfig;
  readonly store: Pick<FileStore, 'read'>;
  /** Secrets without which the data are useless; left out of an unencrypted backup. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface BackupOptions extends ArchiveOptions {
  readonly onProgress?: (progress: BackupProgress) => void;
}

/**
 * Writes a snapshot of the database and its files into a stream, and ends the stream, while users keep working.
 * Memory does not grow with the data.
 * @returns the manifest, which lists the files that could not be read
 */
export async function writeBackup(
  source: BackupSource,
  output: Writable,
  { onProgress = () => {}, ...options }: BackupOptions,
): Promise<BackupManifest> {
  const client = await connectForBackup(source.owner, options.signal);
  try {
    await takeBackupLock(client);
    const tables = await takeSnapshot(client);
    let manifest: BackupManifest | undefined;
    await writeArchive(output, options, async (writer) => {
      const secrets = options.passphrase === null ? {} : source.secrets;
      manifest = await writeEntries(writer, client, tables, { ...source, secrets }, onProgress);
    });
    if (manifest === undefined) throw new Error('The archive ended without a manifest');
    return manifest;
  } finally {
    // Ends the snapshot and the lock, in any state of the connection.
    await client.end().catch(() => {});
  }
}

/**
 * Begins the transaction of the snapshot. Like pg_dump, it first locks the tables against schema changes, because
 * a table that is rewritten after the snapshot looks empty in it.
 */
async function takeSnapshot(client: Client): Promise<BackedUpTable[]> {
  const locked = (await listBackedUpTables(client)).map(({ name }) => name);
  if (locked.length === 0) {
    throw new StartupError(
      'backup-nothing',
      'Todavía no hay nada que respaldar: arranca Simiente primero.',
    );
  }
  await client.query('begin isolation level repeatable read, read only');
  const all = locked.map((name) => `public."${name}"`).join(', ');
  await client.query(`lock table ${all} in access share mode`);
  const tables = await listBackedUpTables(client);
  if (tables.length !== locked.length) {
    throw new StartupError(
      'backup-migrating',
      'La base se estaba actualizando: vuelve a intentarlo.',
    );
  }
  return tables;
}

async function writeEntries(
  writer: ArchiveWriter,
  client: Client,
  tables: readonly BackedUpTable[],
  { store, secrets }: BackupSource,
  onProgress: (progress: BackupProgress) => void,
): Promise<BackupManifest> {
  const { rows: moment } = await client.query<{ at: Date }>('select now() as at');
  const header = {
    format: FORMAT,
    madeAt: (moment[0]?.at ?? new Date()).toISOString(),
    migrations: await readAppliedMigrations(client),
    tables,
    partitions: await listPartitionEnds(client),
  };
  await writer.add(HEADER, Buffer.from(JSON.stringify(header)));
  const counts: TableCount[] = [];
  let rows = 0;
  for (const table of tables) {
    const digest = new RowDigest();
    await writer.addStream(
      `tables/${table.name}`,
      tap(copyOut(client, table), (chunk) => {
        digest.update(chunk);
        onProgress({ rows: rows + digest.rows, files: 0 });
      }),
    );
    rows += digest.rows;
    counts.push({ name: table.name, rows: digest.rows, digest: digest.digest() });
  }
  const sequences = await listSequences(client);
  // The cursor outlives the transaction: an open one would prevent vacuuming while the files are copied.
  await client.query(
    'declare backed_up cursor with hold for select storage_key as key, sha256 from files order by id',
  );
  await client.query('commit');
  const files = await addFiles(writer, client, store, (count) =>
    onProgress({ rows, files: count }),
  );
  for (const [name, secret] of Object.entries(secrets)) {
    await writer.add(`secrets/${name}/000001`, Buffer.from(secret));
  }
  const manifest: BackupManifest = { tables: counts, sequences, files };
  await writer.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return manifest;
}

export function copyOut(client: Client, table: BackedUpTable): AsyncIterable<Buffer> {
  return client.query(copyTo(`copy (${selectTarget(table)}) to stdout`));
}

/** Calls a function with each chunk of a stream, and passes the chunk on. */
export async function* tap(source: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void) {
  for await (const chunk of source) {
    onChunk(chunk);
    yield chunk;
  }
}

/** Files per query. */
const BATCH = 500;

async function addFiles(
  writer: ArchiveWriter,
  client: Client,
  store: Pick<FileStore, 'read'>,
  onFile: (count: number) => void,
): Promise<BackupManifest['files']> {
  const missing: string[] = [];
  const damaged: string[] = [];
  let count = 0;
  let bytes = 0;
  for (;;) {
    const { rows } = await client.query<{ key: string; sha256: string }>(
      `fetch ${BATCH} from backed_up`,
    );
    if (rows.length === 0) return { count, bytes, missing, damaged };
    for (const { key, sha256 } of rows) {
      const content = await openStored(store, key);
      if (content === null) {
        missing.push(key);
        continue;
      }
      const digest = createHash('sha256');
      await writer.addStream(
        `files/${key}`,
        tap(content, (chunk) => {
          digest.update(chunk);
          bytes += chunk.length;
        }),
      );
      if (digest.digest('hex') !== sha256) damaged.push(key);
      count += 1;
      onFile(count);
    }
  }
}

/** Takes the backup locks until the connection ends. Waits for processes that are removing files. */
async function takeBackupLock(client: Client): Promise<void> {
  // Only backups take the advisory lock with two keys. The removal of files also holds, briefly, the lock with one key.
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, 0) as taken',
    [LOCKS.backup],
  );
  if (rows[0]?.taken !== true) {
    throw new StartupError(
      'backup-running',
      'Ya se está haciendo otro respaldo: espera a que termine.',
    );
  }
  await client.query('select pg_advisory_lock($1)', [LOCKS.backup]);
}
