import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { TEST_CALENDLY_SECRET } from '@simiente/server/testing/calendly';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { askRightly, askToSignIn, askWrongly, calls, SAID, Talker } from './rig/everything.ts';
import { DataFolder } from './rig/folder.ts';
import { ADMIN, ServerProcess } from './rig/server.ts';

test('T-F4: the log of a run, at every level, has nothing of requests or answers', async () => {
  const folder = await DataFolder.make();
  const server = new ServerProcess({
    dataDir: folder.path,
    env: { LOG_LEVEL: 'debug', CALENDLY_WEBHOOK_SECRET: TEST_CALENDLY_SECRET },
  });
  const talker = new Talker(await server.url());
  await talker.signIn();
  await askRightly(talker);
  await askWrongly(talker);
  await askWrongly(talker, { cookie: '' });
  await askWrongly(talker, { cookie: '', authorization: 'Bearer canario.canario' });

  // Faults of ours quote what they stumbled over: without the audit, and without a table, every call is one.
  await asSuperuser(folder, 'revoke insert on audit_events from simiente_app');
  await expect(askRightly(talker)).rejects.toThrow('500');
  await asSuperuser(folder, 'grant insert on audit_events to simiente_app');
  await asSuperuser(folder, 'alter table patients rename to elsewhere');
  await askWrongly(talker);
  await asSuperuser(folder, 'alter table elsewhere rename to patients');
  await folder.killPostgres('all');
  await askWrongly(talker);
  await expect
    .poll(async () => (await talker.ask('/health/ready')).status, { timeout: 120_000 })
    .toBe(200);
  await askRightly(talker);
  await askToSignIn(talker);
  await server.stop();

  const log = server.said + (await readFile(path.join(folder.path, 'postgres.log'), 'utf8'));
  // All of it was there to be told.
  const routes = calls.map(({ path: route }) => route.replace(/\/$/, ''));
  expect(routes.filter((route) => !log.includes(`"route":"${route}`))).toEqual([]);
  expect(log.match(/request failed/g)?.length).toBeGreaterThan(calls.length / 2);
  expect(talker.secrets.size).toBeGreaterThan(20);
  expect(log.split('\n').filter((line) => SAID.test(line))).toEqual([]);
  const secrets = [...talker.secrets, ...(await secretsOf(folder)), ADMIN.password];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

async function asSuperuser(folder: DataFolder, statement: string): Promise<void> {
  const client = new Client(await folder.superuser());
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function secretsOf(folder: DataFolder): Promise<string[]> {
  const secrets = path.join(folder.path, 'secrets');
  const names = await readdir(secrets);
  return Promise.all(
    names.map(async (name) => (await readFile(path.join(secrets, name), 'utf8')).trim()),
  );
}
