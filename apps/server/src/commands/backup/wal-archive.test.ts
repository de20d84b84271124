import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Installation, openInstallation } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { writeAudit } from '../../modules/audit/public.ts';
import { NO_REQUEST } from '../../platform/act.ts';
import { entryPoint } from '../../platform/entry-points.ts';
import { readSecret } from '../../platform/postgres/secrets.ts';
import { preparedDataDir, temporaryDataDir } from '../../platform/postgres/testing/data-folder.ts';
import { storeIdentity } from '../../platform/wal-archive/archive.ts';
import { listBases } from '../../platform/wal-archive/base-copy.ts';
import { formatRestoreMoment } from '../../platform/wal-archive/recover.ts';
import { patients } from '../../schema/patients.ts';
import { staff, staffSessions } from '../../schema/staff.ts';
import { temporaryFolder } from '../../testing/backups/backups.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addFile, addPatient } from '../../testing/records.ts';
import { readMoment } from './restore-to.ts';
import { openAnyArchive, openArchiveFolder, prepareSpool, startShipping } from './wal-archive.ts';

const log = pino({ level: 'silent' });
const PASSPHRASE = 'una frase larga para el archivo';

/** An installation that archives, as `serve` opens it. */
async function openArchiving(config: Config) {
  await prepareSpool(config);
  const installation = await openInstallation(config, 'server', log);
  const shipping = await startShipping(config, installation, log, 50);
  const close = callOnce(async () => {
    await shipping?.stop();
    await installation.close();
    await shipping?.shipRest();
  });
  return { installation, close };
}

/** A function that is called at the end of the test, unless it was called before. */
function callOnce(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  const endOnce = () => (ended ??= end());
  onTestFinished(endOnce);
  return endOnce;
}

/** Runs a command of the product in a separate process. */
function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [entryPoint('cli'), ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : 1, output: `${stdout}${stderr}` }),
    );
    child.stdin?.end();
  });
}

/** The database's time, 10 ms apart from earlier and later changes. */
async function readClock({ database }: Installation): Promise<Date> {
  const { rows } = await database.pool.query<{ at: Date }>(
    'select pg_sleep(0.01), clock_timestamp() as at, pg_sleep(0.01)',
  );
  return rows[0]?.at ?? new Date();
}

