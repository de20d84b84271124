import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { type Connections, openConnections, openFileStore } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { openKeys } from '../../installation-keys.ts';
import {
  type AuditEntry,
  openAuditSeal,
  type SealedBacklog,
  sealAll,
  writeAudit,
} from '../../modules/audit/public.ts';
import { type Act, NO_REQUEST } from '../../platform/act.ts';
import type { BackupManifest } from '../../platform/backup/format.ts';
import type { BackupProgress } from '../../platform/backup/write-backup.ts';
import { withClient } from '../../platform/database/connections/connect.ts';
import { type DatabaseHandle, openDatabase } from '../../platform/database/database.ts';
import {
  listMigrations,
  readAppliedMigrations,
} from '../../platform/database/migrating/migrations.ts';
import type { Layout } from '../../platform/postgres/layout.ts';
import { ensureSecret, readPreviousSecrets, readSecret } from '../../platform/postgres/secrets.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { StartupError } from '../../platform/system-errors.ts';
import { formatCount, printProgress } from '../with-installation.ts';

/** Resources of a backup command. The database may have the schema of any release, or none. */
export interface BackupSession {
  readonly config: Config;
  readonly connections: Connections;
  readonly store: FileStore;
  readonly log: Logger;
  readonly passphrase: string | null;
  /** Aborts when the command receives a signal to stop. */
  readonly signal: AbortSignal;
}

/**
 * Runs a backup command. A signal stops it cleanly.
 * @param layout of an embedded database that is restored in a temporary folder
 */
export async function withBackupSession<Result>(
  role: 'server' | 'tool',
  work: (session: BackupSession) => Promise<Result>,
  layout?: Layout,
): Promise<Result> {
  const config = readConfig(process.env);
  const passphrase = await readPassphrase(config);
  const log = pino({ level: config.logLevel });
  return withSignal(async (signal) => {
    const connections = await openConnections(config, role, log, layout);
    try {
      return await work({
        config,
        connections,
        store: await openFileStore(config),
        log,
        passphrase,
        signal,
      });
    } finally {
      await connections.close();
    }
  });
}

/** @param work gets a signal that aborts when the process is stopped */
export async function withSignal<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    throw new StartupError('interrupted', 'Se interrumpió: no quedó nada a medias.', {
      cause: error,
    });
  } finally {
    for (const name of names) process.off(name, stop);
  }
}

export async function readPassphrase({ backups }: Pick<Config, 'backups'>): Promise<string | null> {
  if (backups.passphraseFile === null) return backups.passphrase;
  const text = await readFile(backups.passphraseFile, 'utf8').catch((cause: unknown) => {
    throw new StartupError(
      'passphrase-file',
      'No se puede leer el archivo de BACKUP_PASSPHRASE_FILE: revisa que exista y que se pueda leer.',
      { cause },
    );
  });
  const passphrase = text.trim();
  if (passphrase.length >= 16) return passphrase;
  throw new StartupError(
    'passphrase-file',
    'La frase de BACKUP_PASSPHRASE_FILE debe tener al menos 16 caracteres.',
  );
}

/** The secrets in files, by name. Configured secrets are not backed up. */
export async function readSecrets(config: Config): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const name of listStoredSecrets(config)) {
    const secret = await readSecret(secretsFolder(config), name);
    if (secret !== undefined) secrets[name] = secret;
  }
  return secrets;
}

/** Consequences, by secret, of a restore into a folder with another secret. */
const CONSEQUENCES = {
  auth: 'no funciona la verificación en dos pasos de las cuentas',
  'auth-previous': 'no funciona la verificación en dos pasos de algunas cuentas',
  audit: 'no se comprueban los sellos de la auditoría',
} as const;

/**
 * Stores the secrets of restored data. An existing secret is not replaced, because it may be the only copy; a notice
 * then explains the consequence.
 */
export async function storeSecrets(
  config: Config,
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = secretsFolder(config);
  const previousSecrets = await readPreviousSecrets(folder);
  for (const name of listStoredSecrets(config)) {
    const secret = secrets[name];
    if (secret === undefined || previousSecrets.includes(secret)) continue;
    const storedSecret = await ensureSecret(folder, name, () => secret);
    if (storedSecret === secret) continue;
    console.error(
      `Aviso: ${path.join(folder, name)} ya tenía otro secreto, que se conserva y con el que ${CONSEQUENCES[name]}. Si no necesitas esa carpeta, restaura otra vez en una vacía con DATA_DIR.`,
    );
  }
}

/** Names of the secrets that are in files, because they are not configured. */
function listStoredSecrets({ authSecret, auditSecret }: Config): (keyof typeof CONSEQUENCES)[] {
  return [
    ...(authSecret === null ? (['auth', 'auth-previous'] as const) : []),
    ...(auditSecret === null ? (['audit'] as const) : []),
  ];
}

function secretsFolder({ dataDir }: Config): string {
  return path.join(dataDir, 'secrets');
}

type AuditSession = Pick<BackupSession, 'config' | 'connections' | 'log'>;

/**
 * Writes an audit row, unless the schema is of another release: it may lack the table.
 * @returns whether the schema is of this release
 */
export async function auditCommand(
  session: AuditSession,
  actor: Act['actor'],
  entry: AuditEntry,
): Promise<boolean> {
  const applied = await withClient(session.connections.owner, readAppliedMigrations);
  if (applied.length !== listMigrations().length) return false;
  await sealAudit(session, ({ db }) =>
    db.transaction((transaction) => writeAudit(transaction, { actor, origin: NO_REQUEST }, entry)),
  );
  return true;
}

/** Runs work on the database, and then seals the audit, because there may be no running server. */
export async function sealAudit(
  { config, connections, log }: AuditSession,
  work?: (database: DatabaseHandle) => Promise<void>,
): Promise<SealedBacklog> {
  const database = openDatabase({ ...connections.app, max: 1 }, log);
  try {
    await work?.(database);
    const { audit } = await openKeys(config, database.pool);
    return await sealAll({ pool: database.pool, ...openAuditSeal(audit, config.dataDir) });
  } finally {
    await database.close();
  }
}

/**
 * Seals the audit of a restored database in its final folder. Sealing earlier could leave a checkpoint of
 * another chain if the restoration is interrupted.
 * @returns null, after a notice, if the keys of the data are missing
 */
export async function sealRestored(): Promise<SealedBacklog | null> {
  return withBackupSession('server', (session) => sealAudit(session)).catch((error: unknown) => {
    if (!(error instanceof StartupError) || !error.code.endsWith('-key-unknown')) throw error;
    console.error(`Aviso: resuelve esto antes de arrancar. ${error.message}`);
    return null;
  });
}

/** A function that prints progress regularly: 'Respaldando… 12,400 filas, 3 archivos'. */
export const reportProgress = (title: string) =>
  printProgress<BackupProgress>((progress) => `${title}… ${formatCounts(progress)}`);

export function countContents({ tables, files }: BackupManifest) {
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: files.count };
}

/** '250 pacientes, 12,400 filas, 3 archivos' */
export function formatContents(manifest: BackupManifest): string {
  const patients = manifest.tables.find(({ name }) => name === 'patients')?.rows ?? 0;
  return `${formatCount(patients, 'paciente')}, ${formatCounts(countContents(manifest))}`;
}

/** '12,400 filas, 3 archivos' */
export function formatCounts({ rows, files }: BackupProgress): string {
  return `${formatCount(rows, 'fila')}, ${formatCount(files, 'archivo')}`;
}
