import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import {
  type Connection,
  type EmbeddedOptions,
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../embedded.ts';
import { readPostmasterFile } from '../postmaster.ts';

/** Takes what is to be done when the running test, or a whole file, is over. */
type WhenOver = (end: () => Promise<void>) => unknown;

/** A data folder of the running test alone; it and its PostgreSQL are gone when the test is. */
export async function temporaryDataDir(
  inside = '',
  whenOver: WhenOver = onTestFinished,
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'simiente-'));
  const dataDir = join(root, inside, 'data');
  whenOver(async () => {
    kill(await postmasterPid(dataDir).catch(() => undefined));
    await rm(root, { recursive: true, force: true, maxRetries: 20 });
  });
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

/** The process that PostgreSQL says it is; undefined once it was stopped cleanly. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  return (await readPostmasterFile(join(dataDir, 'postgres')))?.pid;
}

/** Ends a process outright, if there is one. */
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
