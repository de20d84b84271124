import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedPostgres } from '@simiente/server/platform/postgres/embedded';
import { readPostmasterFile } from '@simiente/server/platform/postgres/postmaster';
import { DATABASE } from '@simiente/server/platform/postgres/prepare-database';
import { readSecret } from '@simiente/server/platform/postgres/secrets';
import { copyPrepared } from '@simiente/server/platform/postgres/testing/data-folder';
import { Client, type ClientConfig } from 'pg';
import { inject } from 'vitest';
import { type Findings, inspect } from './inspect.ts';
import type { Ledger } from './ledger.ts';
import { type WhenDone, whenTestEnds } from './when-done.ts';

/** The data folder of one server; the end of the test removes it and stops its PostgreSQL. */
export class DataFolder {
  readonly path: string;

  constructor(folder: string, whenDone: WhenDone = whenTestEnds) {
    this.path = folder;
    whenDone(async () => {
      const pid = await this.postmaster();
      if (pid !== undefined) kill(pid);
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    });
  }

  /** A folder with a database, as after a first start. */
  static async make(whenDone?: WhenDone): Promise<DataFolder> {
    const folder = await DataFolder.makeEmpty(whenDone);
    await copyPrepared(inject('preparedFolder'), folder.path);
    return folder;
  }

  static async makeEmpty(whenDone?: WhenDone): Promise<DataFolder> {
    return new DataFolder(await mkdtemp(path.join(tmpdir(), 'simiente-faults-')), whenDone);
  }

  get files(): string {
    return path.join(this.path, 'files');
  }

  /** The process id in PostgreSQL's pid file, alive or not. */
  async postmaster(): Promise<number | undefined> {
    return (await readPostmasterFile(path.join(this.path, 'postgres')))?.pid;
  }

  /** A connection of the superuser to the running embedded PostgreSQL, which this function does not start. */
  async superuser(database = DATABASE): Promise<ClientConfig> {
    const file = await readPostmasterFile(path.join(this.path, 'postgres'));
    if (!file?.address) throw new Error('PostgreSQL does not run');
    const { host, port } = file.address;
    const password = await readSecret(path.join(this.path, 'secrets'), 'superuser');
    return { host, port, user: 'postgres', password: password ?? '', database };
  }

  /** Kills PostgreSQL with SIGKILL: all of it, or one of the application's backends. */
  async killPostgres(part: 'all' | 'backend'): Promise<void> {
    if (part === 'all') {
      const pid = await this.postmaster();
      if (pid !== undefined) kill(pid);
      return;
    }
    const [pid] = await this.#backends();
    if (pid !== undefined) kill(pid);
  }

  async inspect(ledger: Ledger): Promise<Findings> {
    const postgres = await openEmbeddedPostgres({
      dataDir: this.path,
      role: 'tool',
      log: () => {},
    });
    try {
      const database = { ...postgres.superuser, database: DATABASE };
      return await inspect({ database, files: this.files }, ledger);
    } finally {
      await postgres.close();
    }
  }

  async #backends(): Promise<number[]> {
    const client = new Client(await this.superuser());
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where usename = 'simiente_app' order by state = 'active' desc, random()`,
    );
    await client.end();
    return rows.map(({ pid }) => pid);
  }
}

/** Kills a process with SIGKILL; it may have ended already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