/** Ends the current segment, and waits until it is in the archive. @returns its name */
async function archiveEverything(config: Config, { owner }: Installation): Promise<string> {
  const password = await readSecret(path.join(config.dataDir, 'secrets'), 'superuser');
  const client = new Client({ ...owner, user: 'postgres', password, database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'select pg_walfile_name(pg_switch_wal()) as name',
  );
  await client.end();
  const segments = path.join(String(config.walArchive?.location), 'wal');
  await vi.waitFor(async () => {
    expect(await readdir(segments)).toContain(rows[0]?.name);
    expect(await readdir(path.join(config.dataDir, 'wal'))).toEqual(['claimed', 'started']);
  }, LONG_WAIT);
  return rows[0]?.name ?? '';
}

const readNames = async ({ database }: Installation) =>
  (await database.db.select({ name: patients.name }).from(patients)).map(({ name }) => name).sort();

test('T-G7: after the loss of a disk, a restore to a moment has files and audit, but no retired secret', async () => {
  const WAL_ARCHIVE = await temporaryFolder();
  const env = (dataDir: string) => ({
    DATA_DIR: dataDir,
    WAL_ARCHIVE,
    BACKUP_PASSPHRASE: PASSPHRASE,
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
  });
  const lostDir = await preparedDataDir();
  const config = readConfig(env(lostDir));
  const { installation, close } = await openArchiving(config);
  const { db } = installation.database;
  await db.insert(staff).values({ id: 'stf_1', name: 'Ana', email: 'ana@simiente.example' });
  const session = {
    id: 'ses_1',
    token: 't',
    userId: 'stf_1',
    expiresAt: new Date(Date.now() + 1e6),
  };
  await db.insert(staffSessions).values(session);
  await addPatient(db, { name: 'En la copia' });
  const base = await run(['backup', '--base'], env(lostDir));
  expect(base).toMatchObject({
    code: 0,
    output: expect.stringContaining('Copia de la base guardada'),
  });
  // A cheap key keeps the rest of the test fast.
  const identity = await readSecret(path.join(lostDir, 'secrets'), 'wal-archive');
  await storeIdentity(await openArchiveFolder(WAL_ARCHIVE), String(identity), PASSPHRASE, 10);

  const retired = await readSecret(path.join(lostDir, 'secrets'), 'auth');
  for (const act of ['rotate', 'retire']) await run(['secrets', act], env(lostDir));
  await addPatient(db, { name: 'En los segmentos' });
  const fileId = await addFile(db, installation.store);
  const moment = await readClock(installation);
  await addPatient(db, { name: 'Después del momento' });
  await db.transaction((transaction) =>
    writeAudit(
      transaction,
      { actor: { kind: 'operator', id: 'root' }, origin: NO_REQUEST },
      { action: 'staff.status_changed', subject: { kind: 'staff', id: 'stf_1' } },
    ),
  );
  await archiveEverything(config, installation);
  await close();
  const current = await readSecret(path.join(lostDir, 'secrets'), 'auth');
  await rm(lostDir, { recursive: true, force: true });

  const restoredDir = await temporaryDataDir();
  // State of a restoration that was killed before its database was in place.
  const marker = path.join(restoredDir, 'restoring');
  await mkdir(marker, { recursive: true, mode: 0o700 });
  const restored = await run(['restore', '--to', moment.toISOString()], env(restoredDir));
  expect([restored.code, restored.output]).toEqual([0, expect.any(String)]);
  expect(restored.output).toContain(
    `Se restauró la base como estaba el ${formatRestoreMoment(moment, 'America/Mexico_City')} (Ciudad de México)`,
  );
  // The suspension is not in the restored data, and must be repeated.
  expect(restored.output).toMatch(/Cambió el estado de una cuenta \(ana@simiente\.example\)/);

  expect(retired).toEqual(expect.any(String));
  expect(await readSecret(path.join(restoredDir, 'secrets'), 'auth')).toBeUndefined();
  expect(restored.output).toContain('el secreto de esa copia se retiró después, y no vuelve');

  // The message asks for the key of the lost installation, and no start succeeds without that key.
  await expect(openInstallation(readConfig(env(restoredDir)), 'server', log)).rejects.toMatchObject(
    {
      code: 'auth-key-unknown',
    },
  );
  await writeFile(path.join(restoredDir, 'secrets', 'auth'), String(current));
  const again = await openInstallation(readConfig(env(restoredDir)), 'server', log);
  const closeAgain = callOnce(() => again.close());
  expect(await readNames(again)).toEqual(['En la copia', 'En los segmentos']);
  expect(await again.database.db.select().from(staffSessions)).toEqual([]);
  const { rows } = await again.database.pool.query(
    'select storage_key as key from files where id = $1',
    [fileId],
  );
  await expect(again.store.read(rows[0].key)).resolves.toBeDefined();
  await closeAgain();
  // State of a restoration that was killed before it removed its working folder.
  await mkdir(marker);
  const command = `restore --to ${moment.toISOString()}`;
  await writeFile(path.join(marker, 'started.json'), JSON.stringify({ command, pid: 0 }));
  expect(await run(['restore', '--to', 'fin'], env(restoredDir))).toMatchObject({
    code: 1,
    output: expect.stringContaining('ya tiene una base'),
  });
  expect(await run(['restore', '--to', moment.toISOString()], env(restoredDir))).toMatchObject({
    code: 0,
    output: expect.stringContaining('La restauración está completa.'),
  });
  const audit = await run(['audit', 'verify'], env(restoredDir));
  expect(audit.output.match(/se restauraron los datos del .*: faltan los registros/g)).toEqual([
    expect.any(String),
  ]);
  expect(audit).toMatchObject({
    code: 0,
    output: expect.stringContaining('La auditoría está íntegra.'),
  });
  const early = await run(['restore', '--to', '2020-01-01 10:00'], env(await temporaryDataDir()));
  expect(early).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Los datos archivados empiezan en «\d{4}-\d\d-\d\d \d\d:\d\d»/),
  });
  const second = await run(['restore', '--to', 'fin'], env(restoredDir));
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining('ya tiene una base') });
});

