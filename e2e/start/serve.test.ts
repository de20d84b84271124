import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { forLength } from '../../scripts/test-length.mjs';
import { type Running, simiente, withFolder } from './run.ts';

const READY = /Dirección:\s+(http:\/\/127\.0\.0\.1:\d+)/;
const ADMIN = { ADMIN_EMAIL: 'jefa@simiente.example', ADMIN_PASSWORD: 'jacaranda en flor' };

async function serve(dataDir: string, env: Record<string, string> = {}) {
  const server = simiente(['serve'], { dataDir, env: { ...ADMIN, ...env } });
  const [, url = ''] = await server.line(READY);
  return { server, url };
}

async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

async function fetchToken(
  url: string,
  { email = ADMIN.ADMIN_EMAIL, password = ADMIN.ADMIN_PASSWORD } = {},
): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  return answer.headers.get('set-auth-token') ?? '';
}

async function read<T>(url: string, token: string, call: string): Promise<T> {
  const answer = await fetch(url + call, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: T };
  return data;
}

/** `npm test` runs the same with `npm start`, in boot.test.ts. */
test('a demonstration starts filled, stops cleanly, and keeps its data and its password', {
  tag: '@nightly',
}, async () => {
  await withFolder(async (folder) => {
    const env = { DEMO: '1', DEMO_PATIENTS: '25', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
    const first = await serve(folder, env);
    const [, email, password] = await first.server.line(/Correo:\s+(\S+)\n\s*Contraseña: (\S+)/);
    await stop(first.server);

    const second = await serve(folder, env);
    await second.server.line(new RegExp(`Correo:\\s+${email}\\n\\s*Contraseña: ${password}`));
    const token = await fetchToken(second.url, { email, password });
    const list = await read<{ total: number }>(second.url, token, '/v1/user/list');
    expect(list.total).toBe(25);
    await stop(second.server);
  });
});

/** Every start has the same data folder, which only the first one has to create. */
test('a start creates no data on a busy port or in production; secrets are private, and a stop ends the requests under way', async () => {
  await withFolder(async (folder) => {
    const other = await takePort();
    await test.step('a busy PORT ends a start with one line', async () => {
      const env = { PORT: String(other.port), DEMO: '1' };
      const server = simiente(['serve'], { dataDir: folder, env });
      expect(await server.ended).toBe(1);
      expect(server.output().trim()).toBe(
        `El puerto ${other.port} está ocupado: cierra el otro programa o elige otro con PORT=${other.port + 1}.`,
      );
    });

    other.leave();

    await test.step('T-A13: a first start in production creates no demo data and no account', async () => {
      const env = { NODE_ENV: 'production', DEMO: '1', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
      const { server } = await serve(folder, env);
      await stop(server);
      expect(server.output()).not.toContain('Contraseña');
      expect(server.output()).toContain('staff add');

      const staff = simiente(['staff', 'list'], { dataDir: folder });
      expect(await staff.ended).toBe(0);
      expect(staff.output()).toContain('No hay cuentas');
    });

    const first = await serve(folder);
    await test.step('its secrets are readable by their owner alone', async () => {
      const secrets = path.join(folder, 'data', 'secrets');
      for (const name of await readdir(secrets)) {
        expect((await stat(path.join(secrets, name))).mode & 0o777, name).toBe(0o600);
      }
    });

    const signals = ['SIGTERM', 'SIGINT'] as const;
    for (const signal of signals.slice(0, forLength(1, 2))) {
      await test.step(`a request under way at ${signal} is answered before the server stops`, async () => {
        const { server, url } = signal === 'SIGTERM' ? first : await serve(folder);
        const { port } = new URL(url);
        const request = await beginSignIn(Number(port));
        server.child.kill(signal);
        await expect.poll(() => isListening(Number(port))).toBe(false);
        request.end();
        expect(await request.answer).toMatch(/HTTP\/1\.1 200 OK[\s\S]*set-auth-token/);
        expect(await server.ended).toBe(0);
      });
    }

    await test.step('a request that never ends does not stop the server from stopping', async () => {
      const { server, url } = await serve(folder, { STOP_SECONDS: '1' });
      const request = await beginSignIn(Number(new URL(url).port));
      await stop(server);
      expect(await request.answer).not.toContain('200 OK');
    });

    const settings = [['', true] as const, ['loopback', false] as const];
    for (const [trusted, isWarned] of settings.slice(0, forLength(1, 2))) {
      await test.step(`T-A2: behind TLS it ${isWarned ? 'warns without TRUST_PROXY' : 'starts silently with TRUST_PROXY'}`, async () => {
        const server = simiente(['serve'], {
          dataDir: folder,
          env: { ...ADMIN, PUBLIC_URL: 'https://clinica.example', TRUST_PROXY: trusted },
        });
        await server.line(/Dirección:\s+https:\/\/clinica\.example/);
        await stop(server);
        expect(server.output().includes('no hay TRUST_PROXY')).toBe(isWarned);
      });
    }
  });
});

/** A sign-in whose body is incomplete, so that the server waits for it. */
async function beginSignIn(port: number) {
  const body = JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const answer = once(socket, 'close').then(() => received);
  const head = [
    'POST /api/auth/sign-in/email HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    'content-type: application/json',
    // The server answers when it has begun to read.
    'expect: 100-continue',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => received).toContain('100 Continue');
  return { answer, end: () => socket.write(body) };
}

/** Whether a process accepts connections there. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

/** A port on which another program listens. */
async function takePort(): Promise<{ readonly port: number; leave(): void }> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  return { port, leave: () => other.close() };
}

test('a data folder that cannot be written ends the start with one line in Spanish and exit code 1', async () => {
  await withFolder(async (folder) => {
    await writeFile(path.join(folder, 'data'), 'un archivo, no una carpeta');
    const server = simiente(['serve'], { dataDir: folder });
    expect(await server.ended).toBe(1);
    expect(server.output().trim()).toMatch(/^No se puede escribir en la carpeta de datos .+\.$/);
    expect(await readFile(path.join(folder, 'data'), 'utf8')).toBe('un archivo, no una carpeta');
  });
});

for (const [name, command, url, message] of [
  [
    'that is not an address',
    ['serve'],
    'mysql://x',
    /^Configuración no válida: DATABASE_URL no es una dirección de PostgreSQL/,
  ],
  [
    'where no server answers, for a command beside the server,',
    ['staff', 'list'],
    'postgres://u:secreta@127.0.0.1:1/x',
    /^No se puede conectar con el PostgreSQL de DATABASE_URL/,
  ],
] as const) {
  test(`a DATABASE_URL ${name} ends the start with one line in Spanish and exit code 1`, async () => {
    await withFolder(async (folder) => {
      const server = simiente(command, { dataDir: folder, env: { DATABASE_URL: url } });
      expect(await server.ended).toBe(1);
      expect(server.output().trim()).toMatch(message);
      expect(server.output().trim()).not.toContain('\n');
      expect(server.output()).not.toContain('secreta');
    });
  });
}

test('after kill -9 the next start recovers by itself, with every acknowledged write', {
  tag: '@nightly',
}, async () => {
  await withFolder(async (folder) => {
    const env = { DEMO: '1', DEMO_PATIENTS: '60' };
    const first = await serve(folder, env);
    const token = await fetchToken(first.url);
    const { userData } = await read<{ userData: { idUser: string }[] }>(
      first.url,
      token,
      '/v1/user/get-all',
    );
    // Deletions one after another; the server is killed in the middle of them.
    const acknowledged: string[] = [];
    for (const { idUser } of userData) {
      if (acknowledged.length === 20) first.server.child.kill('SIGKILL');
      const answer = await fetch(`${first.url}/v1/user/delete`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ idUsers: [idUser] }),
      }).catch(() => null);
      if (answer?.status !== 200) break;
      acknowledged.push(idUser);
    }
    expect(await first.server.ended).toBe('SIGKILL');
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);

    const second = await serve(folder, env);
    const left = await read<{ userData: { idUser: string }[] }>(
      second.url,
      await fetchToken(second.url),
      '/v1/user/get-all',
    );
    const present = new Set(left.userData.map(({ idUser }) => idUser));
    expect(acknowledged.filter((idUser) => present.has(idUser))).toEqual([]);
    // At most the call in flight at the kill is done without an answer.
    expect(userData.length - present.size - acknowledged.length).toBeLessThanOrEqual(1);
    await stop(second.server);
  });
});
