import { readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Client, type ClientConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { pino } from 'pino';
import { inject, onTestFinished } from 'vitest';
import { withoutConstraints } from '../platform/backup/restore-backup.ts';
import { openDatabase } from '../platform/database/database.ts';
import { applyMigrations, listMigrations } from '../platform/database/migrating/migrations.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';

/**
 * The database of a clinic after some days with the first release: written by that release's import, identity,
 * reads and deletion, dumped by pg_dump. It is never edited.
 */
const DUMP = new URL('../../../../fixtures/first-release.sql', import.meta.url);

/** The migrations of the first release. */
export const FIRST_RELEASE = 3;

/** A user of that time, who can still sign in. */
export const FIRST_STAFF = { email: 'julia@simiente.example', password: 'contraseña de prueba' };

/** A database as the first release left it, owned by a role without further rights. */
export async function createFirstRelease(): Promise<{ owner: ClientConfig; appRole: string }> {
  const roles = await createEmptyDatabase({ owned: true });
  const client = new Client(roles.owner);
  await client.connect();
  try {
    await client.query(`set timezone to 'UTC'`);
    await client.query('begin');
    await applyMigrations(client, listMigrations().slice(0, FIRST_RELEASE));
    await withoutConstraints(client, () => loadDump(client));
    await client.query('commit');
  } finally {
    await client.end();
  }
  return roles;
}

async function loadDump(client: Client): Promise<void> {
  const dump = readFileSync(DUMP, 'utf8');
  for (const [, target, rows] of dump.matchAll(/^COPY (.+) FROM stdin;\n([\s\S]*?)^\\\.$/gm)) {
    await pipeline([rows ?? ''], client.query(copyFrom(`copy ${target} from stdin`)));
  }
  for (const [statement] of dump.matchAll(/^SELECT setval.*$/gm)) await client.query(statement);
}

/** The application's connection to a migrated database, until the end of the running test. */
export function openMigrated(owner: ClientConfig): TestDatabase {
  const app = { ...owner, ...inject('testServer').app, max: 5 };
  const handle = openDatabase(app, pino({ level: 'silent' }));
  onTestFinished(() => handle.close());
  return { ...handle, app, owner };
}
