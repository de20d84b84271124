import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig, escapeIdentifier, escapeLiteral, Pool } from 'pg';
import { parse } from 'pg-connection-string';
import { migrateDatabase } from '../platform/database/migrating/migrate.ts';
import { openEmbeddedPostgres } from '../platform/postgres/embedded.ts';

/** The connection to the tests' PostgreSQL, without the name of the database. */
export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly admin: Role;
  readonly app: Role;
  /** The migrated empty database from which each test database is cloned. */
  readonly template: string;
}

interface Role {
  readonly user: string;
  readonly password: string;
}

/**
 * Gives tests a real PostgreSQL with a migrated template: that of `url`, whose role may create databases and
 * roles, or otherwise an embedded one.
 */
export async function startTestServer(
  url = process.env.TEST_DATABASE_URL,
): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const { server, stop } = url ? connectExternal(url) : await startEmbedded();
  const run = `simiente_test_${process.pid}`;
  const app = { user: `${run}_app`, password: crypto.randomUUID() };
  const template = `${run}_template`;
  const admin = getAdministrator(server);
  await admin.query(
    `create role ${escapeIdentifier(app.user)} login password ${escapeLiteral(app.password)}`,
  );
  await admin.query(`create database ${escapeIdentifier(template)}`);
  const { host, port } = server;
  const owner = { ...server.admin, host, port, database: template };
  await migrateDatabase({ owner, appRole: app.user });
  await keepCatalogCache(owner);
  return {
    server: { ...server, app, template },
    stop: async () => {
      // An embedded server is removed with its data.
      if (url) await removeTraces(admin, run, app.user);
      await admin.end();
      await stop();
    },
  };
}

/**
 * Creates a database from a template.
 * @returns its connection, and a function that drops it: hundreds would fill a folder in memory
 */
export async function cloneDatabase(
  server: TestServer,
  template = server.template,
): Promise<{ app: ClientConfig; owner: ClientConfig; drop(): Promise<void> }> {
  const name = `${server.template.replace('_template', '')}_${crypto.randomUUID().slice(0, 13)}`;
  const { host, port } = server;
  const admin = getAdministrator(server);
  await admin.query(
    // Copying the template's files is several times as fast as logging their pages.
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
  );
  return {
    app: { host, port, ...server.app, database: name },
    owner: { host, port, ...server.admin, database: name },
    drop: async () =>
      void (await admin.query(`drop database ${escapeIdentifier(name)} with (force)`)),
  };
}

/**
 * Tests need no durability, so that commits and clones are faster, no large log, and no passwords that are costly
 * to guess.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  scram_iterations: '1',
  // Autovacuum updates statistics, which would change query plans at any moment.
  autovacuum: 'off',
  // Several tests run simultaneously, and one of them starts eight servers with a pool each.
  max_connections: '200',
};

interface Started {
  readonly server: Pick<TestServer, 'host' | 'port' | 'admin'>;
  stop(): Promise<void>;
}

async function startEmbedded(): Promise<Started> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'simiente-test-'));
  const postgres = await openEmbeddedPostgres({
    dataDir,
    role: 'tool',
    log: () => {},
    settings: SETTINGS,
  });
  const { host, port, user, password } = postgres.superuser;
  const server = { host, port, admin: { user, password } };
  // The role was created without the setting of the iterations.
  await getAdministrator(server).query(
    `alter role ${escapeIdentifier(user)} password ${escapeLiteral(password)}`,
  );
  return {
    server,
    stop: async () => {
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function connectExternal(url: string): Started {
  const { host, port, user, password } = parse(url);
  return {
    server: {
      host: host ?? 'localhost',
      port: Number(port ?? 5432),
      admin: { user: user ?? 'postgres', password: password ?? '' },
    },
    stop: async () => {},
  };
}

async function removeTraces(admin: Pool, run: string, appRole: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where datname like $1',
    [`${run.replaceAll('_', '\\_')}\\_%`],
  );
  for (const { name } of rows) {
    await admin.query(`drop database ${escapeIdentifier(name)} with (force)`);
  }
  await admin.query(`drop role ${escapeIdentifier(appRole)}`);
}

/** Pools by address. A connection for each command would cost as much as the command. */
const administrators = new Map<string, Pool>();

function getAdministrator({ host, port, admin }: Started['server']): Pool {
  const address = `${host}:${port}`;
  const administrator = administrators.get(address);
  if (administrator) return administrator;
  const pool = new Pool({ host, port, ...admin, database: 'postgres', allowExitOnIdle: true });
  // The server may end before this process, or before connections that the pool's end does not wait for.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  administrators.set(address, pool);
  return pool;
}

/** A first connection stores the catalog's cache in the database's folder, which is copied with it. */
async function keepCatalogCache(owner: ClientConfig): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  await client.end();
}
