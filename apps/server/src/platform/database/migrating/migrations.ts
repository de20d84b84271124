import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import { SERVER_FOLDER } from '../../entry-points.ts';

export const MIGRATIONS = path.join(SERVER_FOLDER, 'migrations');

export interface Migration {
  readonly digest: string;
  /** Creation in milliseconds since the epoch. Drizzle orders migrations by it. */
  readonly at: number;
  readonly statements: readonly string[];
}

export function listMigrations(): Migration[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(
    ({ hash, folderMillis, sql }) => ({ digest: hash, at: folderMillis, statements: sql }),
  );
}

/** The digests of a database's applied migrations, in order; empty for a new one. */
export async function readAppliedMigrations(client: Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`,
  );
  if (rowCount === 0) return [];
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Applies migrations in the open transaction and records them as Drizzle does. Drizzle's own migrator would begin
 * another transaction.
 */
export async function applyMigrations(
  client: Client,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { digest, at, statements } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [digest, at],
    );
  }
}
