import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type ClientConfig, escapeIdentifier, escapeLiteral } from 'pg';
import { parse } from 'pg-connection-string';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { openEmbeddedPostgres } from '../platform/postgres/embedded.ts';

/** What a connection to the tests' PostgreSQL needs; the name of the database comes on top. */
export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly admin: { readonly user: string; readonly password: string };
  readonly app: { readonly user: string; readonly password: string };
  /** Migrated and empty; each test database is cloned from it. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * Gives the tests a real PostgreSQL: that of TEST_DATABASE_URL, whose role may create databases and
 * roles, or else an embedded one of their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = process.env.TEST_DATABASE_URL
    ? await useExternal(process.env.TEST_DATABASE_URL)
    : await startEmbedded();
  const run = `simiente_test_${process.pid}`;
  const app = { user: `${run}_app`, password: crypto.randomUUID() };
  const template = `${run}_template`;
  const admin = { ...server.admin, host: server.host, port: server.port };
  await asAdmin(admin, async (client) => {
    await client.query(
      `create role ${escapeIdentifier(app.user)} login password ${escapeLiteral(app.password)}`,
    );
    await client.query(`create database ${escapeIdentifier(template)}`);
  });
  await migrateDatabase({ owner: { ...admin, database: template }, appRole: app.user });
  project.provide('testServer', { ...server, app, template });
  return async () => {
    await asAdmin(admin, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select datname as name from pg_database where datname like $1',
        [`${run}\\_%`],
      );
      for (const { name } of rows) {
        await client.query(`drop database ${escapeIdentifier(name)} with (force)`);
      }
      await client.query(`drop role ${escapeIdentifier(app.user)}`);
    });
    await stop();
  };
}

interface Started {
  readonly server: Pick<TestServer, 'host' | 'port' | 'admin'>;
  stop(): Promise<void>;
}

async function startEmbedded(): Promise<Started> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'simiente-test-'));
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log: () => {} });
  const { host, port, user, password } = postgres.superuser;
  return {
    server: { host, port, admin: { user, password } },
    stop: async () => {
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function useExternal(url: string): Promise<Started> {
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

async function asAdmin(config: ClientConfig, work: (client: Client) => Promise<void>) {
  const client = new Client({ ...config, database: 'postgres' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
