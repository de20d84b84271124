import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorBody } from '@simiente/contract/common/errors';
import { expect, onTestFinished, test } from 'vitest';
import { forLength } from '../scripts/test-length.mjs';
import { Client, expectGood } from './rig/client.ts';
import { runCommand } from './rig/command.ts';
import { DataFolder } from './rig/folder.ts';
import { Ledger } from './rig/ledger.ts';
import { makePicture } from './rig/picture.ts';
import { newRandom } from './rig/random.ts';
import { keepResult, startFault } from './rig/results.ts';
import { ServerProcess } from './rig/server.ts';
import { mountSmallDisk, whyNoSmallDisk } from './rig/small-disk.ts';
import { resultsTable } from './rig/table.ts';
import { startWriters } from './rig/writers.ts';

const TIMES = forLength(1, 5);
const WRITERS = 4;
const WRITES_BEFORE_FAULT = 15;
const LIST = { method: 'GET', path: '/v1/user/list' } as const;
const POLLING = { interval: 100 };
/** Megabytes: a new database, its log, and the reserve. */
const DISK = 420;

const FILES_FULL = { id: 'T-G5', fault: 'files disk full' };
const DATABASE_FULL = { id: 'T-G5', fault: 'database disk full' };

test('T-G5: a fault that this machine cannot simulate is listed as such', () => {
  const table = resultsTable([{ ...FILES_FULL, notSimulated: 'unavailable' }]);
  expect(table).toContain('Not simulated: T-G5 · files disk full (unavailable).');
  expect(table).toMatch(/\*\*total\*\* \| 0 \|/);
});

const whyNot = await whyNoSmallDisk();

function createPatient(client: Client) {
  const payload = { name: 'Con espacio', email: null, phone: null };
  return client.send({ method: 'POST', path: '/v1/user/create', payload });
}

if (whyNot === null) {
  test('T-G5: without space for files an upload fails with 507 and leaves nothing, other calls work, and uploads work again afterwards', async () => {
    const result = startFault(FILES_FULL.id, FILES_FULL.fault);
    const folder = await DataFolder.make();
    const disk = await mountSmallDisk(folder.files, 8);
    const server = new ServerProcess({ dataDir: folder.path });
    const url = await server.url();
    const client = await new Client(() => url).signIn();
    const random = newRandom();
    const ledger = new Ledger();
    const writers = await startWriters({ client, ledger, random }, WRITERS);
    for (let time = 0; time < TIMES; time += 1) {
      await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
      await disk.fill(0);
      const before = ledger.unavailable;
      await expect.poll(() => ledger.unavailable, POLLING).toBeGreaterThan(before);
      await expect.poll(async () => (await createPatient(client))?.status, POLLING).toBe(200);
      expect(await upload()).toMatchObject({ status: 507, body: errorBody('STORAGE_FULL') });
      expectGood(await client.send(LIST));
      await disk.empty();
      await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
    }
    await writers.stop();
    await server.stop();
    const findings = await folder.inspect(ledger);
    result.keep(TIMES, ledger, findings);
    expect(findings).toEqual({ lost: [], wrong: [] });

    function upload() {
      const form = new FormData();
      form.append('idUser', ledger.edited[0]?.id ?? '');
      form.append('examType', 'Sin espacio');
      const picture = Buffer.from(makePicture(random.next, 20_000));
      form.append('file', new Blob([picture], { type: 'image/png' }), 'estudio.png');
      return client.send({ method: 'POST', path: '/v1/exam/create', form });
    }
  });

  test.each([20, 43])(
    'E-10.3382: a first start on a disk of %i MB names the full disk and its folder',
    async (megabytes) => {
      const folder = await DataFolder.makeEmpty();
      await mountSmallDisk(folder.path, megabytes);
      expect(await runCommand(['serve'], { DATA_DIR: folder.path, PORT: '0' })).toMatchObject({
        code: 1,
        errorLines: [
          `No queda espacio en el disco de ${folder.path}: libera espacio y vuelve a arrancar.`,
        ],
      });
    },
  );

  test('E-10.3472: rejects a base copy that would fill the disk, and removes the copy of a killed command', async () => {
    const folder = await DataFolder.makeEmpty();
    const disk = await mountSmallDisk(folder.path, DISK);
    onTestFinished(() => folder.killPostgres('all'));
    const server = new ServerProcess({ dataDir: folder.path });
    await server.url();
    await server.stop();
    const archive = await DataFolder.makeEmpty();
    const abandoned = path.join(folder.path, 'wal-drafts', 'base-999999999-a');
    await mkdir(abandoned, { recursive: true });
    await disk.fill(140);
    const env = { DATA_DIR: folder.path, WAL_ARCHIVE: archive.path };
    await mkdir(path.join(folder.path, 'wal'));
    await writeFile(path.join(folder.path, 'wal', 'started'), new Date().toISOString());
    expect(await runCommand(['backup', '--base'], env)).toMatchObject({
      code: 1,
      errorLines: [
        `No queda espacio en el disco de ${folder.path} para la copia de la base: no se guardó.`,
      ],
    });
    expect(await readdir(path.dirname(abandoned))).toEqual([]);
    expect(await readdir(archive.path)).not.toContain('base');
  });

  test('T-G5: without space for the database a change fails with 507, reading works, and changes work again afterwards', async () => {
    const result = startFault(DATABASE_FULL.id, DATABASE_FULL.fault);
    const folder = await DataFolder.makeEmpty();
    const disk = await mountSmallDisk(folder.path, DISK);
    // A server that a failed test left running must end before its disk is unmounted.
    onTestFinished(() => folder.killPostgres('all'));
    const server = new ServerProcess({ dataDir: folder.path });
    const url = await server.url();
    const client = await new Client(() => url).signIn();
    const random = newRandom();
    const ledger = new Ledger();
    const writers = await startWriters({ client, ledger, random }, WRITERS);
    for (let time = 0; time < TIMES; time += 1) {
      await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
      await disk.fill(48);
      await expect
        .poll(() => createPatient(client), POLLING)
        .toMatchObject({
          status: 507,
          body: errorBody('STORAGE_FULL'),
        });
      for (let read = 0; read < 50; read += 1) expectGood(await client.send(LIST));
      // Another process takes the last byte: reads, which are audited, may fail, but the server survives.
      await disk.fill(0);
      await readRepeatedly();
      await disk.empty();
      await expect.poll(async () => (await createPatient(client))?.status, POLLING).toBe(200);
      expectGood(await client.send(LIST));
      await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
    }
    await writers.stop();
    expect(server.isAlive).toBe(true);
    await server.stop();
    const findings = await folder.inspect(ledger);
    result.keep(TIMES, ledger, findings);
    expect(findings).toEqual({ lost: [], wrong: [] });

    async function readRepeatedly() {
      for (let read = 0; read < forLength(100, 500); read += 20) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => client.send(LIST)));
        for (const answer of answers) expect([200, 503, 507]).toContain(answer?.status);
      }
    }
  });
} else {
  keepResult({ ...FILES_FULL, notSimulated: whyNot });
  keepResult({ ...DATABASE_FULL, notSimulated: whyNot });
}
