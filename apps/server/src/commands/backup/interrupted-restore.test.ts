import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isFullRun } from '../../../../../scripts/test-length.mjs';
import { openInstallation } from '../../bootstrap.ts';
import { readConfig } from '../../config.ts';
import { entryPoint } from '../../platform/entry-points.ts';
import { isAlive, readPostmasterFile } from '../../platform/postgres/postmaster.ts';
import { preparedDataDir, temporaryDataDir } from '../../platform/postgres/testing/data-folder.ts';
import { temporaryFolder } from '../../testing/backups/backups.ts';
import { createEmptyDatabase, queryAsOwner, toDatabaseUrl } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addExam, addFile, addPatient } from '../../testing/records.ts';
import { prepareSpool, startShipping } from './wal-archive.ts';

const log = pino({ level: 'silent' });
const PATIENTS = 5;

function start(args: readonly string[], env: NodeJS.ProcessEnv) {
  let output = '';
  const child = execFile(process.execPath, [entryPoint('cli'), ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', PORT: '0', ...env },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return { child, ended };
}

const run = (args: readonly string[], env: NodeJS.ProcessEnv) => start(args, env).ended;

/** An installation with patients and files, its backup, and a base copy in its archive. */
async function prepareSources() {
  const dataDir = await preparedDataDir();
  const WAL_ARCHIVE = await temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir, WAL_ARCHIVE });
  await prepareSpool(config);
  const installation = await openInstallation(config, 'server', log);
  const shipping = await startShipping(config, installation, log, 50);
  const { database, store } = installation;
  for (let patient = 0; patient < PATIENTS; patient += 1) {
    const fileId = await addFile(database.db, store);
    await addExam(database.db, await addPatient(database.db), { fileId });
  }
  const file = path.join(await temporaryFolder(), 'uno.respaldo');
  const env = { DATA_DIR: dataDir, WAL_ARCHIVE };
  expect(await run(['backup', file], env)).toMatchObject({ code: 0 });
  expect(await run(['backup', '--base'], env)).toMatchObject({ code: 0 });
  await shipping?.stop();
  await installation.close();
  await shipping?.shipRest();
  return { file, WAL_ARCHIVE, secrets: path.join(dataDir, 'secrets') };
}

/** Expects the patients, files and audit row that a restored installation must have. */
async function expectRestored(dataDir: string): Promise<void> {
  const { database, store, close } = await openInstallation(
    readConfig({ DATA_DIR: dataDir }),
    'server',
    log,
  );
  try {
    const { rows } = await database.pool.query<{ patients: number; acts: number; keys: string[] }>(
      `select (select count(*)::int from patients) as patients,
         (select count(*)::int from audit_events where action = 'data.restored') as acts,
         (select array_agg(storage_key) from files) as keys`,
    );
    expect(rows).toEqual([expect.objectContaining({ patients: PATIENTS, acts: 1 })]);
    for (const key of rows[0]?.keys ?? []) {
      const file = await store.read(key);
      file?.destroy();
      expect(file).not.toBeNull();
    }
  } finally {
    await close();
  }
  expect(await run(['audit', 'verify'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
}

/** Numbers from 0 to 1, the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('M5, E-10.901: a restoration that is killed', () => {
  test.each(['restore FILE', 'restore --to'])(
    '%s blocks the start of a server, and can be repeated',
    async (kind) => {
      const { file, WAL_ARCHIVE, secrets } = await prepareSources();
      const isFromFile = kind === 'restore FILE';
      const args = isFromFile ? ['restore', file] : ['restore', '--to', 'fin'];
      const source = isFromFile ? {} : { WAL_ARCHIVE };
      /** Kills the restoration at a moment, checks the state, and repeats it. */
      const interrupt = async (until: (child: ChildProcess, dataDir: string) => Promise<void>) => {
        const dataDir = await temporaryDataDir();
        // Without a passphrase, neither source has secrets.
        await mkdir(path.join(dataDir, 'secrets'), { recursive: true });
        for (const name of ['auth', 'audit']) {
          await copyFile(path.join(secrets, name), path.join(dataDir, 'secrets', name));
        }
        const env = { DATA_DIR: dataDir, ...source };
        const { child, ended } = start(args, env);
        await until(child, dataDir);
        child.kill('SIGKILL');
        await ended;
        const [hasFolder, hasCluster] = ['restoring', 'postgres'].map((name) =>
          existsSync(path.join(dataDir, name)),
        );
        if (hasFolder && !hasCluster) {
          expect(await run(['serve'], { DATA_DIR: dataDir })).toEqual({
            code: 1,
            output: `La restauración de ${dataDir} no terminó: repítela con «simiente ${args.join(' ')}», o borra la carpeta ${dataDir}/restoring si ya no la quieres.\n`,
          });
        }
        if (hasFolder || !hasCluster)
          expect(await run(args, env)).toMatchObject({
            code: 0,
            output: expect.stringContaining('está completa'),
          });
        expect(await readdir(dataDir)).not.toContain('restoring');
        await expectRestored(dataDir);
      };
      await interrupt((_, dataDir) =>
        vi.waitFor(
          () =>
            expect(
              existsSync(path.join(dataDir, 'restoring/postgres/PG_VERSION')) ||
                existsSync(path.join(dataDir, 'restoring/moment/cluster/PG_VERSION')),
            ).toBe(true),
          { ...LONG_WAIT, interval: 5 },
        ),
      );
      if (!isFullRun) return;
      const began = performance.now();
      await interrupt((child) => once(child, 'close').then(() => {}));
      const duration = performance.now() - began;
      const random = randomFrom(20261126);
      for (let kills = 50; kills > 0; kills -= 1) {
        const signal = AbortSignal.timeout(Math.floor(random() * duration));
        await interrupt((child) =>
          once(child, 'close', { signal }).then(
            () => {},
            () => {},
          ),
        );
      }
    },
    3_600_000,
  );
});

