import { expect, test } from 'vitest';
import {
  open,
  postmasterPid,
  preparedDataDir,
  query,
  temporaryDataDir,
} from './testing/data-folder.ts';

test('T-G4: a second server is rejected, and the first one continues', async () => {
  const dataDir = await preparedDataDir();
  const first = await open(dataDir);

  await expect(open(dataDir)).rejects.toMatchObject({
    code: 'data-dir-in-use',
    message: expect.stringMatching(/^Otro servidor de Simiente ya usa la carpeta de datos .+\.$/),
  });

  expect(first.attached()).toBe(true);
  expect(await query(first.app, 'select 1')).toEqual([1]);
});

test('a tool joins the server and leaves it running', async () => {
  const dataDir = await preparedDataDir();
  const server = await open(dataDir);
  const pid = await postmasterPid(dataDir);

  const tool = await open(dataDir, { role: 'tool' });
  expect(tool.app).toEqual(server.app);
  expect(await query(tool.app, 'select 1')).toEqual([1]);
  await tool.close();

  expect(await postmasterPid(dataDir)).toBe(pid);
  expect(await query(server.app, 'select 1')).toEqual([1]);
});

test('a server starts while a tool works, and the last user stops PostgreSQL', async () => {
  const dataDir = await preparedDataDir();
  const tool = await open(dataDir, { role: 'tool' });
  const server = await open(dataDir);

  await server.close();
  expect(await query(tool.app, 'select 1')).toEqual([1]);
  await tool.close();

  expect(await postmasterPid(dataDir)).toBeUndefined();
});

test('simultaneous starts in a new folder get one database', async () => {
  const dataDir = await temporaryDataDir();
  const roles = ['server', 'tool', 'tool', 'tool'] as const;

  const all = await Promise.all(roles.map((role) => open(dataDir, { role })));

  const startTimes = await Promise.all(
    all.map(({ superuser }) => query(superuser, 'select pg_postmaster_start_time()::text')),
  );
  expect(new Set(startTimes.flat()).size).toBe(1);
  expect(new Set(all.map(({ app }) => app.password)).size).toBe(1);
});

test('a process that opens while the last user leaves gets a running database', async () => {
  const dataDir = await preparedDataDir();
  let current = await open(dataDir, { role: 'tool' });
  for (let round = 0; round < 5; round += 1) {
    const [next] = await Promise.all([open(dataDir, { role: 'tool' }), current.close()]);
    expect(await query(next.app, 'select 1')).toEqual([1]);
    current = next;
  }
  await current.close();
  expect(await postmasterPid(dataDir)).toBeUndefined();
});

test('the last of several users that leave simultaneously stops PostgreSQL', async () => {
  const dataDir = await preparedDataDir();
  const tools = [];
  for (let count = 0; count < 4; count += 1) {
    tools.push(await open(dataDir, { role: 'tool' }));
  }

  await Promise.all(tools.map((tool) => tool.close()));

  expect(await postmasterPid(dataDir)).toBeUndefined();
});

test('a second close of a connection has no effect', async () => {
  const dataDir = await preparedDataDir();
  const database = await open(dataDir);
  await Promise.all([database.close(), database.close()]);
  expect(database.attached()).toBe(false);
});
