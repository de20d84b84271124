import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openKeys } from './installation-keys.ts';
import { type AuditSeal, openAuditSeal } from './modules/audit/public.ts';
import { rejectUnfinishedRestore } from './platform/backup/restoring.ts';
import {
  findUnsafeSettings,
  isPooledByTransaction,
  withClient,
} from './platform/database/connections/connect.ts';
import { type DatabaseHandle, openDatabase } from './platform/database/database.ts';
import { migrateDatabase, ownsTables } from './platform/database/migrating/migrate.ts';
import { readAppliedMigrations } from './platform/database/migrating/migrations.ts';
import { isCausedBy } from './platform/failures.ts';
import type { Secrets } from './platform/identity/identity.ts';
import { openEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { clusterExists } from './platform/postgres/initialize.ts';
import type { Layout } from './platform/postgres/layout.ts';
import { openS3FileStore } from './platform/storage/s3-store.ts';
import { type FileStore, openLocalFileStore } from './platform/storage/storage.ts';
import { StartupError } from './platform/system-errors.ts';

/** Resources of the server and the commands: a migrated database, the file store and the secrets. */
export interface Installation {
  readonly database: DatabaseHandle;
  /** The role that owns the tables, for the few commands that need its rights. */
  readonly owner: PoolConfig;
  readonly store: FileStore;
  readonly secrets: Secrets;
  /** The key of the audit's seals, and the folder of its checkpoints. */
  readonly auditSeal: AuditSeal;
  /** Durability settings that an external PostgreSQL has switched off. */
  readonly unsafeSettings: readonly string[];
  /** Whether the application's role owns the audit, and could therefore change it. */
  readonly auditUnprotected: boolean;
  close(): Promise<void>;
}

/** Connections to a PostgreSQL that may be unmigrated. */
export interface Connections {
  /** The role that owns the tables; by default the application's role. */
  readonly owner: PoolConfig;
  readonly app: PoolConfig;
  close(): Promise<void>;
}

/** Milliseconds between two attempts to connect. */
const RETRY_INTERVAL = 1_000;
/** Milliseconds between two messages about the wait. */
const PRINT_INTERVAL = 60_000;

/**
 * The kind of process that opens an installation. An embedded PostgreSQL has only one `server`, which waits for external
 * services. An `import` or a `tool` may run at the same time, and does not wait. A `tool` creates no installation.
 */
type Opener = 'server' | 'import' | 'tool';

/** Connects to the configured services, and migrates the database. */
export async function openMigrated(
  config: Config,
  role: Opener,
  log: Logger,
): Promise<{ connections: Connections; store: FileStore }> {
  if (role === 'tool') await expectCluster(config);
  else if (config.databaseUrl === null)
    await rejectUnfinishedRestore(config.dataDir, await hasCluster(config));
  // The bucket is opened first, because a signal during the wait for a bucket must not leave an embedded PostgreSQL running.
  const bucket = config.filesBucket && (await waitFor(role, () => openFileStore(config)));
  const connections = await waitFor(role, () => openConnections(config, role, log));
  try {
    const store = bucket ?? (await openFileStore(config));
    if (config.databaseUrl !== null) {
      await rejectUnfinishedRestore(
        config.dataDir,
        (await readMigrations(config, connections)).length > 0,
      );
    }
    await migrateDatabase({ owner: connections.owner, appRole: connections.app.user ?? '' });
    return { connections, store };
  } catch (cause) {
    await connections.close();
    throw explainRights(config, cause);
  }
}

/** Opens the configured installation, migrated. */
export async function openInstallation(
  config: Config,
  role: Opener,
  log: Logger,
): Promise<Installation> {
  const { connections, store } = await openMigrated(config, role, log);
  const database = openDatabase({ ...connections.app, max: config.databasePoolSize }, log);
  const close = async () => {
    await database.close();
    await connections.close();
  };
  try {
    const unsafeSettings = await findUnsafeSettings(database.pool);
    if (unsafeSettings.length > 0 && config.databaseUrl === null) {
      throw new StartupError(
        'durability-off',
        `El PostgreSQL incluido corre sin ${unsafeSettings.join(', ')} y podría perder lo guardado: detenlo y vuelve a arrancar Simiente.`,
      );
    }
    const { secrets, audit } = await openKeys(config, database.pool);
    return {
      database,
      unsafeSettings,
      owner: connections.owner,
      store,
      secrets,
      auditSeal: openAuditSeal(audit, config.dataDir),
      auditUnprotected: (await ownsTables(database.pool)) === true,
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/**
 * Opens the configured PostgreSQL without migrating it, and without waiting for an external one.
 * @param layout of an embedded database that is restored in a temporary folder
 */
export async function openConnections(
  config: Config,
  role: Opener,
  log: Logger,
  layout?: Layout,
): Promise<Connections> {
  if (role === 'tool') await expectCluster(config);
  const connections = config.databaseUrl
    ? await openExternal(config, config.databaseUrl)
    : await openEmbedded(config, role, log, layout);
  if (role !== 'tool') return connections;
  try {
    await expectSchema(config, connections);
    return connections;
  } catch (cause) {
    await connections.close();
    throw cause;
  }
}

/** @throws StartupError if the data folder has no embedded database and no external one is configured */
export async function expectCluster(config: Config): Promise<void> {
  if (config.databaseUrl !== null) return;
  const exists = await hasCluster(config);
  await rejectUnfinishedRestore(config.dataDir, exists);
  if (!exists) throw notInstalled(config);
}

const hasCluster = ({ dataDir }: Config) => clusterExists(path.join(dataDir, 'postgres'));

export async function expectSchema(
  config: Config,
  connections: Pick<Connections, 'owner'>,
): Promise<void> {
  if ((await readMigrations(config, connections)).length === 0) throw notInstalled(config);
}

async function readMigrations(
  config: Config,
  { owner }: Pick<Connections, 'owner'>,
): Promise<string[]> {
  return withClient(owner, (client) =>
    readAppliedMigrations(client).catch((cause: unknown) => {
      throw explainRights(config, cause);
    }),
  );
}

/** Converts an error of missing rights, for example because DATABASE_OWNER_URL is missing. */
function explainRights({ databaseOwnerUrl }: Config, cause: unknown): unknown {
  if (!isCausedBy(cause, '42501')) return cause;
  return new StartupError(
    'database-not-owned',
    databaseOwnerUrl === null
      ? 'El rol de DATABASE_URL no es dueño de las tablas: pon en DATABASE_OWNER_URL la dirección con el rol que sí lo es, o ejecuta antes con ella «simiente migrate».'
      : 'El rol de DATABASE_OWNER_URL no es dueño de la base o de sus tablas: usa el que las creó, o dale la base con «alter database … owner to …».',
    { cause },
  );
}

function notInstalled(config: Config): StartupError {
  return new StartupError(
    'not-installed',
    `No hay ninguna instalación de Simiente en ${describeInstallation(config)}: indica la tuya con ${config.databaseUrl === null ? 'DATA_DIR, o con DATABASE_URL si su base es externa' : 'DATABASE_URL'}. No se creó nada.`,
  );
}

/** 'la carpeta /srv/datos' or 'la base simiente de db.example'. */
export function describeInstallation({ dataDir, databaseUrl }: Config): string {
  if (databaseUrl === null) return `la carpeta ${dataDir}`;
  const { host, database } = parseIntoClientConfig(databaseUrl);
  return `la base ${database ?? ''} de ${host ?? ''}`;
}

export async function openFileStore(config: Config): Promise<FileStore> {
  if (config.filesBucket) return openS3FileStore(config.filesBucket, config.filesCredentials);
  return openLocalFileStore(path.join(config.dataDir, 'files'));
}

async function openEmbedded(
  config: Config,
  role: Opener,
  log: Logger,
  layout: Layout | undefined,
): Promise<Connections> {
  return openEmbeddedPostgres({
    dataDir: config.dataDir,
    layout,
    role: role === 'server' ? role : 'tool',
    log: (line) => log.info(line),
    // A server without its lock on the data folder must stop.
    onLost: (error) => {
      log.fatal({ code: error.code }, error.message);
      console.error(error.message);
      process.exit(1);
    },
  });
}

async function openExternal(config: Config, url: string): Promise<Connections> {
  const app = parseIntoClientConfig(url);
  const owner = parseIntoClientConfig(config.databaseOwnerUrl ?? url);
  const appRole = await checkConnection(app, 'DATABASE_URL');
  if (config.databaseOwnerUrl) await checkConnection(owner, 'DATABASE_OWNER_URL');
  return { owner, app: { ...app, user: appRole }, close: async () => {} };
}

/** Codes of errors that a retry may solve. */
const TEMPORARY_ERRORS = new Set([
  'database-unreachable',
  'database-read-only',
  'files-unreachable',
]);

/** Opens an external service. A server retries until the service is available, and reports that it waits. */
async function waitFor<Service>(role: Opener, open: () => Promise<Service>): Promise<Service> {
  let printedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (
        role !== 'server' ||
        !(error instanceof StartupError) ||
        !TEMPORARY_ERRORS.has(error.code)
      ) {
        throw error;
      }
      if (performance.now() - printedAt > PRINT_INTERVAL) {
        console.error(`${error.message} Se sigue intentando.`);
        printedAt = performance.now();
      }
      await delay(RETRY_INTERVAL);
    }
  }
}

/**
 * Checks that a connection works and is suitable.
 * @returns the name of its role
 */
async function checkConnection(connection: PoolConfig, variable: string): Promise<string> {
  const settings = { ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
  try {
    const { rows } = await withClient(settings, (client) =>
      client.query<DatabaseState>(
        `select current_user as role, pg_is_in_recovery() as recovering,
                current_setting('transaction_read_only')::boolean as "readOnly",
                current_setting('server_encoding') as encoding`,
      ),
    );
    expectWritable(rows[0], variable);
    if (rows[0] && rows[0].encoding !== 'UTF8') {
      throw new StartupError(
        'database-refused',
        `La base de ${variable} usa la codificación ${rows[0].encoding}, que no distingue acentos ni eñes: crea otra con «create database … encoding 'UTF8' template template0» y pon su dirección.`,
      );
    }
    if (await isPooledByTransaction(settings)) {
      throw new StartupError(
        'database-refused',
        `${variable} usa un pool que cambia de conexión en cada transacción (como PgBouncer con pool_mode=transaction), y Simiente necesita conexiones propias: usa pool_mode=session o la dirección directa de PostgreSQL.`,
      );
    }
    return rows[0]?.role ?? '';
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(...explainFailure(cause, variable), { cause });
  }
}

interface DatabaseState {
  readonly role: string;
  readonly recovering: boolean;
  readonly readOnly: boolean;
  readonly encoding: string;
}

function expectWritable(state: DatabaseState | undefined, variable: string): void {
  if (state?.recovering) {
    throw new StartupError(
      'database-read-only',
      `El PostgreSQL de ${variable} es una réplica o se está recuperando, y no acepta cambios: usa la dirección del servidor principal, o espera a que termine.`,
    );
  }
  if (state?.readOnly) {
    throw new StartupError(
      'database-read-only',
      `La base de datos de ${variable} está en solo lectura y no acepta cambios: quita default_transaction_read_only de su configuración.`,
    );
  }
}

type Explanation = ['database-unreachable' | 'database-refused', string];

function explainFailure(cause: unknown, variable: string): Explanation {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const wrongPassword = `PostgreSQL no acepta el usuario o la contraseña de ${variable}: revísalos.`;
  const refusals: Readonly<Record<string, string>> = {
    '28P01': wrongPassword,
    '28000': wrongPassword,
    '3D000': `La base de datos que nombra ${variable} no existe: créala primero.`,
    '42501': `El usuario de ${variable} no tiene permiso de usar esa base de datos.`,
  };
  const refusal = refusals[code];
  if (refusal !== undefined) return ['database-refused', refusal];
  return [
    'database-unreachable',
    `No se puede conectar con el PostgreSQL de ${variable}${code ? ` (${code})` : ''}: revisa la dirección y que esté encendido.`,
  ];
}
