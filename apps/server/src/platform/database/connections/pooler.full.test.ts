import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openInstallation } from '../../../bootstrap.ts';
import { readConfig } from '../../../config.ts';
import { createTestDatabase, type TestDatabase, toDatabaseUrl } from '../../../testing/database.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import { addPatient } from '../../../testing/records.ts';
import { startProxy } from '../../../testing/services/proxy.ts';
import { freePort } from '../../postgres/testing/free-port.ts';

const log = pino({ level: 'silent' });

/** Whether Debian's package pgbouncer is installed. */
const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;

/** PgBouncer before a database; `address` is the value of DATABASE_URL. */
async function startPgBouncer(database: TestDatabase, mode: 'session' | 'transaction') {
  const { config } = await startProxy(database.owner);
  const { user, password, database: name } = database.owner;
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-pgbouncer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // PgBouncer drops root's rights, and must still read its settings.
  await chmod(folder, 0o755);
  const settings = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
${name} = host=127.0.0.1 port=${config.port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  );
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const bouncer = spawn('pgbouncer', [...asUser, settings], { stdio: 'ignore' });
  onTestFinished(async () => {
    bouncer.kill('SIGKILL');
    await once(bouncer, 'exit');
  });
  await vi.waitFor(() => expectOpen(port), LONG_WAIT);
  const address = new URL(toDatabaseUrl(database));
  address.search = '';
  address.host = `127.0.0.1:${port}`;
  return address.href;
}

async function expectOpen(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
}

async function openThrough(database: TestDatabase, mode: 'session' | 'transaction') {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-pgbouncer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const DATABASE_URL = await startPgBouncer(database, mode);
  return openInstallation(readConfig({ DATA_DIR: folder, DATABASE_URL }), 'tool', log);
}

describe.skipIf(!isInstalled)('T-H1: PgBouncer', () => {
  test('works like a direct connection in session mode', async () => {
    const database = await createTestDatabase();
    const installation = await openThrough(database, 'session');
    onTestFinished(() => installation.close());
    await addPatient(installation.database.db, { name: 'Ana' });
    const { rows } = await database.pool.query('select name from patients');
    expect(rows).toEqual([{ name: 'Ana' }]);
  });

  test('is rejected in transaction mode, with an instruction', async () => {
    const opening = openThrough(await createTestDatabase(), 'transaction');
    await expect(opening).rejects.toThrow(
      'DATABASE_URL usa un pool que cambia de conexión en cada transacción (como PgBouncer con pool_mode=transaction), y Simiente necesita conexiones propias: usa pool_mode=session o la dirección directa de PostgreSQL.',
    );
  });
});
