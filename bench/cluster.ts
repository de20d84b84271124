import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@simiente/server/platform/database/migrate';
import { openEmbeddedPostgres } from '@simiente/server/platform/postgres/embedded';
import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { datasetDigest } from './dataset/digest.ts';
import { loadDatabase } from './dataset/load.ts';
import { scaleOf } from './dataset/scale.ts';

/** What is built stays here, so that the next run starts at once. Deleting it costs only time. */
export const DATA = fileURLToPath(new URL('./.data', import.meta.url));

type Connection = Required<Pick<ClientConfig, 'host' | 'port' | 'user' | 'database'>> & {
  readonly password: string;
};

/** A database of its own for one run, which may be changed at will. */
export interface Copy {
  readonly patients: number;
  readonly app: Connection;
  readonly owner: Connection;
  readonly superuser: Connection;
}

/** The embedded PostgreSQL of the benchmark, as the product starts it, and the databases in it. */
export interface Cluster {
  /** A copy of the database of that many patients, which is built where there is none yet. */
  copyOf(patients: number): Promise<Copy>;
  drop(copy: Copy): Promise<void>;
  close(): Promise<void>;
}

/** @param folder of the cluster; the tests have their own */
export async function openCluster(
  say: (line: string) => void,
  folder = path.join(DATA, 'cluster'),
): Promise<Cluster> {
  const postgres = await openEmbeddedPostgres({ dataDir: folder, role: 'tool', log: () => {} });
  const digest = datasetDigest();
  const within = (database: string): Copy & { name: string } => ({
    name: database,
    patients: 0,
    app: { ...postgres.app, database },
    owner: { ...postgres.owner, database },
    superuser: { ...postgres.superuser, database },
  });
  const asSuperuser = <Result>(work: (client: Client) => Promise<Result>) =>
    connected(postgres.superuser, work);
  const create = (name: string, template: string) =>
    asSuperuser((client) =>
      client.query(
        // Copying files is several times as fast as logging their pages.
        `create database ${escapeIdentifier(name)} owner ${escapeIdentifier(postgres.owner.user)}
           template ${escapeIdentifier(template)} strategy file_copy`,
      ),
    );
  const drop = (name: string) =>
    asSuperuser((client) =>
      client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`),
    );

  async function build(patients: number, name: string): Promise<void> {
    const started = performance.now();
    say(`Se construye la base de ${patients} pacientes (una sola vez)…`);
    const draft = `draft_${patients}`;
    await drop(draft);
    await create(draft, 'template0');
    const { owner, app } = within(draft);
    await migrateDatabase({ owner, appRole: app.user });
    await connected(owner, (client) => loadDatabase(client, scaleOf(patients), say));
    await asSuperuser(async (client) => {
      for (const old of await listDatabases(client, `built_${patients}_`)) await drop(old);
      await client.query(
        `alter database ${escapeIdentifier(draft)} rename to ${escapeIdentifier(name)}`,
      );
    });
    say(`  lista en ${Math.round((performance.now() - started) / 1000)} s`);
  }

  return {
    async copyOf(patients) {
      const name = `built_${patients}_${digest}`;
      const known = await asSuperuser((client) => listDatabases(client, name));
      if (known.length === 0) await build(patients, name);
      const copy = `run_${patients}`;
      await drop(copy);
      await create(copy, name);
      return { ...within(copy), patients };
    },
    drop: ({ app }) => drop(app.database).then(() => {}),
    close: () => postgres.close(),
  };
}

async function listDatabases(client: Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  return rows.map(({ name }) => name);
}

/** Works on a connection of its own. */
export async function connected<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of a database as `DATABASE_URL` takes it: a socket's folder goes into the query. */
export function databaseUrl({ host, port, user, password, database }: Connection): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${login}@${host}:${port}/${database}`;
}
