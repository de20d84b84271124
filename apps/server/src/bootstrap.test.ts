import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openConnections, openInstallation } from './bootstrap.ts';
import { forgetOwnerUrl, migrateInChildProcess } from './commands/serve/migrate.ts';
import { readConfig } from './config.ts';
import { freePort } from './platform/postgres/testing/free-port.ts';
import { StartupError } from './platform/system-errors.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  queryAsOwner,
  setReadOnly,
  type TestDatabase,
  toDatabaseUrl,
} from './testing/database.ts';
import { S3_CREDENTIALS, startS3 } from './testing/services/s3.ts';

const log = pino({ level: 'silent' });

async function makeConfig(database: TestDatabase, env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-bootstrap-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return readConfig({ DATA_DIR: folder, DATABASE_URL: toDatabaseUrl(database), ...env });
}

/** Lines printed for the operator from here on. */
function capturePrinted() {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  return () => printed.mock.calls.map(([line]) => String(line));
}

async function catchStartupError(opening: Promise<unknown>): Promise<StartupError> {
  const error = await opening.catch((fault: unknown) => fault);
  if (error instanceof StartupError) return error;
  throw new Error('Expected a StartupError', { cause: error });
}

test('T-H6: a server start waits for an unavailable bucket and logs it once, and a command fails immediately', async () => {
  const port = await freePort();
  const config = await makeConfig(await createTestDatabase(), {
    FILES_URL: `s3://archivos/simiente?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
  });
  const printed = capturePrinted();
  const away = `No se puede usar el almacén de FILES_URL en http://127.0.0.1:${port} (ECONNREFUSED): revisa la dirección y que esté encendido.`;
  const tool = await catchStartupError(openInstallation(config, 'tool', log));
  expect([tool.code, tool.message]).toEqual(['files-unreachable', away]);
  expect(printed()).toEqual([]);

  const opening = openInstallation(config, 'server', log);
  await expect.poll(printed).toEqual([`${away} Se sigue intentando.`]);
  const service = await startS3(port);
  onTestFinished(() => service.stop());
  const installation = await opening;
  onTestFinished(() => installation.close());
  await expect(installation.store.check()).resolves.toBeUndefined();
  expect(printed()).toHaveLength(1);
});

test('M8, E-10.904: a start with only the application role, on a database of another encoding, or without rights fails with an instruction', async () => {
  const database = await createTestDatabase();
  const server = inject('testServer');
  const asApp = toDatabaseUrl({ owner: database.app });
  await queryAsOwner(
    database,
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
  );
  for (const role of ['server', 'tool'] as const) {
    const failure = await catchStartupError(
      openInstallation(await makeConfig(database, { DATABASE_URL: asApp }), role, log),
    );
    expect(failure.message).toBe(
      'El rol de DATABASE_URL no es dueño de las tablas: pon en DATABASE_OWNER_URL la dirección con el rol que sí lo es, o ejecuta antes con ella «simiente migrate».',
    );
  }

  const empty = await createEmptyDatabase();
  const config = await makeConfig(database, {
    DATABASE_URL: toDatabaseUrl({ owner: { ...empty.owner, ...server.app } }),
  });
  expect((await catchStartupError(openInstallation(config, 'server', log))).code).toBe(
    'database-not-owned',
  );

  const name = `ascii_${randomUUID()}`;
  const admin = { host: server.host, port: server.port, ...server.admin };
  const asAdmin = (text: string) =>
    queryAsOwner({ owner: { ...admin, database: 'postgres' } }, text);
  await asAdmin(
    `create database "${name}" encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  );
  onTestFinished(async () => void (await asAdmin(`drop database "${name}" with (force)`)));
  const ascii = { DATABASE_URL: toDatabaseUrl({ owner: { ...admin, database: name } }) };
  const failure = await catchStartupError(
    openInstallation(await makeConfig(database, ascii), 'server', log),
  );
  expect(failure.message).toMatch(/codificación SQL_ASCII, .* encoding 'UTF8'/);
});

test('T-K9: a start waits for a read-only database, a command is rejected with a message, and neither shows a stack', async () => {
  const database = await createTestDatabase();
  const config = await makeConfig(database);
  const printed = capturePrinted();
  await setReadOnly(database, 'on');
  const message =
    'La base de datos de DATABASE_URL está en solo lectura y no acepta cambios: quita default_transaction_read_only de su configuración.';
  const tool = await catchStartupError(openInstallation(config, 'tool', log));
  expect([tool.code, tool.message]).toEqual(['database-read-only', message]);
  // A restoration is also a command, although it runs as the only server of the installation.
  const restoration = await catchStartupError(openConnections(config, 'server', log));
  expect([restoration.code, restoration.message]).toEqual(['database-read-only', message]);
  expect(printed()).toEqual([]);

  const opening = openInstallation(config, 'server', log);
  await expect.poll(printed).toEqual([`${message} Se sigue intentando.`]);
  await setReadOnly(database, 'off');
  const installation = await opening;
  onTestFinished(() => installation.close());
  expect(await queryAsOwner(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('S11, E-10.1330: once another process has migrated, a start has no rights of the owner', async () => {
  const { owner } = await createEmptyDatabase();
  const app = { ...owner, ...inject('testServer').app };
  const config = await makeConfig({ app, owner } as TestDatabase, {
    DATABASE_URL: toDatabaseUrl({ owner: app }),
  });
  vi.stubEnv('DATA_DIR', config.dataDir);
  vi.stubEnv('DATABASE_URL', config.databaseUrl ?? '');
  onTestFinished(() => void vi.unstubAllEnvs());

  vi.stubEnv('DATABASE_OWNER_URL', toDatabaseUrl({ owner: { ...owner, user: 'nadie' } }));
  expect(await migrateInChildProcess()).toBe(1);
  vi.stubEnv('DATABASE_OWNER_URL', toDatabaseUrl({ owner }));
  expect(await migrateInChildProcess()).toBe(0);
  forgetOwnerUrl();
  expect(process.env.DATABASE_OWNER_URL).toBeUndefined();

  const installation = await openInstallation(config, 'server', log);
  onTestFinished(() => installation.close());
  expect(installation.auditUnprotected).toBe(false);
  expect(installation.owner.user).toBe(app.user);
  for (const text of ['update audit_events set action = action', 'create table public.one ()']) {
    await expect(installation.database.pool.query(text)).rejects.toThrow('permission denied');
  }
});
