import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type Logger, pino } from 'pino';
import type { Installation } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { openEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { layoutOf } from '../../platform/postgres/layout.ts';
import { readPostmasterFile } from '../../platform/postgres/postmaster.ts';
import { ensureSecret } from '../../platform/postgres/secrets.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { openS3FileStore } from '../../platform/storage/s3-store.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import {
  type Archive,
  claimArchive,
  ensureIdentity,
  keepIdentity,
  openArchive,
} from '../../platform/wal-archive/archive.ts';
import { openArchiveFolder } from '../../platform/wal-archive/archive-folder.ts';
import { listBases, writeBase } from '../../platform/wal-archive/base-copy.ts';
import { pruneArchive } from '../../platform/wal-archive/prune.ts';
import { keepShipping, type Shipping } from '../../platform/wal-archive/ship.ts';
import { auditCommand, operator, readPassphrase, readSecrets } from './backup-session.ts';
import { runCommand } from './daily-backup.ts';

/** Since when segments have been archived without a gap, in the folder that they come from. */
const STARTED = 'started';
/** The file with the location that this data folder has archived to. */
const CLAIMED = 'claimed';

type WalArchive = NonNullable<Config['walArchive']>;

export function walArchiveOf({ walArchive }: Config): WalArchive {
  if (walArchive !== null) return walArchive;
  throw new StartupError(
    'wal-archive-none',
    'Indica en WAL_ARCHIVE dónde está el archivo de la base.',
  );
}

/** @throws StartupError when the folder does not exist: its disk may not be mounted */
export async function openArchiveStore({ location, credentials }: WalArchive): Promise<FileStore> {
  if (typeof location !== 'string') return openS3FileStore(location, credentials);
  const found = await stat(location).catch(() => null);
  if (found?.isDirectory() === true) return openArchiveFolder(location);
  throw new StartupError(
    'wal-archive-missing',
    `La carpeta de WAL_ARCHIVE, ${location}, no existe: créala, o monta su disco.`,
  );
}

/** A folder for objects on their way to the archive. */
export function scratchOf({ dataDir }: Config): string {
  return path.join(dataDir, 'wal-drafts');
}

/** The folder into which PostgreSQL copies finished segments; its presence makes PostgreSQL do so. */
function spoolOf({ dataDir }: Config): string {
  return path.join(dataDir, 'wal');
}

interface OpenedArchive {
  readonly archive: Archive;
  readonly store: FileStore;
  readonly passphrase: string | null;
}

/**
 * Opens the archive that this installation writes to, once it is certainly this one's.
 * @param takes from another data folder
 */
async function openOwnArchive(
  config: Config,
  systemId: string,
  { takes = false } = {},
): Promise<OpenedArchive> {
  const walArchive = walArchiveOf(config);
  const store = await openArchiveStore(walArchive);
  const passphrase = await readPassphrase(config);
  const secrets = path.join(config.dataDir, 'secrets');
  const claimed = path.join(spoolOf(config), CLAIMED);
  const location = JSON.stringify(walArchive.location);
  const before = await readFile(claimed, 'utf8').catch(() => null);
  const ours = {
    systemId,
    owner: await ensureSecret(secrets, 'wal-archive-owner'),
    isEncrypted: passphrase !== null,
  };
  await claimArchive(store, ours, { wasClaimed: before === location, takes });
  if (before !== location) {
    // Recovery needs a base copy at the new location.
    await writeFile(path.join(spoolOf(config), STARTED), new Date().toISOString(), { mode: 0o600 });
    await writeFile(claimed, location, { mode: 0o600 });
  }
  const identity = passphrase === null ? null : await ensureIdentity(secrets);
  return {
    archive: openArchive({ store, scratchFolder: scratchOf(config), identity }),
    store,
    passphrase,
  };
}

/** Makes the next start of PostgreSQL archive, or not; one that is running goes on as it is. */
export async function prepareSpool(config: Config): Promise<void> {
  const spool = spoolOf(config);
  if (config.walArchive === null) {
    const isRunning =
      (await readPostmasterFile(path.join(config.dataDir, 'postgres'))) !== undefined;
    if (!isRunning) await rm(spool, { recursive: true, force: true });
    return;
  }
  await rm(scratchOf(config), { recursive: true, force: true });
  if (existsSync(path.join(spool, STARTED))) return;
  await mkdir(spool, { recursive: true, mode: 0o700 });
  await writeFile(path.join(spool, STARTED), new Date().toISOString(), { mode: 0o600 });
}

const DAY = 24 * 3_600_000;

/** Makes a base copy a day, and one where recovery could not start otherwise, in a separate process. */
export function baseCopies(config: Config, db: Database, environment = process.env): Job {
  return {
    name: 'wal-base',
    schedule: { everyMinutes: 30 },
    run: async (signal) => {
      const { rows } = await db.execute<{ timeline: number; id: string }>(
        sql`select timeline_id as timeline, system_identifier::text as id
              from pg_control_checkpoint(), pg_control_system()`,
      );
      const { archive } = await openOwnArchive(config, rows[0]?.id ?? '');
      const last = (await listBases(archive)).at(-1);
      const started = await readFile(path.join(spoolOf(config), STARTED), 'utf8');
      const isCurrent =
        last !== undefined &&
        last.timeline === rows[0]?.timeline &&
        last.madeAt > started &&
        Date.now() - Date.parse(last.madeAt) < DAY;
      if (!isCurrent) await runCommand(['backup', '--base'], environment, signal);
      return { made: !isCurrent };
    },
  };
}

/**
 * `backup --base`: copies the running cluster into WAL_ARCHIVE, and removes what is not needed any more.
 * @param options.take makes this data folder the archive's writer, instead of another one
 */
export async function makeBase({ take = false }: { take?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const { days } = walArchiveOf(config);
  const log = pino({ level: config.logLevel });
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    role: 'tool',
    log: (line) => log.info(line),
  });
  const database = openDatabase({ ...postgres.app, max: 1 }, log);
  try {
    const layout = await layoutOf(config.dataDir);
    const { rows } = await database.pool.query<{ id: string }>(
      'select system_identifier::text as id from pg_control_system()',
    );
    const own = await openOwnArchive(config, rows[0]?.id ?? '', { takes: take });
    const encrypted = own.passphrase !== null;
    // First, so that no copy goes unaudited.
    await auditCommand(
      { config, connections: { ...postgres, auditUnprotected: false }, log },
      process.send ? { kind: 'system' } : operator(),
      { action: 'data.backed_up', details: { kind: 'base', encrypted } },
    );
    if (own.passphrase !== null) {
      await keepIdentity(own.store, await ensureIdentity(layout.secrets), own.passphrase);
    }
    const base = await writeBase(own.archive, {
      superuser: postgres.superuser,
      cluster: layout.cluster,
      secrets: encrypted ? await readSecrets(config) : {},
    });
    const files = await database.pool.query<{ key: string }>(
      'select storage_key as key from files',
    );
    const keys = new Set(files.rows.map(({ key }) => key));
    const pruned = await pruneArchive(own.archive, {
      days,
      now: new Date(),
      hasFile: (key) => keys.has(key),
    });
    console.log(`Copia de la base guardada en WAL_ARCHIVE, del ${base.madeAt}.`);
    if (Math.max(...Object.values(pruned)) > 0) {
      console.log(
        `De lo que ya no hacía falta se quitó: copias, ${pruned.bases}; segmentos, ${pruned.segments}; archivos, ${pruned.files}.`,
      );
    }
  } finally {
    await database.close();
    await postgres.close();
  }
}

