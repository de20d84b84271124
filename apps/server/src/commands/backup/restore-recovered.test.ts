import { execFile } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeAudit } from '../../modules/audit/public.ts';
import { NO_REQUEST } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { entryPoint } from '../../platform/entry-points.ts';
import { readSecret } from '../../platform/postgres/secrets.ts';
import { listExports } from '../../schema/operation/installation.ts';
import { mails } from '../../schema/operation/mail.ts';
import { draftTokens } from '../../schema/reports.ts';
import { laboratoryTokens } from '../../schema/results.ts';
import { staff, staffLinks, staffSessions, staffVerifications } from '../../schema/staff.ts';
import { backUp, temporaryFolder, temporaryStore } from '../../testing/backups/backups.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  queryAsOwner,
  toDatabaseUrl,
} from '../../testing/database.ts';
import { createFirstRelease } from '../../testing/first-release.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addDelivery, addFile, addPartner, addPatient, addReport } from '../../testing/records.ts';
import { revokeAccess } from './restore.ts';

/** Adds one row to each table that grants access (sessions, links, tokens, deliveries) or queues e-mails. */
async function grantAccess(db: Database): Promise<void> {
  const expiresAt = new Date('2100-01-01');
  await db.insert(staff).values({ id: 'stf_1', name: 'Ana', email: 'ana@simiente.example' });
  await db.insert(staffSessions).values({ id: 'ses_1', token: 't', userId: 'stf_1', expiresAt });
  const code = { id: 'ver_1', identifier: 'i', value: 'v', expiresAt };
  await db.insert(staffVerifications).values(code);
  const link = { staffId: 'stf_1', kind: 'password', tokenHash: 'h', expiresAt } as const;
  await db.insert(staffLinks).values(link);
  await db.insert(mails).values({ id: 'mail_1', kind: 'password-changed', staffId: 'stf_1' });
  const laboratoryId = await addPartner(db, { type: 'Laboratorio' });
  await db.insert(laboratoryTokens).values({ laboratoryId, tokenHash: 'h' });
  await db.insert(draftTokens).values({ name: 'Redactor', tokenHash: 'h' });
  const list = { id: 'exp_1', staffId: 'stf_1', list: 'patients', filters: {} };
  await db.insert(listExports).values(list);
  const patientId = await addPatient(db);
  const versionId = await addReport(db, patientId, 'exam_ai', 'Un texto');
  await addDelivery(db, { patientId, versionId });
}

/** Counts the rows of those tables, and reads `device_epoch`, whose increase forgets all known devices. */
async function readAccess(owner: ClientConfig) {
  const [counts] = await queryAsOwner(
    { owner },
    `select (select count(*)::int from staff_sessions) as sessions,
       (select count(*)::int from staff_verifications) as codes,
       (select count(*)::int from staff_links) as links, (select count(*)::int from mails) as mails,
       (select count(*)::int from laboratory_tokens) as tokens,
       (select count(*)::int from draft_tokens) as senders,
       (select count(*)::int from list_exports) as exports,
       (select count(*)::int from report_deliveries where closed_at is null) as deliveries,
       (select device_epoch from staff where id = 'stf_1') as epoch`,
  );
  return counts;
}

const restorationsIn = async (database: { owner: ClientConfig }) =>
  (
    await queryAsOwner(database, `select details from audit_events where action = 'data.restored'`)
  ).map(({ details }) => details);

const NO_ACCESS = {
  sessions: 0,
  codes: 0,
  links: 0,
  mails: 0,
  tokens: 0,
  senders: 0,
  exports: 0,
  deliveries: 0,
  epoch: 2,
};

test('T-G7: after a point-in-time recovery of an external database, sessions are revoked and the missing period is reported', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: toDatabaseUrl({ owner: database.app }),
    DATABASE_OWNER_URL: toDatabaseUrl(database),
    LOG_LEVEL: 'silent',
  };
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [entryPoint('cli'), ...args], { env })).stdout;
  await grantAccess(db);
  const moment = new Date(Date.now() - 60_000).toISOString();
  const act = { actor: { kind: 'operator', id: 'root' }, origin: NO_REQUEST } as const;
  const account = { kind: 'staff', id: 'stf_1' } as const;
  const patient = { kind: 'patient', id: 'usr_1' } as const;
  const report = { subject: { kind: 'report', id: 'ver_1' }, patientId: 'usr_1' } as const;
  const exam = { subject: { kind: 'exam', id: 'exm_1' }, patientId: 'usr_1' } as const;
  const received = { kind: 'received_result', id: 'rcv_1' } as const;
  await db.transaction(async (transaction) => {
    await writeAudit(transaction, act, { action: 'staff.status_changed', subject: account });
    await writeAudit(transaction, act, { action: 'staff.roles_changed', subject: account });
    await writeAudit(transaction, act, { action: 'consent.withdrawn', subject: patient });
    await writeAudit(transaction, act, { action: 'report.signed', ...report });
    await writeAudit(transaction, act, { action: 'report.withdrawn', ...report });
    await writeAudit(transaction, act, { action: 'report.draft_discarded', ...report });
    await writeAudit(transaction, act, { action: 'received_result.discarded', subject: received });
    await writeAudit(transaction, act, { action: 'emergency_access.opened', subject: patient });
    await writeAudit(transaction, act, { action: 'result.corrected', ...exam });
    await writeAudit(transaction, act, { action: 'analyte_range.updated' });
    await writeAudit(transaction, act, { action: 'letterhead.changed' });
    await writeAudit(transaction, act, { action: 'record.deleted', subject: patient });
    await writeAudit(transaction, act, { action: 'patient.updated', subject: patient });
  });

  expect(await run('audit', 'since', '2100-01-01 10:00')).toBe(
    'Desde ese momento no hay acciones que repetir.\n',
  );
  const since = await run('audit', 'since', moment);
  expect(
    since.split('\n').map((line) => line.replace(/^ {2}\S+ \S+ \(Ciudad de México\) {2}/, '')),
  ).toEqual([
    'Estas acciones ocurrieron después de ese momento y no están en la restauración; repite las que aún hagan falta:',
    'Cambió el estado de una cuenta (ana@simiente.example)',
    'Cambió los roles de una cuenta (ana@simiente.example)',
    'Retiró el consentimiento (usr_1)',
    'Firmó el informe (ver_1, usr_1)',
    'Retiró el informe (ver_1, usr_1)',
    'Descartó un borrador del informe (ver_1, usr_1)',
    'Descartó un resultado recibido (rcv_1)',
    'Abrió un acceso de emergencia a los informes y archivos (usr_1)',
    'Corrigió los resultados del estudio (exm_1, usr_1)',
    'Cambió un rango del laboratorio',
    'Cambió el membrete',
    'Eliminó el registro (usr_1)',
    '',
  ]);
  expect(await readAccess(database.owner)).toMatchObject({ sessions: 1, mails: 1, epoch: 1 });

  expect(await run('restore', '--recovered', moment)).toContain('La base quedó lista.');
  expect(await readAccess(database.owner)).toEqual(NO_ACCESS);
  const verified = await run('audit', 'verify');
  expect(verified).toMatch(/se restauraron los datos del .*: faltan los registros/);
  expect(verified).toContain('La auditoría está íntegra.');
});

