import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Installation } from '../../bootstrap.ts';
import type { StoreConfig } from '../../config/services.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { readPostmasterFile } from '../../platform/postgres/postmaster.ts';
import { ensureSecret, syncFolder } from '../../platform/postgres/secrets.ts';
import { openS3FileStore } from '../../platform/storage/s3-store.ts';
import {
  type FileStore,
  isTempKey,
  makeTempKey,
  openLocalFileStore,
} from '../../platform/storage/storage.ts';
import { StartupError } from '../../platform/system-errors.ts';
import {
  claimArchive,
  ensureIdentity,
  openArchive,
  readIdentity,
} from '../../platform/wal-archive/archive.ts';
import type { Bases } from '../../platform/wal-archive/base-copy.ts';
import { keepShipping, type Shipping } from '../../platform/wal-archive/ship.ts';
import { readPassphrase } from './backup-session.ts';

/** Age in ms after which a partial file is considered abandoned. */
const MAX_DRAFT_AGE = 24 * 3_600_000;

/**
 * An archive in a folder. An object gets its name only when it is complete, so that no name belongs to a partial
 * object.
 */
export async function openArchiveFolder(folder: string): Promise<FileStore> {
  const store = openLocalFileStore(folder);
  await removeDrafts(folder);
  return {
    ...store,
    putFile: async (key, source) => {
      const draft = makeTempKey();
      const target = path.join(folder, key);
      try {
        await store.putFile(draft, source);
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await rename(path.join(folder, draft), target);
        await syncFolder(path.dirname(target));
      } finally {
        await rm(path.join(folder, draft), { force: true });
      }
    },
  };
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!isTempKey(name)) continue;
    const stats = await stat(file).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > MAX_DRAFT_AGE) await rm(file, { force: true });
  }
}

/** File in the spool with the time since which the archived segments have no gap. */
const STARTED = 'started';
/** File in the spool with the location of the claimed archive. */
const CLAIMED = 'claimed';

type WalArchive = NonNullable<Config['walArchive']>;

export function requireWalArchive({ walArchive }: Config): WalArchive {
  if (walArchive !== null) return walArchive;
  throw new StartupError(
    'wal-archive-none',
    'Indica en WAL_ARCHIVE dónde está el archivo de la base.',
  );
}

/** @throws StartupError if the folder does not exist; it is not created, because its disk may not be mounted */
export async function openArchiveStore(
  { location, credentials }: StoreConfig,
  variable = 'WAL_ARCHIVE',
): Promise<FileStore> {
  if (typeof location !== 'string') return openS3FileStore(location, credentials);
  const stats = await stat(location).catch(() => null);
  if (stats?.isDirectory()) return openArchiveFolder(location);
  throw new StartupError(
    'wal-archive-missing',
    `La carpeta de ${variable}, ${location}, no existe: créala, o monta su disco.`,
  );
}

export function printDamaged({ damaged }: Pick<Bases, 'damaged'>): void {
  for (const name of damaged) {
    console.error(
      `Aviso: la copia ${name} de WAL_ARCHIVE está dañada y no se usa: bórrala de la carpeta base, con su .json.`,
    );
  }
}

/** The folder of objects that are being stored in the archive. */
export function getScratchFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'wal-drafts');
}

/** If this folder exists, PostgreSQL copies finished segments into it. */
function getSpoolFolder({ dataDir }: Config): string {
  return path.join(dataDir, 'wal');
}

export const hasSpool = (config: Config) => existsSync(getSpoolFolder(config));

/** The ISO instant since which the archived segments have no gap. */
export const readArchivedSince = (config: Config) =>
  readFile(path.join(getSpoolFolder(config), STARTED), 'utf8');

