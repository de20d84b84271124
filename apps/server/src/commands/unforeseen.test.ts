import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { entryPoint } from '../platform/entry-points.ts';
import { open, preparedDataDir, query } from '../platform/postgres/testing/data-folder.ts';
import { createTestDatabase, queryAsOwner, toDatabaseUrl } from '../testing/database.ts';
import { S3_CREDENTIALS, startS3 } from '../testing/services/s3.ts';

const CLI = entryPoint('cli');
const FIXTURE = path.join(import.meta.dirname, '../../../../fixtures/legacy-export.json');

test('T-F4: a command that fails at the database prints where it failed, and no values of records', async () => {
  const database = await createTestDatabase();
  // PostgreSQL quotes the whole row in this error.
  await queryAsOwner(database, 'alter table patients add constraint none check (false) not valid');
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-unforeseen-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const failure = await promisify(execFile)(process.execPath, [CLI, 'import', FIXTURE], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: toDatabaseUrl(database) },
  }).catch((error: unknown) => error);
  const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string };
  expect(code).toBe(1);
  expect(stderr).toContain('Ocurrió un error inesperado');
  expect(stderr).toContain('"code": "23514"');
  expect(stdout + stderr).not.toMatch(/@|usr_|Failing row|params:/);
});

test('T-K9: an import into a read-only embedded database is rejected with one message', async () => {
  const dataDir = await preparedDataDir();
  const { superuser, owner } = await open(dataDir);
  await query(superuser, `alter database ${owner.database} set default_transaction_read_only = on`);
  const failure = await promisify(execFile)(process.execPath, [CLI, 'import', FIXTURE], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 1,
    stderr:
      'La base de datos está en solo lectura y no acepta cambios: revisa que sea la del servidor principal y que default_transaction_read_only esté apagado.\n',
  });
});

test('T-H6: a start fails with one message when its bucket stops answering', async () => {
  const service = await startS3();
  onTestFinished(() => service.stop());
  const origin = new URL(service.bucket.endpoint ?? '');
  // The file that a start writes to test the bucket arrives; other files do not.
  const relay = createServer((incoming, outgoing) => {
    if (!incoming.url?.includes('/check-')) return;
    const { method, url, headers } = incoming;
    const onward = request({
      host: origin.hostname,
      port: origin.port,
      method,
      path: url,
      headers,
    });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => {
    relay.close();
    relay.closeAllConnections();
  });
  const { port } = relay.address() as AddressInfo;
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-unforeseen-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const failure = await promisify(execFile)(process.execPath, [CLI, 'serve'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: '0',
      DEMO: '1',
      DATABASE_URL: toDatabaseUrl(database),
      FILES_URL: `s3://archivos/simiente?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    },
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 1,
    stderr:
      'El bucket de FILES_URL dejó de responder: revisa que esté encendido y que haya conexión con él, y vuelve a intentarlo.\n',
  });
});