/** Restores a backup by its command, into an empty database. */
async function restoreByCommand(file: string) {
  const target = await createEmptyDatabase();
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: toDatabaseUrl(target),
    LOG_LEVEL: 'silent',
  };
  const args = [entryPoint('cli'), 'restore', file];
  return { target, ...(await promisify(execFile)(process.execPath, args, { env })) };
}

test('T-G7: a restored backup revokes all access that was granted before it', async () => {
  const database = await createTestDatabase();
  await grantAccess(database.db);
  await addFile(database.db, null);
  const { file } = await backUp({ database, store: await temporaryStore() });
  const { target, stdout, stderr } = await restoreByCommand(file);
  expect(stdout).toContain(
    'Ya no son válidas las sesiones, los enlaces ni las entregas anteriores',
  );
  expect(stderr).toContain('archivos que ya faltaban o estaban dañados al respaldar: 1.');
  expect(await readAccess(target.owner)).toEqual(NO_ACCESS);
  expect(await restorationsIn(target)).toEqual([
    { madeAt: expect.any(String), rows: expect.any(Number), files: 0 },
  ]);
});

test('T-G7: the restoration of a backup of the first release is audited, and its seals are valid', async () => {
  const { file } = await backUp({
    database: await createFirstRelease(),
    store: await temporaryStore(),
  });
  const { target, stdout } = await restoreByCommand(file);
  expect(stdout).toMatch(/Registros de auditoría pendientes de sello, ya sellados: \d+/);
  expect(await restorationsIn(target)).toHaveLength(1);
  const unsealed = 'select id from audit_events except select event_id from audit_seals';
  expect(await queryAsOwner(target, unsealed)).toEqual([]);
});

test('T-G7: a restoration killed after its data are written has revoked access, stored the secrets and written its audit row', async () => {
  const database = await createTestDatabase();
  await grantAccess(database.db);
  const BACKUP_PASSPHRASE = 'una frase larga para el respaldo';
  const { file } = await backUp({ database, store: await temporaryStore() }, BACKUP_PASSPHRASE);
  const target = await createEmptyDatabase();
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: toDatabaseUrl(target),
    BACKUP_PASSPHRASE,
    LOG_LEVEL: 'silent',
  };
  // The restoration takes this lock in its transaction, and again after the commit, when `afterwards` holds it.
  const [before, afterwards] = await Promise.all([connect(target), connect(target)]);
  await before.query('select pg_advisory_lock($1)', [LOCKS.migration]);
  const waitForWaiters = (count: number) =>
    vi.waitFor(async () => {
      const waiters = await queryAsOwner(
        target,
        `select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(waiters).toHaveLength(count);
    }, LONG_WAIT);
  const command = execFile(process.execPath, [entryPoint('cli'), 'restore', file], { env });
  const ended = once(command, 'exit');
  await waitForWaiters(1);
  const locked = afterwards.query('select pg_advisory_lock($1)', [LOCKS.migration]);
  await waitForWaiters(2);
  await before.query('select pg_advisory_unlock($1)', [LOCKS.migration]);
  await locked;
  command.kill('SIGKILL');
  await ended;
  expect(await readAccess(target.owner)).toEqual(NO_ACCESS);
  expect(await readSecret(path.join(env.DATA_DIR, 'secrets'), 'auth')).toBe('un secreto');
  expect(await restorationsIn(target)).toEqual([expect.objectContaining({ files: 0 })]);
});

async function connect({ owner }: { owner: ClientConfig }): Promise<Client> {
  const client = new Client(owner);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('T-G7: access is revoked in a database of the first release, which lacks most tables of access', async () => {
  const { owner } = await createFirstRelease();
  const client = new Client(owner);
  await client.connect();
  await client.query(
    `insert into staff_sessions (id, token, user_id, expires_at)
     select 'ses_1', 't', id, now() + interval '1 day' from staff limit 1`,
  );
  await revokeAccess(client).finally(() => client.end());
  expect(await queryAsOwner({ owner }, 'select id from staff_sessions')).toEqual([]);
});

test('`restore --recovered` is rejected for the embedded database, and names `restore --to`', async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'silent' };
  const args = [entryPoint('cli'), 'restore', '--recovered', 'fin'];
  await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('simiente restore --to'),
  });
});