test('M5, E-10.901, E-10.3380: a failed restoration leaves the folder unchanged', async () => {
  const dataDir = await temporaryDataDir();
  const folder = await temporaryFolder();
  const env = { DATA_DIR: dataDir };
  const file = path.join(folder, 'not-a-backup');
  await writeFile(file, 'something else');
  expect(await run(['restore', file], env)).toEqual({
    code: 1,
    output: 'Este archivo no es un respaldo de Simiente.\n',
  });
  expect(await readdir(dataDir)).toEqual([]);

  const complete = path.join(folder, 'whole.respaldo');
  await run(['backup', complete], { DATA_DIR: await preparedDataDir() });
  const bytes = await readFile(complete);
  await writeFile(file, bytes.subarray(0, bytes.length - 100));
  await mkdir(path.join(dataDir, 'secrets'));
  await writeFile(path.join(dataDir, 'secrets', 'auth'), 'of the operator');
  expect(await run(['restore', file], env)).toMatchObject({ code: 1 });
  expect((await readdir(dataDir, { recursive: true })).toSorted()).toEqual([
    'secrets',
    'secrets/auth',
  ]);
});

test('E-10.3471: a failed restoration keeps an unrelated file in the data folder of an interrupted one', async () => {
  const dataDir = await temporaryDataDir();
  const restoring = path.join(dataDir, 'restoring');
  await mkdir(restoring, { recursive: true });
  const before = { command: 'restore /otro.respaldo', pid: 0, entries: [] };
  await writeFile(path.join(restoring, 'started.json'), JSON.stringify(before));
  const file = path.join(dataDir, 'nuevo.respaldo');
  await writeFile(file, 'something else');
  expect(await run(['restore', file], { DATA_DIR: dataDir })).toMatchObject({ code: 1 });
  expect(await readdir(dataDir)).toEqual(['nuevo.respaldo']);
});

test('M5, E-10.901: a second restoration into one folder is rejected', async () => {
  const dataDir = await temporaryDataDir();
  const folder = path.join(dataDir, 'restoring');
  await mkdir(folder, { recursive: true });
  const other = { command: 'restore uno', pid: process.ppid };
  await writeFile(path.join(folder, 'started.json'), JSON.stringify(other));
  expect(await run(['restore', '/otro.respaldo'], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: `El proceso ${process.ppid} ya restaura en ${dataDir}: espera a que termine. Si no es una restauración, borra la carpeta ${folder} y repite el comando.\n`,
  });
});

test('M5, E-10.901: an unfinished restoration of an external database blocks the start, and a finished one does not', async () => {
  const database = await createEmptyDatabase({ owned: true });
  const dataDir = await temporaryFolder();
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: toDatabaseUrl(database),
    AUTH_SECRET: 'the same in both folders, of forty letters',
    AUDIT_SECRET: 'another one for the audit of forty letters',
  });
  const folder = path.join(dataDir, 'restoring');
  const leaveMarker = async () => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'started.json'), '{"command":"restore /uno","pid":0}');
  };
  await leaveMarker();
  await expect(openInstallation(config, 'server', log)).rejects.toMatchObject({
    code: 'restore-unfinished',
    message: expect.stringContaining('«simiente restore /uno»'),
  });
  expect(await queryAsOwner(database, `select to_regclass('patients') as made`)).toEqual([
    { made: null },
  ]);
  await (
    await openInstallation({ ...config, dataDir: await temporaryFolder() }, 'server', log)
  ).close();
  const again = await openInstallation(config, 'server', log);
  onTestFinished(() => again.close());
  expect(existsSync(folder)).toBe(false);
});

test('E-10.2942: the verification of a backup removes the database that a killed verification left', async () => {
  const DATA_DIR = await preparedDataDir();
  const file = path.join(await temporaryFolder(), 'uno.respaldo');
  expect(await run(['backup', file], { DATA_DIR })).toMatchObject({ code: 0 });
  const TMPDIR = await temporaryFolder();
  const killed = start(['backup', 'verify', file], { TMPDIR });
  // The temporary folder also has Node's cache of compiled code.
  const findFolders = async () =>
    (await readdir(TMPDIR)).filter((name) => name.startsWith('simiente-'));
  const readAbandoned = async () => {
    const [name = ''] = await findFolders();
    return readPostmasterFile(path.join(TMPDIR, name, 'data', 'postgres'));
  };
  await expect.poll(readAbandoned, LONG_WAIT).toMatchObject({ ready: true });
  killed.child.kill('SIGKILL');
  await killed.ended;
  const { pid = 0 } = (await readAbandoned()) ?? {};
  expect(isAlive(pid)).toBe(true);
  // The folder of a verification that was killed before it wrote data.
  await mkdir(path.join(TMPDIR, `simiente-verify-${killed.child.pid}-empty`));
  expect(await run(['backup', 'verify', file], { TMPDIR })).toMatchObject({ code: 0 });
  expect(await findFolders()).toEqual([]);
  await expect.poll(() => isAlive(pid), LONG_WAIT).toBe(false);
});
