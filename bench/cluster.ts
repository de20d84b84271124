import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@simiente/server/platform/database/migrating/migrate';
import {
  type Connection,
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '@simiente/server/platform/postgres/embedded';
import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { datasetDigest } from './dataset/digest.ts';
import { loadDatabase } from './dataset/load.ts';
import { scaleFor } from './dataset/scale.ts';

/** Built databases stay here for the next run. Deleting them costs only time. */
export const DATA = fileURLToPath(new URL('./.data', import.meta.url));

/** A database for one run, which may change it. */
export interface DatabaseCopy {
  readonly app: Connection;
  readonly owner: Connection;
}

/** The embedded PostgreSQL of the benchmark, as the product starts it, and the databases in it. */
export class Cluster {
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #postgres: EmbeddedPostgres;

  private constructor(folder: string, log: (line: string) => void, postgres: EmbeddedPostgres) {
    this.#folder = folder;
    this.#log = log;
    this.#postgres = postgres;
  }

  static async open(
    log: (line: string) => void,
    folder = path.join(DATA, 'cluster'),
  ): Promise<Cluster> {
    return new Cluster(folder, log, await openPostgres(folder));
  }

  /** A copy of the database with this many patients, which is built on first use. */
  async getCopy(patients: number): Promise<DatabaseCopy> {
    const name = `run_${patients}`;
    await this.#replace(name, await this.#findOrBuild(patients));
    return this.#connections(name);
  }

  /** A database with the schema and no rows. */
  async empty(): Promise<DatabaseCopy> {
    await this.#replace('run_empty', 'template0');
    const copy = this.#connections('run_empty');
    await migrateDatabase({ owner: copy.owner, appRole: copy.app.user });
    return copy;
  }

  async drop({ app }: DatabaseCopy): Promise<void> {
    await this.#withSuperuser((client) => dropDatabase(client, app.database));
  }

  /** Runs a task on the data folder with this many patients, while its PostgreSQL is stopped. */
  async withDataFolder<Result>(
    patients: number,
    work: (dataDir: string) => Promise<Result>,
  ): Promise<Result> {
    const { database } = this.#postgres.app;
    await this.#replace(database, await this.#findOrBuild(patients));
    await this.#postgres.close();
    try {
      return await work(this.#folder);
    } finally {
      this.#postgres = await openPostgres(this.#folder);
      await this.#withSuperuser((client) => dropDatabase(client, database));
    }
  }

  close(): Promise<void> {
    return this.#postgres.close();
  }

  async #findOrBuild(patients: number): Promise<string> {
    const name = `built_${patients}_${datasetDigest()}`;
    const existing = await this.#withSuperuser((client) => listDatabases(client, name));
    if (existing.length === 0) await this.#build(patients, name);
    return name;
  }

  async #build(patients: number, name: string): Promise<void> {
    const started = performance.now();
    this.#log(`Building the database of ${patients} patients (once only)…`);
    const draft = `draft_${patients}`;
    await this.#replace(draft, 'template0');
    const { owner, app } = this.#connections(draft);
    await migrateDatabase({ owner, appRole: app.user });
    await withConnection(owner, (client) => loadDatabase(client, scaleFor(patients), this.#log));
    await this.#withSuperuser(async (client) => {
      for (const old of await listDatabases(client, `built_${patients}_`)) {
        await dropDatabase(client, old);
      }
      await client.query(
        `alter database ${escapeIdentifier(draft)} rename to ${escapeIdentifier(name)}`,
      );
    });
    this.#log(`  done in ${Math.round((performance.now() - started) / 1000)} s`);
  }

  /** Creates a database from another one, replacing a database of the same name. */
  async #replace(name: string, template: string): Promise<void> {
    const owner = escapeIdentifier(this.#postgres.owner.user);
    await this.#withSuperuser(async (client) => {
      await dropDatabase(client, name);
      // Copying files is several times as fast as logging their pages.
      await client.query(
        `create database ${escapeIdentifier(name)} owner ${owner}
           template ${escapeIdentifier(template)} strategy file_copy`,
      );
    });
  }

  #connections(database: string): DatabaseCopy {
    const { app, owner } = this.#postgres;
    return { app: { ...app, database }, owner: { ...owner, database } };
  }

  #withSuperuser<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return withConnection(this.#postgres.superuser, work);
  }
}

function openPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({ dataDir, role: 'tool', log: () => {} });
}

async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
}

async function listDatabases(client: Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  return rows.map(({ name }) => name);
}

/** Works on a separate connection. */
export async function withConnection<Result>(
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

/** A `DATABASE_URL`: a socket's folder goes into the query. */
export function databaseUrl({ host, port, user, password, database }: Connection): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${login}@${host}:${port}/${database}`;
}
