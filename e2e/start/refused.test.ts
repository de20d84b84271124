import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { cloneDatabase, startTestServer } from '@simiente/server/testing/postgres';
import { addressOf } from './external.ts';
import { simiente, withFolder } from './run.ts';

let postgres: Awaited<ReturnType<typeof startTestServer>>;
test.beforeAll(async () => {
  postgres = await startTestServer();
});
test.afterAll(() => postgres.stop());

/** A free port. A server with a port of its own says there that it is starting. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

for (const [name, wrong, message] of [
  [
    'with a wrong password',
    { password: 'secreta' },
    'PostgreSQL no acepta el usuario o la contraseña de DATABASE_URL: revísalos.',
  ],
  [
    'of a database that is not there',
    { database: 'nadie' },
    'La base de datos que nombra DATABASE_URL no existe: créala primero.',
  ],
] as const) {
  test(`a DATABASE_URL ${name} is one line in Spanish and exit code 1`, async () => {
    const { app } = await cloneDatabase(postgres.server);
    await withFolder(async (dataDir) => {
      const server = simiente(['serve'], {
        dataDir,
        env: { PORT: await freePort(), DATABASE_URL: addressOf({ ...app, ...wrong }) },
      });
      expect(await server.ended).toBe(1);
      expect(server.output().trim()).toBe(message);
    });
  });
}
