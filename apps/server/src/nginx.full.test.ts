import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_FOLDER } from './platform/entry-points.ts';
import { temporaryFolder } from './testing/backups/backups.ts';
import { makePem } from './testing/services/certificates.ts';

/** Debian's package `nginx`. */
const NGINX = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  .map((folder) => path.join(folder, 'nginx'))
  .find((program) => existsSync(program));

test('nginx accepts the manual’s block, which streams events and accepts uploads of 50 MB', async ({
  skip,
}) => {
  if (NGINX === undefined) return skip('nginx is not installed (Debian: nginx)');
  const manual = await readFile(path.join(SERVER_FOLDER, '../../docs/es/instalar.md'), 'utf8');
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(manual) ?? [];
  expect(block).toMatch(/client_max_body_size 51m;[\s\S]*proxy_buffering off;/);
  const folder = await temporaryFolder();
  const { cert, key } = makePem();
  await writeFile(path.join(folder, 'cert.pem'), cert);
  await writeFile(path.join(folder, 'key.pem'), key);
  const settings = path.join(folder, 'nginx.conf');
  const http = block.replaceAll('/etc/ssl/simiente', folder).replace('443', `unix:${folder}/https`);
  await writeFile(settings, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${http}}\n`);
  const args = ['-t', '-q', '-c', settings, '-e', path.join(folder, 'error.log')];
  const { status, stderr } = spawnSync(NGINX, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
