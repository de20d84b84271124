import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { TEST_CALENDLY_SECRET } from '@simiente/server/testing/services/calendly';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import {
  calls,
  MARKED,
  MarkedClient,
  sendInvalidCalls,
  sendValidCalls,
  trySignIns,
} from './rig/everything.ts';
import { DataFolder } from './rig/folder.ts';
import { ADMIN, ServerProcess } from './rig/server.ts';

test('T-F4: the log of a run contains nothing of requests or answers, at every level', async () => {
  const folder = await DataFolder.make();
  const server = new ServerProcess({
    dataDir: folder.path,
    env: { LOG_LEVEL: 'debug', CALENDLY_WEBHOOK_SECRET: TEST_CALENDLY_SECRET },
  });
  const client = new MarkedClient(await server.url());
  await client.signIn();
  await sendValidCalls(client);
  await sendInvalidCalls(client);
  await sendInvalidCalls(client, { cookie: '' });
  await sendInvalidCalls(client, { cookie: '', authorization: 'Bearer canario.canario' });

  // Makes every call fail with an error message that quotes the call's input.
  await asSuperuser(folder, 'revoke insert on audit_events from simiente_app');
  await expect(sendValidCalls(client)).rejects.toThrow('500');
  await asSuperuser(folder, 'grant insert on audit_events to simiente_app');
  await asSuperuser(folder, 'alter table patients rename to elsewhere');
  await sendInvalidCalls(client);
  await asSuperuser(folder, 'alter table elsewhere rename to patients');
  await folder.killPostgres('all');
  await sendInvalidCalls(client);
  await expect.poll(async () => (await client.send('/health/ready')).status).toBe(200);
  await sendValidCalls(client);
  await trySignIns(client);
  await server.stop();

  const log = server.output + (await readFile(path.join(folder.path, 'postgres.log'), 'utf8'));
  // All of these routes were called on the server.
  const routes = calls.map(({ path: route }) => route.replace(/\/$/, ''));
  expect(routes.filter((route) => !log.includes(`"route":"${route}`))).toEqual([]);
  // The exact number depends on how soon the database is back.
  expect(log.match(/request failed/g)?.length).toBeGreaterThan(10);
  expect(client.secrets.size).toBeGreaterThan(20);
  expect(log.split('\n').filter((line) => MARKED.test(line))).toEqual([]);
  const secrets = [...client.secrets, ...(await readSecrets(folder)), ADMIN.password];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

async function asSuperuser(folder: DataFolder, statement: string): Promise<void> {
  const client = new Client(await folder.superuser());
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function readSecrets(folder: DataFolder): Promise<string[]> {
  const secrets = path.join(folder.path, 'secrets');
  const names = await readdir(secrets);
  return Promise.all(
    names.map(async (name) => (await readFile(path.join(secrets, name), 'utf8')).trim()),
  );
}
