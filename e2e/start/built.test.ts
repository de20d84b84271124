import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { orderPdfPath } from '@simiente/contract/exam-orders/calls';
import { recordPath } from '@simiente/contract/patient-record/calls';
import { makePdf } from '@simiente/server/testing/files/uploads';
import { CLI } from '../../scripts/prepare.mjs';
import { ROOT, type Running, run, withFolder } from './run.ts';

const WATCH = pathToFileURL(path.join(ROOT, 'e2e/start/loaded.mjs')).href;
const LOADED = 'loaded.json';
const ADMIN = { ADMIN_EMAIL: 'jefa@simiente.example', ADMIN_PASSWORD: 'jacaranda en flor' };

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Files and bytes that a start loads, plus about a tenth. Raise it only for a reason: every start waits for them,
 * and they stay in memory.
 */
const MAX_FILES = 99;
const MAX_BYTES = 6_400_000;
/** Loaded on demand: each is large, and no start needs it. */
const ON_DEMAND =
  /node_modules\/(@faker-js|@img|sharp|pdfkit|fontkit|unpdf|@aws-sdk|@smithy|age-encryption|@noble\/curves|modern-tar|stream-json|@zxcvbn-ts|kysely|hucre|@medplum|@simplewebauthn|@peculiar)\//;

/** The built program, in its own folder. */
function runBuilt(folder: string, ...args: string[]): Running {
  return run(process.execPath, ['--import', WATCH, CLI, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      DEMO: '1',
      DEMO_PATIENTS: '6',
      LOADED_FILE: path.join(folder, LOADED),
      ...ADMIN,
    },
  });
}

async function serve(folder: string) {
  const server = runBuilt(folder, 'serve');
  const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
  return { server, url };
}

async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** The files that the server has loaded, and the sources of bundled ones. */
async function readLoaded({ child }: Running, loadedFile: string) {
  child.kill('SIGUSR2');
  await expect
    .poll(() =>
      stat(loadedFile).then(
        ({ size }) => size > 0,
        () => false,
      ),
    )
    .toBe(true);
  const urls: string[] = JSON.parse(await readFile(loadedFile, 'utf8'));
  const files = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  let bytes = 0;
  const sources: string[] = [];
  for (const file of files) {
    bytes += (await stat(file)).size;
    const map = await readFile(`${file}.map`, 'utf8').catch(() => null);
    sources.push(...(file.startsWith(path.dirname(CLI)) && map ? JSON.parse(map).sources : [file]));
  }
  return { files: files.length, bytes, sources };
}

test('an older Node.js prints one sentence with the version it needs', async () => {
  await withFolder(async (folder) => {
    // An older version would fail before the program's first line, at the imported names.
    const older = pathToFileURL(path.join(ROOT, 'e2e/start/older-node.mjs')).href;
    const command = run(process.execPath, ['--import', older, CLI, 'serve'], { cwd: folder });
    expect(await command.ended).toBe(1);
    expect(command.output()).toMatch(
      /^Simiente necesita Node\.js 24 o posterior y este es 20\.20\.2: .+\n$/,
    );
    const source = await readFile(CLI, 'utf8');
    expect(source).not.toMatch(/^\s*(import|export)\b[^(]* from /m);
  });
});

test('a start loads few modules, and requests find every module that they load on demand', async () => {
  await withFolder(async (folder) => {
    await stop((await serve(folder)).server);
    const warm = await serve(folder);
    const { files, bytes, sources } = await readLoaded(warm.server, path.join(folder, LOADED));
    expect(sources.filter((source) => ON_DEMAND.test(source))).toEqual([]);
    // The source maps were read.
    expect(sources.some((source) => source.includes('node_modules/fastify/'))).toBe(true);
    expect(files).toBeLessThan(MAX_FILES);
    expect(bytes).toBeLessThan(MAX_BYTES);

    const { server, url } = warm;
    const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
    });
    const headers = { authorization: `Bearer ${signIn.headers.get('set-auth-token')}` };
    const get = async (call: string) => {
      const answer = await fetch(url + call, { headers });
      expect(answer.status, call).toBe(200);
      return answer;
    };
    const read = async <T>(call: string) => ((await (await get(call)).json()) as { data: T }).data;
    const { userData: users } = await read<{ userData: { idUser: string }[] }>('/v1/user/list');
    const [idUser = ''] = users.map((user) => user.idUser);

    // A PDF is recognised by its signature; pictures are read by a native library.
    for (const [name, bytes] of Object.entries({ 'a.pdf': makePdf(), 'a.png': PIXEL })) {
      const form = new FormData();
      form.append('idUser', idUser);
      form.append('examType', 'Espermatobioscopia');
      form.append('file', new Blob([Buffer.from(bytes)]), name);
      const sent = await fetch(`${url}/v1/exam/create`, { method: 'POST', headers, body: form });
      expect(sent.status, await sent.text()).toBe(200);
    }
    const orders = await Promise.all(
      users.map((user) =>
        read<{ orders: { idOrder: string }[] }>(`/v1/exam-orders?idUser=${user.idUser}`),
      ),
    );
    const [order] = orders.flatMap((found) => found.orders);
    const sheet = await get(orderPdfPath(order?.idOrder ?? ''));
    expect(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const record = await get(recordPath(idUser));
    expect(
      Buffer.from(await record.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    await get('/openapi.json');
    await get('/docs/static/swagger-ui.css');
    await stop(server);
  });
});
