import { once } from 'node:events';
import { chmod, chown, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { SystemCheck } from '@simiente/contract/system/calls';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { markDemo } from '../modules/import/demo/demo-mark.ts';
import { backupName } from '../platform/backup/kept-backups.ts';
import { mails } from '../schema/operation/mail.ts';
import { startApplication } from '../testing/application.ts';
import { temporaryFolder } from '../testing/backups/backups.ts';
import { createTestDatabase } from '../testing/database.ts';
import { readStatus } from './status.ts';

const DAY = 24 * 3_600_000;

/** The checks, by id, of an installation with these settings. */
async function installation(settings: Record<string, string> = {}) {
  const { db } = await createTestDatabase();
  const folder = await temporaryFolder();
  const config = readConfig({ DATA_DIR: folder, BACKUP_DIR: path.join(folder, 'b'), ...settings });
  await mkdir(config.backups.folder);
  const read = async () => {
    const checks = await readStatus({ config, db });
    return Object.fromEntries(checks.map((check) => [check.id, check])) as Record<
      SystemCheck['id'],
      SystemCheck
    >;
  };
  return { db, folder, config, read };
}

const runJob = (at: Date, failures = 0) => sql`
  insert into jobs (name, due_at, succeeded_at, failures)
  values ('daily-backup', now(), ${at}, ${failures})
  on conflict (name) do update set succeeded_at = excluded.succeeded_at, failures = excluded.failures`;

describe('E-10.1540: the state of the system', () => {
  test('a new installation has no fault, and unconfigured services are off', async () => {
    const { read } = await installation();
    const checks = await read();
    expect(Object.values(checks).filter(({ state }) => state === 'fault')).toEqual([]);
    for (const id of ['wal-archive', 'mail', 'certificate', 'antivirus', 'replication'] as const) {
      expect(checks[id].state, id).toBe('off');
    }
    expect(checks.backup.detail).toMatch(/Todavía no hay ninguno/);
    expect(checks.disk.detail).toMatch(/GB libres$/);
    expect(checks.clock.state).toBe('ok');
  });

  test('a backup and a verification are faults after two days, and failed jobs are named', async () => {
    const { db, config, read } = await installation();
    const keep = (at: Date, bytes: number) =>
      writeFile(path.join(config.backups.folder, backupName(at)), Buffer.alloc(bytes));
    await keep(new Date(Date.now() - 10 * DAY), 1_000);
    await keep(new Date(Date.now() - 3 * DAY), 8_000_000);
    await db.execute(runJob(new Date(Date.now() - 3 * DAY), 2));
    const old = await read();
    expect([old.backup.state, old['verified-backup'].state]).toEqual(['fault', 'fault']);
    expect(old.jobs).toMatchObject({ state: 'fault', detail: 'Fallaron: daily-backup.' });
    await keep(new Date(), 9_000_000);
    await db.execute(runJob(new Date()));
    const now = await read();
    expect([now.backup.state, now['verified-backup'].state, now.jobs.state]).toEqual(
      Array(3).fill('ok'),
    );
  });

  test('a late archive, an unsent e-mail, a failing antivirus and demo data in production are faults', async () => {
    const silent = createServer((client) => client.end('no')).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const { db, folder, read } = await installation({
      NODE_ENV: 'production',
      WAL_ARCHIVE: await temporaryFolder(),
      MAIL_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'clinica@simiente.example',
      PUBLIC_URL: 'https://127.0.0.1:1',
      CLAMD: `127.0.0.1:${port}`,
    });
    await mkdir(path.join(folder, 'wal'));
    const segment = path.join(folder, 'wal', '000000010000000000000001');
    await writeFile(segment, 'x');
    expect((await read())['wal-archive'].state).toBe('ok');
    await utimes(segment, new Date(), new Date(Date.now() - 120_000));
    expect((await read())['wal-archive'].state).toBe('fault');
    await rm(segment);
    await db.insert(mails).values({
      id: 'mai_old',
      kind: 'new-device',
      createdAt: new Date(Date.now() - DAY),
    });
    await db.transaction(markDemo);
    const checks = await read();
    expect(checks.mail).toMatchObject({
      state: 'fault',
      detail: expect.stringMatching(/^1 por enviar/),
    });
    expect(checks.certificate.state).toBe('warning');
    expect([checks.antivirus.state, checks.demo.state]).toEqual(['fault', 'fault']);
  });

  test('only an account that manages accounts reads it, and the read is audited', async () => {
    const readable = await startApplication({
      staffRoles: ['administracion'],
      readStatus: async () => [{ id: 'clock', label: 'Reloj', state: 'ok', detail: '0 s' }],
    });
    const answer = await readable.staff.get('/v1/system/status');
    expect(answer.body).toMatchObject({ status: 200, data: { checks: [{ id: 'clock' }] } });
    const reception = await readable.signInAs('lucia@simiente.example', ['recepcion']);
    expect((await reception.get('/v1/system/status')).status).toBe(403);
    const { rows } = await readable.database.db.execute(
      sql`select count(*)::int as total from audit_events where action = 'system.read'`,
    );
    expect(rows).toEqual([{ total: 1 }]);
  });

  test('E-10.1952: warnings cover unencrypted or local backups, readable secrets and files of another user', async () => {
    const { folder, config, read } = await installation({ NODE_ENV: 'production' });
    const secrets = path.join(folder, 'secrets');
    await mkdir(secrets, { mode: 0o700 });
    await writeFile(path.join(secrets, 'auth'), 'x', { mode: 0o600 });
    const before = await read();
    expect(before['backup-encryption']).toMatchObject({
      state: 'fault',
      detail: expect.stringContaining('BACKUP_PASSPHRASE_FILE'),
    });
    expect(before['backup-place']).toMatchObject({ state: 'warning' });
    expect(before.secrets.state).toBe('ok');
    expect(before.certificate.state).toBe('warning');
    await chmod(path.join(secrets, 'auth'), 0o640);
    expect((await read()).secrets).toMatchObject({
      state: 'fault',
      detail: expect.stringContaining('chmod go='),
    });
    await chmod(path.join(secrets, 'auth'), 0o600);
    await mkdir(path.join(folder, 'files'));
    // Only root can give a folder to another user.
    if (process.getuid?.() === 0) {
      await chown(path.join(folder, 'files'), 12345, 12345);
      expect((await read()).secrets).toMatchObject({
        state: 'fault',
        detail: expect.stringContaining('chown'),
      });
    }
    const elsewhere = await readStatus({
      config: {
        ...config,
        backups: { ...config.backups, folder: '/proc', passphrase: 'una frase larga' },
      },
      db: (await createTestDatabase()).db,
    });
    const states = Object.fromEntries(elsewhere.map(({ id, state }) => [id, state]));
    expect(states).toMatchObject({ 'backup-encryption': 'ok', 'backup-place': 'ok' });
  });
});
