import path from 'node:path';
import { Client, type PoolConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type DatabaseHandle, openDatabase } from './platform/database/database.ts';
import { migrateDatabase } from './platform/database/migrate.ts';
import { openEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { ensureSecret } from './platform/postgres/secrets.ts';
import { StartupError } from './platform/postgres/startup-error.ts';
import { type FileStore, openLocalFileStore } from './platform/storage/storage.ts';

/** A migrated database, the file store and the secret: what the server and the commands work on. */
export interface Installation {
  readonly database: DatabaseHandle;
  /** The role that owns the tables, for the few commands that must do more than the application may. */
  readonly owner: PoolConfig;
  readonly store: FileStore;
  readonly secret: string;
  /** True when the application's role also owns the audit, which then is not protected from it. */
  readonly auditUnprotected: boolean;
  close(): Promise<void>;
}

interface Parties {
  readonly owner: PoolConfig;
  readonly app: PoolConfig;
  readonly auditUnprotected: boolean;
  close(): Promise<void>;
}

/**
 * Opens the installation that the configuration names, migrated.
 * @param role `server` for the one server of a data folder, `tool` for a command beside it
 * @throws StartupError with one line that says what to do
 */
export async function openInstallation(
  config: Config,
  role: 'server' | 'tool',
  log: Logger,
): Promise<Installation> {
  const parties = config.databaseUrl
    ? await useExternal(config, config.databaseUrl)
    : await useEmbedded(config, role, log);
  try {
    await migrateDatabase({ owner: parties.owner, appRole: parties.app.user ?? '' });
  } catch (cause) {
    await parties.close();
    throw cause;
  }
  const database = openDatabase(parties.app, log);
  return {
    database,
    owner: parties.owner,
    store: openLocalFileStore(path.join(config.dataDir, 'files')),
    secret: config.authSecret ?? (await ensureSecret(path.join(config.dataDir, 'secrets'), 'auth')),
    auditUnprotected: parties.auditUnprotected,
    close: async () => {
      await database.close();
      await parties.close();
    },
  };
}

async function useEmbedded(config: Config, role: 'server' | 'tool', log: Logger): Promise<Parties> {
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    role,
    log: (line) => log.info(line),
    // A server that lost its place in the data folder must not go on as if it had it.
    onLost: (error) => {
      log.fatal({ code: error.code }, error.message);
      console.error(error.message);
      process.exit(1);
    },
  });
  return {
    owner: postgres.owner,
    app: postgres.app,
    auditUnprotected: false,
    close: postgres.close,
  };
}

async function useExternal(config: Config, url: string): Promise<Parties> {
  const app = parseIntoClientConfig(url);
  const owner = parseIntoClientConfig(config.databaseOwnerUrl ?? url);
  const appRole = await probe(app, 'DATABASE_URL');
  if (config.databaseOwnerUrl) await probe(owner, 'DATABASE_OWNER_URL');
  return {
    owner,
    app: { ...app, user: appRole },
    auditUnprotected: config.databaseOwnerUrl === null,
    close: async () => {},
  };
}

/** Connects once, so that a wrong address is said in words, and finds out the role's name. */
async function probe(connection: PoolConfig, variable: string): Promise<string> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  } catch (cause) {
    throw new StartupError(...explain(cause, variable), { cause });
  } finally {
    await client.end().catch(() => {});
  }
}

type Explanation = ['database-unreachable' | 'database-refused', string];

function explain(cause: unknown, variable: string): Explanation {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  switch (code) {
    case '28P01':
    case '28000':
      return [
        'database-refused',
        `PostgreSQL no acepta el usuario o la contraseña de ${variable}: revísalos.`,
      ];
    case '3D000':
      return [
        'database-refused',
        `La base de datos que nombra ${variable} no existe: créala primero.`,
      ];
    case '42501':
      return [
        'database-refused',
        `El usuario de ${variable} no tiene permiso de usar esa base de datos.`,
      ];
    default:
      return [
        'database-unreachable',
        `No se puede conectar con el PostgreSQL de ${variable}${code ? ` (${code})` : ''}: revisa la dirección y que esté encendido.`,
      ];
  }
}
