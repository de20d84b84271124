import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  kill,
  open,
  postmasterPid,
  preparedDataDir,
  query,
  temporaryDataDir,
} from './testing/data-folder.ts';

const WRITER = fileURLToPath(new URL('./testing/write-and-acknowledge.ts', import.meta.url));

function startWriter(dataDir: string): ChildProcess {
  const child = spawn(process.execPath, [WRITER, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => kill(child.pid));
  return child;
}

function getOutput(child: ChildProcess): Readable {
  if (child.stdout === null) {
    throw new Error('The process has no output');
  }
  return child.stdout;
}

/** Kills a process and its children. */
function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) {
    process.kill(-pid, 'SIGKILL');
  }
}

/** Starts a server that writes, kills it after it acknowledged some rows, and returns those rows. */
async function writeUntilKilled(dataDir: string, alsoKill: () => Promise<void>): Promise<number[]> {
  const child = startWriter(dataDir);
  const exit = once(child, 'exit');
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: getOutput(child) })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === 200) {
      kill(child.pid);
      await alsoKill();
    }
  }
  await exit;
  return acknowledged;
}

test('T-G4: after kill -9 of the server its PostgreSQL is adopted, with all acknowledged rows', async () => {
  const dataDir = await preparedDataDir();
  const acknowledged = await writeUntilKilled(dataDir, async () => undefined);
  const orphan = await postmasterPid(dataDir);

  const { owner, close } = await open(dataDir);

  const rows = await query(owner, 'select n from written order by n');
  expect(rows.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(orphan).toBeDefined();
  expect(await postmasterPid(dataDir)).toBe(orphan);
  await close();
  expect(await postmasterPid(dataDir)).toBeUndefined();
});

test('T-G2: after kill -9 of server and PostgreSQL all acknowledged rows exist', async () => {
  const dataDir = await preparedDataDir();
  let dead: number | undefined;
  const acknowledged = await writeUntilKilled(dataDir, async () => {
    dead = await postmasterPid(dataDir);
    kill(dead);
  });
  expect(await postmasterPid(dataDir)).toBe(dead);

  const { owner } = await open(dataDir);

  const rows = await query(owner, 'select n from written order by n');
  expect(rows.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(await postmasterPid(dataDir)).not.toBe(dead);
});

test.each(['socket', 'loopback'])(
  'T-G2: after kill -9 of only PostgreSQL the server recovers by itself (%s)',
  async (kind) => {
    const dataDir = await preparedDataDir(kind === 'loopback' ? 'larga-'.repeat(18) : '');
    let resolveRecovery = () => {};
    const back = new Promise<void>((resolve) => {
      resolveRecovery = resolve;
    });
    const log = (line: string) => line.startsWith('PostgreSQL volvió') && resolveRecovery();
    const { owner, attached } = await open(dataDir, { log });
    const helper = await open(dataDir, { role: 'tool' });
    await query(owner, 'create table kept as select 1 as n');

    kill(await postmasterPid(dataDir));
    await back;

    expect(attached()).toBe(true);
    expect(await query(owner, 'select n from kept')).toEqual([1]);
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'data-dir-in-use' });
    await helper.close();
    expect(await query(owner, 'select n from kept')).toEqual([1]);
  },
);

test('a suspended server that was replaced reports it and leaves the database alone', async () => {
  const dataDir = await preparedDataDir();
  const sleeper = startWriter(dataDir);
  const lines = createInterface({ input: getOutput(sleeper) })[Symbol.asyncIterator]();
  await lines.next();
  const tool = await open(dataDir, { role: 'tool' });
  sleeper.kill('SIGSTOP');
  // 2 is the number of the lock `SERVER` (join.ts).
  await query(
    tool.superuser,
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 2",
  );

  const { app } = await open(dataDir);
  sleeper.kill('SIGCONT');

  // Until the pipe has taken the reason, the sleeper may print another row after it.
  const reasons: string[] = [];
  for await (const line of lines) {
    if (!/^\d+$/.test(line)) reasons.push(line);
  }
  expect(reasons).toEqual(['data-dir-in-use']);
  expect(await query(app, 'select 1')).toEqual([1]);
});

test('a first start that was killed midway does not block the next', async () => {
  const dataDir = await temporaryDataDir();
  await mkdir(dataDir, { recursive: true });
  const stop = new AbortController();
  const changes = watch(dataDir, { signal: stop.signal });
  const child = startWriter(dataDir);
  for await (const { filename } of changes) {
    if (filename?.startsWith('postgres.new-')) {
      break;
    }
  }
  killGroup(child);
  await once(child, 'exit');
  expect(await readdir(dataDir)).not.toContain('postgres');

  const { app } = await open(dataDir);

  expect(await query(app, 'select 1')).toEqual([1]);
  const entries = await readdir(dataDir);
  expect(entries.filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
});

test('T-G4: a stale postmaster.pid whose number now belongs to another process does not block a start', async () => {
  const dataDir = await preparedDataDir();
  await writeUntilKilled(dataDir, async () => kill(await postmasterPid(dataDir)));
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
  onTestFinished(() => kill(stranger.pid));
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [stranger.pid, ...rest].join('\n'));

  const { owner } = await open(dataDir);

  expect(await query(owner, 'select count(*) >= 200 from written')).toEqual([true]);
  expect(stranger.exitCode).toBeNull();
  expect(await postmasterPid(dataDir)).not.toBe(stranger.pid);
});
