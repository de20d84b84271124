import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { checkBackup } from '@simiente/server/platform/backup/save-backup';
import { expect, test } from 'vitest';
import { forLength } from '../scripts/test-length.mjs';
import { Client, expectGood } from './rig/client.ts';
import { runCommand } from './rig/command.ts';
import { DataFolder } from './rig/folder.ts';
import { Ledger } from './rig/ledger.ts';
import { makePicture } from './rig/picture.ts';
import { seeded } from './rig/random.ts';
import { keepResult, startFault } from './rig/results.ts';
import { ServerProcess } from './rig/server.ts';
import { mountSmallDisk, whyNoSmallDisk } from './rig/small-disk.ts';

const BACKUP_FULL = { id: 'T-G5', fault: 'backup disk full during a backup' };
const TIMES = forLength(1, 5);
/** Megabytes of the disk, its free space, and incompressible pictures. */
const DISK = 24;
const LEFT = 2;
const PICTURES = 6;

const whyNot = await whyNoSmallDisk();

/** An installation larger than the free space, and its running server. */
async function installation() {
  const folder = await DataFolder.make();
  const server = new ServerProcess({ dataDir: folder.path });
  const url = await server.url();
  const client = await new Client(() => url).signIn();
  const payload = { name: 'Con estudios', email: null, phone: null };
  const create = { method: 'POST', path: '/v1/user/create', payload } as const;
  const { body } = expectGood(await client.send(create));
  const grey = seeded(7);
  for (let picture = 0; picture < PICTURES; picture += 1) {
    const form = new FormData();
    form.append('idUser', body.data.patient.idUser);
    form.append('examType', 'Seminograma');
    const bytes = Buffer.from(makePicture(grey.next, 1024, 1024));
    form.append('file', new Blob([bytes], { type: 'image/png' }), 'estudio.png');
    expectGood(await client.send({ method: 'POST', path: '/v1/exam/create', form }));
  }
  return { folder, server, client, create };
}

if (whyNot === null) {
  test('T-G5: a disk that fills up during a backup leaves no file that looks complete, and ends the command with one line', async () => {
    const result = startFault(BACKUP_FULL.id, BACKUP_FULL.fault);
    const { folder, server, client, create } = await installation();
    const backups = path.join(folder.path, 'backups');
    const disk = await mountSmallDisk(backups, DISK);
    const env = { DATA_DIR: folder.path, BACKUP_DIR: backups };
    const good = path.join(backups, 'bueno.respaldo');
    expect(await runCommand(['backup', good], env)).toMatchObject({ code: 0, errorLines: [] });

    for (let time = 0; time < TIMES; time += 1) {
      await disk.fill(LEFT);
      const before = (await readdir(backups)).toSorted();
      for (const args of [
        ['backup', path.join(backups, 'otro.respaldo')],
        ['backup', '--daily'],
      ]) {
        expect(await runCommand(args, env)).toEqual({
          code: 1,
          output: '',
          errorLines: [`No queda espacio en el disco de ${backups}: no se guardó ningún respaldo.`],
        });
        expect((await readdir(backups)).toSorted()).toEqual(before);
      }
      await checkBackup(good, null);
      expectGood(await client.send(create));

      // A shell's redirection leaves a file: it must not pass for a backup.
      const cut = path.join(backups, `salida-${time}.respaldo`);
      const output = await open(cut, 'w');
      const written = await runCommand(['backup', '-'], env, output.fd);
      await output.close();
      expect(written).toMatchObject({
        code: 1,
        errorLines: [
          'No queda espacio donde se guarda la salida: el archivo que quedó no es un respaldo, bórralo.',
        ],
      });
      await expect(checkBackup(cut, null)).rejects.toThrow('El respaldo está incompleto');

      await disk.empty();
      const next = path.join(folder.path, `otra-vez-${time}.respaldo`);
      expect(await runCommand(['backup', next], env)).toMatchObject({ code: 0, errorLines: [] });
      expect((await checkBackup(next, null)).manifest.files.count).toBe(PICTURES);
    }
    expect(await runCommand(['backup', '-'], env, 'unread')).toMatchObject({
      code: 1,
      errorLines: [
        'El programa que recibía la salida dejó de leerla: el archivo que quedó no es un respaldo, bórralo.',
      ],
    });
    await server.stop();
    const ledger = new Ledger();
    const findings = await folder.inspect(ledger);
    result.keep(TIMES, ledger, findings);
    expect(findings).toEqual({ lost: [], wrong: [] });
  });
} else {
  keepResult({ ...BACKUP_FULL, notSimulated: whyNot });
}
