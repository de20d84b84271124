import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { freePort } from '../postgres/testing/free-port.ts';
import { scanFile } from './antivirus.ts';

/** Debian's package `clamav-daemon`. */
const CLAMD = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  .map((folder) => path.join(folder, 'clamd'))
  .find((program) => existsSync(program));
const SIGNATURE = 'SIMIENTE-PRUEBA-DE-ANTIVIRUS';

/** Starts clamd with a database of one signature, and at most 1 MB for each file. */
async function startClamd(program: string, folder: string) {
  const port = await freePort();
  const hex = Buffer.from(SIGNATURE).toString('hex');
  await writeFile(path.join(folder, 'own.ndb'), `Simiente.Prueba:0:*:${hex}\n`);
  const settings = path.join(folder, 'clamd.conf');
  await writeFile(
    settings,
    `DatabaseDirectory ${folder}\nTCPAddr 127.0.0.1\nTCPSocket ${port}\nForeground yes\nStreamMaxLength 1M\n`,
  );
  const daemon = spawn(program, ['-c', settings], { stdio: 'ignore' });
  onTestFinished(async () => {
    if (daemon.exitCode === null && daemon.kill('SIGKILL')) await once(daemon, 'exit');
  });
  const clamd = { host: '127.0.0.1', port };
  await vi.waitFor(async () => {
    const socket = connect(clamd);
    await once(socket, 'connect').finally(() => socket.destroy());
  }, LONG_WAIT);
  return { clamd, daemon };
}

test('T-L14: a real clamd accepts a file, finds malware in another, and its absence is not a verdict', async ({
  skip,
}) => {
  if (CLAMD === undefined) return skip('clamd is not installed (Debian: clamav-daemon)');
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-clamd-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const harmless = await write('harmless', 'hola');
  const infected = await write('infected', `${'x'.repeat(200_000)} ${SIGNATURE} x`);
  const large = await write('large', 'x'.repeat(3_000_000));
  const { clamd, daemon } = await startClamd(CLAMD, folder);

  await scanFile(harmless, clamd);
  await expect(scanFile(infected, clamd)).rejects.toMatchObject({ code: 'FILE_INFECTED' });
  await expect(scanFile(large, clamd)).rejects.toMatchObject({ code: 'SCANNER_UNAVAILABLE' });

  daemon.kill('SIGKILL');
  await once(daemon, 'exit');
  await expect(scanFile(harmless, clamd)).rejects.toMatchObject({ code: 'SCANNER_UNAVAILABLE' });
});
