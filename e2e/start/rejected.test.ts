import { expect, test } from '@playwright/test';
import { freePort } from '@simiente/server/platform/postgres/testing/free-port';
import { emptyDatabaseSettings } from './external.ts';
import { simiente, withFolder } from './run.ts';

for (const [name, spoil, message] of [
  [
    'with a wrong password',
    (address: URL) => {
      address.password = 'secreta';
    },
    'PostgreSQL no acepta el usuario o la contraseña de DATABASE_URL: revísalos.',
  ],
  [
    'of a database that is not there',
    (address: URL) => {
      address.pathname = '/nadie';
    },
    'La base de datos que nombra DATABASE_URL no existe: créala primero.',
  ],
] as const) {
  test(`a DATABASE_URL ${name} ends the start with one line in Spanish and exit code 1`, async () => {
    const address = new URL((await emptyDatabaseSettings()).DATABASE_URL ?? '');
    spoil(address);
    await withFolder(async (dataDir) => {
      const server = simiente(['serve'], {
        dataDir,
        // A server with a separate port reports there that it is starting.
        env: { PORT: String(await freePort()), DATABASE_URL: address.href },
      });
      expect(await server.ended).toBe(1);
      expect(server.output().trim()).toBe(message);
    });
  });
}
