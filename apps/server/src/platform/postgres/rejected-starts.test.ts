import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromSystemError } from '../system-errors.ts';
import { findBinaries, POSTGRES_MAJOR } from './binaries.ts';
import { resolveLayout } from './layout.ts';
import { explainFailure } from './postmaster.ts';
import { runProgram } from './run-program.ts';
import { open, postmasterPid, preparedDataDir, temporaryDataDir } from './testing/data-folder.ts';

const ONE_LINE = expect.stringMatching(/^[^\n]+\.$/);

test('a data folder that cannot be created or written is rejected', async () => {
  const file = await temporaryDataDir();
  await writeFile(file, 'not a folder');

  for (const dataDir of [file, join(file, 'inside'), '/proc/simiente']) {
    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'data-dir-unwritable',
      message: ONE_LINE,
    });
  }
  expect(await readFile(file, 'utf8')).toBe('not a folder');
});

test('a cluster of another major version is rejected', async () => {
  const dataDir = await temporaryDataDir();
  const cluster = join(dataDir, 'postgres');
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');

  await expect(open(dataDir)).rejects.toMatchObject({
    code: 'cluster-version',
    message: ONE_LINE,
  });
  expect(await readdir(cluster)).toEqual(['PG_VERSION']);
});

test('a data folder with other files is rejected', async () => {
  const dataDir = await temporaryDataDir();
  const cluster = join(dataDir, 'postgres');
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'tesis.txt'), 'years of work');

  await expect(open(dataDir)).rejects.toMatchObject({
    code: 'cluster-unknown',
    message: ONE_LINE,
  });
  expect(await readdir(cluster)).toEqual(['tesis.txt']);
});

test('a cluster without its password, or with the password of another cluster, is rejected', async () => {
  const dataDir = await preparedDataDir();
  const secret = join(dataDir, 'secrets', 'superuser');
  const password = await readFile(secret);

  await writeFile(secret, 'of another cluster\n');
  await expect(open(dataDir)).rejects.toMatchObject({ code: 'secret-rejected', message: ONE_LINE });
  expect(await postmasterPid(dataDir)).toBeUndefined();

  await writeFile(secret, '\n');
  await expect(open(dataDir)).rejects.toMatchObject({ code: 'secret-empty', message: ONE_LINE });
  await rm(secret);
  await expect(open(dataDir)).rejects.toMatchObject({ code: 'secret-missing', message: ONE_LINE });

  await writeFile(secret, password);
  await open(dataDir);
});

test.each(['global/pg_control', 'pg_xact'])(
  'M8, E-10.904: a cluster with a lost or damaged %s is rejected, with the advice to restore',
  async (name) => {
    const dataDir = await preparedDataDir();
    const file = join(dataDir, 'postgres', name);
    await rm(file, { recursive: true });
    if (name !== 'pg_xact') await writeFile(file, 'x'.repeat(8192));
    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'cluster-damaged',
      message: ONE_LINE,
    });
  },
);

test('M8, E-10.904: a start names the disk if a child process of PostgreSQL found it full', async () => {
  const lines = ['[2] PANIC:  could not write: No space left on device', '[1] LOG:  shut down'];
  const layout = await resolveLayout(tmpdir());
  expect(() => explainFailure(layout, lines, 1)).toThrow(/No queda espacio en el disco de/);
});

test.each([
  'FATAL:  could not remove old lock file "postmaster.pid": No such file or directory',
  'LOG:  received fast shutdown request',
])('E-10.3384: a start is repeated after another process interfered: %s', async (line) => {
  const layout = await resolveLayout(tmpdir());
  expect(explainFailure(layout, [`[1] ${line}`], 1)).toBe('taken');
});

test('E-10.3470: a lock file that cannot be removed from a read-only disk does not count as another process', async () => {
  const layout = await resolveLayout(tmpdir());
  const line = 'FATAL:  could not remove old lock file "postmaster.pid": Read-only file system';
  expect(() => explainFailure(layout, [`[1] ${line}`], 1)).toThrow(/Read-only file system/);
});

test('a system without a PostgreSQL package is rejected', () => {
  expect(() => findBinaries('plan9', 'mips')).toThrow(
    expect.objectContaining({
      code: 'binaries-missing',
      message: expect.stringContaining('plan9-mips'),
    }),
  );
});

test('clusters are checked against the version of the binaries', async () => {
  const { ok, output } = await runProgram({}, findBinaries().postgres, ['--version']);
  expect(ok).toBe(true);
  expect(output).toContain(`(PostgreSQL) ${POSTGRES_MAJOR}.`);
});

test('a failed system call is reported by its meaning', () => {
  const failed = (code: string, syscall: string) =>
    fromSystemError(Object.assign(new Error('raw'), { code, syscall }), '/datos');

  expect(failed('ENOSPC', 'write')).toMatchObject({ code: 'disk-full', message: ONE_LINE });
  expect(failed('EROFS', 'mkdir')).toMatchObject({ code: 'data-dir-unwritable' });
  expect(failed('ENOENT', 'spawn postgres')).toMatchObject({ code: 'binaries-missing' });
  expect(failed('EMFILE', 'open')).toMatchObject({ message: 'raw' });
});