test('M8, E-10.904: a damaged or missing segment limits the reachable moment, and an unusable copy is named', async () => {
  const WAL_ARCHIVE = await temporaryFolder();
  const timeZone = 'America/Tijuana';
  const shared = { WAL_ARCHIVE, CLINIC_TIME_ZONE: timeZone, LOG_LEVEL: 'silent' };
  const lostDir = await preparedDataDir();
  const env = { ...shared, DATA_DIR: lostDir, BACKUP_PASSPHRASE: PASSPHRASE };
  const config = readConfig(env);
  const { installation, close } = await openArchiving(config);
  const identity = await readSecret(path.join(lostDir, 'secrets'), 'wal-archive');
  expect(await run(['backup', '--base'], env)).toMatchObject({ code: 0 });
  await storeIdentity(await openArchiveFolder(WAL_ARCHIVE), String(identity), PASSPHRASE, 10);
  const { db } = installation.database;
  const startTime = new Date();
  await addPatient(db);
  await archiveEverything(config, installation);
  const [from = '', to = ''] = [startTime, new Date()].map((at) =>
    formatRestoreMoment(at, timeZone),
  );
  // PostgreSQL's own work may have committed later than the patient.
  const named = expect.toSatisfy((moment: string) => from <= moment && moment <= to);
  await addPatient(db);
  const second = path.join(WAL_ARCHIVE, 'wal', await archiveEverything(config, installation));
  await addPatient(db);
  const late = await readClock(installation);
  await archiveEverything(config, installation);
  await close();

  const restore = async (moment: string) => {
    const { code, output } = await run(['restore', '--to', moment], {
      ...env,
      DATA_DIR: await temporaryDataDir(),
    });
    return { code, output, named: /se (?:recuperó|puede llegar) hasta «(.+?)»/.exec(output)?.[1] };
  };
  await writeFile(second, 'no es un segmento');
  const damaged = await restore('fin');
  expect(damaged).toMatchObject({ code: 0, named });
  expect(damaged.output).toContain('Aviso: falta o está dañado un segmento de WAL_ARCHIVE, ');
  await rm(second);
  const missing = await restore(late.toISOString());
  expect(missing).toMatchObject({ code: 1, named });
  expect(missing.output.trim().split('\n')).toEqual([
    expect.stringMatching(/^Los datos archivados terminan antes de ese momento, .*\.$/),
  ]);

  const useless = {
    code: 1,
    output: expect.stringMatching(/^La copia \S+ de WAL_ARCHIVE está dañada o le faltan .*\.\n$/),
  };
  const { archive } = await openAnyArchive(config);
  const { complete } = await listBases(archive);
  // The archive may have segments from before the copy.
  await rm(path.join(WAL_ARCHIVE, 'wal', String(complete[0]?.firstSegment)));
  expect(await restore('fin')).toMatchObject(useless);
  const [copy = ''] = (await readdir(path.join(WAL_ARCHIVE, 'base'))).toSorted();
  await writeFile(path.join(WAL_ARCHIVE, 'base', copy), 'no es una copia');
  expect(await restore('fin')).toMatchObject(useless);
});

test('E-10.3473: a base copy is made if DATA_DIR is a link that PostgreSQL cannot follow', async () => {
  const WAL_ARCHIVE = await temporaryFolder();
  const dataDir = await preparedDataDir();
  // PostgreSQL's account can enter this folder, but not the link's folder.
  await chmod(path.dirname(dataDir), 0o711);
  const link = path.join(await temporaryFolder(), 'private', 'data');
  await mkdir(path.dirname(link), { mode: 0o700 });
  await symlink(dataDir, link);
  // Nothing prepared the spool, as after a restoration.
  expect(await run(['backup', '--base'], { DATA_DIR: link, WAL_ARCHIVE })).toMatchObject({
    code: 0,
  });
});

test('E-10.3381: a copy of a data folder cannot write to its archive', async () => {
  const WAL_ARCHIVE = await temporaryFolder();
  const dataDir = await preparedDataDir();
  const { close } = await openArchiving(readConfig({ DATA_DIR: dataDir, WAL_ARCHIVE }));
  await close();
  const copy = path.join(await temporaryDataDir(), 'copy');
  await cp(dataDir, copy, { recursive: true });
  const config = readConfig({ DATA_DIR: copy, WAL_ARCHIVE });
  await prepareSpool(config);
  const installation = await openInstallation(config, 'server', log);
  onTestFinished(() => installation.close());
  await expect(startShipping(config, installation, log)).rejects.toMatchObject({
    code: 'wal-archive-owned',
    message: expect.stringContaining('escribe otra carpeta de datos'),
  });
  const again = await openArchiving(readConfig({ DATA_DIR: dataDir, WAL_ARCHIVE }));
  await again.close();
});

test.each(['mañana', '2026-02-30 10:00', '2026-11-22', '2026-11-22 25:00'])(
  'T-G7: %j is rejected as a moment, with an example of a valid one',
  (text) => {
    expect(() => readMoment(text, 'America/Mexico_City')).toThrow(
      `«${text}» no es un momento: escribe AAAA-MM-DD HH:MM en la hora de la clínica, o fin.`,
    );
  },
);

test('T-G7: a moment is read in the zone of the clinic', () => {
  expect(readMoment('2026-11-22 10:15', 'America/Mexico_City')).toEqual(
    new Date('2026-11-22T16:15:00Z'),
  );
  expect(readMoment('2026-11-22T10:15:00Z', 'America/Mexico_City')).toEqual(
    new Date('2026-11-22T10:15:00Z'),
  );
  expect(readMoment('fin', 'America/Mexico_City')).toBeNull();
});