/** Reasons that waiting does not solve. */
const FINAL = new Set([
  'wal-archive-foreign',
  'wal-archive-owned',
  'wal-archive-passphrase',
  'wal-archive-vanished',
  'wal-archive-missing',
  'passphrase-file',
]);

/**
 * Moves finished segments and new files into WAL_ARCHIVE until it is stopped. An archive that does not
 * answer is waited for, while the clinic works.
 * @throws StartupError when the archive is another one's, or PostgreSQL was started otherwise
 */
export async function startShipping(
  config: Config,
  { database: { db, pool }, store }: Pick<Installation, 'database' | 'store'>,
  log: Logger,
  lookEvery?: number,
): Promise<Shipping | null> {
  if (config.databaseUrl !== null) return null;
  const { rows } = await pool.query<{ id: string; mode: string }>(
    `select system_identifier::text as id, current_setting('archive_mode') as mode
       from pg_control_system()`,
  );
  const isArchiving = rows[0]?.mode === 'on';
  if (isArchiving !== (config.walArchive !== null)) {
    throw new StartupError(
      'wal-archive-late',
      isArchiving
        ? 'Esta base se archivaba en WAL_ARCHIVE, que ahora falta: ponla otra vez, o vuelve a arrancar para dejar de archivarla.'
        : 'PostgreSQL ya estaba en marcha cuando se configuró WAL_ARCHIVE: espera a que termine la otra orden que lo usa y vuelve a arrancar.',
    );
  }
  if (!isArchiving) return null;
  const open = async () => (await openOwnArchive(config, rows[0]?.id ?? '')).archive;
  await open().catch((error: unknown) => {
    if (!(error instanceof StartupError) || FINAL.has(error.code)) throw error;
    console.error(`${error.message} Se sigue intentando.`);
  });
  return keepShipping({ open, spool: spoolOf(config), db, store, log }, lookEvery);
}