/** PostgreSQL's id of the cluster, the same in all copies of the cluster. */
export async function readSystemId(db: Database): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select system_identifier::text as id from pg_control_system()`,
  );
  return rows[0]?.id ?? '';
}

/** Opens the archive with only the passphrase, as on a new machine. */
export async function openAnyArchive(config: Config) {
  const store = await openArchiveStore(requireWalArchive(config));
  const identity = await readIdentity(store, await readPassphrase(config));
  const scratchFolder = getScratchFolder(config);
  return { archive: openArchive({ store, scratchFolder, identity }), identity };
}

/** The id of the data folder: a secret and the inode of its file, because a copied folder has the same secret. */
async function readOwnerId(secrets: string): Promise<string> {
  const owner = await ensureSecret(secrets, 'wal-archive-owner');
  const { ino } = await stat(path.join(secrets, 'wal-archive-owner'), { bigint: true });
  return `${owner}-${ino}`;
}

/**
 * Opens the archive of this installation.
 * @param take whether to take the archive from another data folder
 */
export async function openOwnArchive(config: Config, systemId: string, { take = false } = {}) {
  const walArchive = requireWalArchive(config);
  const store = await openArchiveStore(walArchive);
  const passphrase = await readPassphrase(config);
  const secrets = path.join(config.dataDir, 'secrets');
  const claimed = path.join(getSpoolFolder(config), CLAIMED);
  const location = JSON.stringify(walArchive.location);
  const wasClaimed = (await readFile(claimed, 'utf8').catch(() => null)) === location;
  const owner = {
    systemId,
    owner: await readOwnerId(secrets),
    isEncrypted: passphrase !== null,
  };
  await claimArchive(store, owner, { wasClaimed, take });
  if (!wasClaimed) {
    // A new location has no earlier segments.
    await writeFile(path.join(getSpoolFolder(config), STARTED), new Date().toISOString(), {
      mode: 0o600,
    });
    await writeFile(claimed, location, { mode: 0o600 });
  }
  const identity = passphrase === null ? null : await ensureIdentity(secrets);
  return {
    archive: openArchive({ store, scratchFolder: getScratchFolder(config), identity }),
    store,
    passphrase,
  };
}

/** Turns archiving on or off for the next start of PostgreSQL. A running PostgreSQL is not affected. */
export async function prepareSpool(config: Config): Promise<void> {
  const spool = getSpoolFolder(config);
  if (config.walArchive === null) {
    const isRunning =
      (await readPostmasterFile(path.join(config.dataDir, 'postgres'))) !== undefined;
    if (!isRunning) await rm(spool, { recursive: true, force: true });
    return;
  }
  await rm(getScratchFolder(config), { recursive: true, force: true });
  if (existsSync(path.join(spool, STARTED))) return;
  await mkdir(spool, { recursive: true, mode: 0o700 });
  await writeFile(path.join(spool, STARTED), new Date().toISOString(), { mode: 0o600 });
}

/** Codes of errors that a retry cannot solve. */
const PERMANENT_ERRORS = new Set([
  'wal-archive-foreign',
  'wal-archive-owned',
  'wal-archive-passphrase',
  'wal-archive-vanished',
  'wal-archive-missing',
  'passphrase-file',
]);

/**
 * Moves finished segments and new files into WAL_ARCHIVE until it is stopped. If the archive does not answer, it
 * retries, while the server works as usual.
 * @param checkInterval milliseconds
 * @throws StartupError when the archive belongs to another installation, or PostgreSQL runs with another
 * archive_mode
 */
export async function startShipping(
  config: Config,
  { database: { db }, store }: Pick<Installation, 'database' | 'store'>,
  log: Logger,
  checkInterval?: number,
): Promise<Shipping | null> {
  if (config.databaseUrl !== null) return null;
  const { rows } = await db.execute<{ mode: string }>(
    sql`select current_setting('archive_mode') as mode`,
  );
  const isArchiving = rows[0]?.mode === 'on';
  if (isArchiving !== (config.walArchive !== null)) {
    throw new StartupError(
      'wal-archive-late',
      isArchiving
        ? 'Esta base se archivaba en WAL_ARCHIVE, que ahora falta: ponla otra vez, o vuelve a arrancar para dejar de archivarla.'
        : 'PostgreSQL ya estaba en marcha cuando se configuró WAL_ARCHIVE: espera a que termine el otro comando que lo usa y vuelve a arrancar.',
    );
  }
  if (!isArchiving) return null;
  const systemId = await readSystemId(db);
  const open = async () => (await openOwnArchive(config, systemId)).archive;
  await open().catch((error: unknown) => {
    if (!(error instanceof StartupError) || PERMANENT_ERRORS.has(error.code)) throw error;
    console.error(`${error.message} Se sigue intentando.`);
  });
  return keepShipping({ open, spool: getSpoolFolder(config), db, store, log }, checkInterval);
}
