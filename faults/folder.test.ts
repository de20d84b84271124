import { readdir, utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Client } from './rig/client.ts';
import { DataFolder } from './rig/folder.ts';
import { Ledger } from './rig/ledger.ts';
import { seeded } from './rig/random.ts';
import { startFault } from './rig/results.ts';
import { ServerProcess } from './rig/server.ts';
import { startWriters } from './rig/writers.ts';

const NOTHING = { lost: [], wrong: [] };

test('T-G4: a second server on a data folder ends with one line, and the first one keeps writing', async () => {
  const result = startFault('T-G4', 'second server on the same folder');
  const folder = await DataFolder.make();
  const first = new ServerProcess({ dataDir: folder.path });
  const url = await first.url();
  const client = await new Client(() => url).signIn();
  const ledger = new Ledger();
  const writers = await startWriters({ client, ledger, random: seeded(1) }, 2);
  const postmaster = await folder.postmaster();

  const second = new ServerProcess({ dataDir: folder.path });
  expect(await second.ended()).toBe(1);
  expect(second.output.trim()).toMatch(
    /^Otro servidor de Simiente ya usa la carpeta de datos \S+: detenlo o elige otra con DATA_DIR\.$/,
  );

  await writers.waitForAcknowledged(10);
  await writers.stop();
  expect(await folder.postmaster()).toBe(postmaster);
  expect(ledger.unanswered + ledger.unavailable).toBe(0);
  await first.stop();
  const findings = await folder.inspect(ledger);
  result.keep(1, ledger, findings);
  expect(findings).toEqual(NOTHING);
});

test('T-D6: kill -9 during an upload leaves no row, and the next sweep removes the file', async () => {
  const result = startFault('T-D6', 'kill -9 of the server during an upload');
  const folder = await DataFolder.make();
  const server = new ServerProcess({ dataDir: folder.path });
  const url = await server.url();
  const client = await new Client(() => url).signIn();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(uploadStart(client.authorization));
  const uploads = path.join(folder.path, 'uploads');
  const listLeft = () => readdir(uploads).catch(() => []);
  await expect.poll(listLeft).toHaveLength(1);
  await server.kill();
  socket.destroy();
  expect(await listLeft()).toHaveLength(1);

  // Files that may still be uploading are kept for an hour.
  const then = new Date(Date.now() - 7_200_000);
  for (const name of await listLeft()) await utimes(path.join(uploads, name), then, then);
  const next = new ServerProcess({ dataDir: folder.path });
  await next.url();
  await expect.poll(listLeft).toEqual([]);
  await next.stop();
  const findings = await folder.inspect(new Ledger());
  result.keep(1, new Ledger(), findings);
  expect(findings).toEqual(NOTHING);
});

/** The head of a form with a file, and half of the file. */
function uploadStart(authorization: string): string {
  const boundary = '----half';
  return [
    'POST /v1/exam/create HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: ${authorization}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    'content-length: 100000',
    '',
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="estudio.png"',
    'content-type: image/png',
    '',
    'x'.repeat(50_000),
  ].join('\r\n');
}
