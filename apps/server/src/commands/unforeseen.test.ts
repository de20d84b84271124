import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { asOwner, createTestDatabase, type TestDatabase } from '../testing/database.ts';

const CLI = path.join(import.meta.dirname, '../cli.ts');
const FIXTURE = path.join(import.meta.dirname, '../../../../fixtures/legacy-export.json');

function addressOf({ owner: { host, port, user, password, database } }: TestDatabase): string {
  const address = new URL(`postgres://localhost/${database}`);
  address.username = String(user);
  address.password = String(password);
  address.searchParams.set('host', String(host));
  address.searchParams.set('port', String(port));
  return address.href;
}

test('T-F4: a command that fails at the database prints where, and no values of records', async () => {
  const database = await createTestDatabase();
  // PostgreSQL quotes the whole row in this error.
  await asOwner(database, 'alter table patients add constraint none check (false) not valid');
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-unforeseen-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const failure = await promisify(execFile)(process.execPath, [CLI, 'import', FIXTURE], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: addressOf(database) },
  }).catch((error: unknown) => error);
  const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string };
  expect(code).toBe(1);
  expect(stderr).toContain('Algo falló que no se esperaba');
  expect(stderr).toContain('"code": "23514"');
  expect(stdout + stderr).not.toMatch(/@|usr_|Failing row|params:/);
});
