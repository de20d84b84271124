import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import {
  type Connection,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../embedded.ts';
import { readPostmasterFile } from '../postmaster.ts';

/** Registers a cleanup for the end of the running test or file. */
type WhenOver = (end: () => Promise<void>) => unknown;

/** A data folder for the running test; it and its PostgreSQL are removed at the end. */
export async function temporaryDataDir(
  inside = '',
  whenOver: WhenOver = onTestFinished,
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'simiente-'));
  const dataDir = join(root, inside, 'data');
  whenOver(async () => {
    kill(await postmasterPid(dataDir).catch(() => undefined));
    // Removes two thousand files with a tenth of the CPU time of the asynchronous call.
    rmSync(root, { recursive: true, force: true, maxRetries: 20 });
  });
  return dataDir;
}

/** Copies a prepared data folder to one that does not exist or is empty. */
export async function copyPrepared(prepared: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Node's own function has several calls for each of two thousand files, and leaves all of them to root.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder]);
}

/** A data folder with a migrated database, as after a first start. All copies have one system identifier. */
export async function preparedDataDir(inside?: string, whenOver?: WhenOver): Promise<string> {
  const dataDir = await temporaryDataDir(inside, whenOver);
  await copyPrepared(inject('preparedFolder'), dataDir);
  return dataDir;
}

/** Opens a data folder until the end of the running test. */
export async function open(
  dataDir: string,
  options: Partial<EmbeddedOptions> = {},
  whenOver: WhenOver = onTestFinished,
): Promise<EmbeddedPostgres> {
  const database = await openEmbeddedPostgres({
    dataDir,
    role: 'server',
    log: () => undefined,
    ...options,
  });
  whenOver(() => database.close());
  return database;
}

/** The first column of each row that a statement returns. */
export async function query(connection: Connection, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result = await client.query({ text: statement, rowMode: 'array' });
    return result.rows.map((row: unknown[]) => row[0]);
  } finally {
    await client.end();
  }
}

/** The process id in postmaster.pid; undefined after a clean stop. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  return (await readPostmasterFile(join(dataDir, 'postgres')))?.pid;
}

/** Kills a process, if there is one. */
export function kill(pid: number | undefined): void {
  if (pid === undefined) {
    return;
  }
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) {
      throw error;
    }
  }
}
