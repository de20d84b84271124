import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { openLocalFileStore } from '../../storage/storage.ts';
import { openArchive } from '../../wal-archive/archive.ts';
import { extractBase, listBases, writeBase } from '../../wal-archive/base-copy.ts';
import { findBinaries } from '../binaries.ts';
import type { Connection } from '../embedded.ts';
import { resolveLayout } from '../layout.ts';
import {
  type Cluster,
  readPostmasterFile,
  startPostmaster,
  stopPostmaster,
} from '../postmaster.ts';
import { chooseRunAs, giveOwnership } from '../run-as.ts';
import { type Endpoint, LOOPBACK } from '../settings.ts';
import { freePort } from './free-port.ts';

/** Milliseconds. */
const ANSWERS_WITHIN = 60_000;
const CHECK_EVERY = 50;

/** A streaming standby of an embedded cluster, at a fixed loopback port. */
export class Standby {
  readonly #cluster: Cluster;
  readonly #endpoint: Endpoint;
  readonly superuser: Connection;
  #frozen: readonly number[] = [];

  private constructor(cluster: Cluster, endpoint: Endpoint, superuser: Connection) {
    this.#cluster = cluster;
    this.#endpoint = endpoint;
    this.superuser = superuser;
  }

  /**
   * @param primary the superuser of the running primary, whose cluster is in `primaryDir`
   * @param folder an empty one, which the caller removes after `stop()`
   */
  static async make(primaryDir: string, primary: Connection, folder: string): Promise<Standby> {
    const [copies, scratch, dataDir] = ['copies', 'scratch', 'data'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await mkdir(scratch);
    await mkdir(dataDir, { mode: 0o711 });
    const archive = openArchive({
      store: openLocalFileStore(copies),
      scratchFolder: scratch,
      identity: null,
    });
    const copied = await resolveLayout(primaryDir);
    const tar = join(folder, 'tar');
    await mkdir(tar);
    await giveOwnership(await chooseRunAs(copied, findBinaries()), tar);
    await writeBase(archive, { superuser: primary, folder: tar, secrets: {} });
    const [base] = (await listBases(archive)).complete;
    if (base === undefined) throw new Error('There is no copy');
    const layout = await resolveLayout(dataDir);
    const binaries = findBinaries();
    const runAs = await chooseRunAs(layout, binaries);
    await extractBase(archive, base, layout.cluster);
    await mkdir(layout.run, { mode: 0o700 });
    await writeFile(join(layout.cluster, 'standby.signal'), '');
    const { host, port, user, password } = primary;
    await appendFile(
      join(layout.cluster, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=''${host}'' port=${port} user=${user} password=${password}'\n`,
    );
    for (const owned of [layout.cluster, layout.run]) await giveOwnership(runAs, owned);
    const cluster = { layout, binaries, runAs, settings: { restore_command: '' } };
    const at = { host: LOOPBACK, port: await freePort() };
    const endpoint = { kind: 'loopback', port: at.port } as const;
    const standby = new Standby(cluster, endpoint, { ...primary, ...at });
    await standby.start();
    return standby;
  }

  /** Resolves once the standby answers reads. */
  async start(): Promise<void> {
    // The start waits for a server that accepts writes, which a standby never does.
    const waiting = new AbortController();
    startPostmaster(this.#cluster, this.#endpoint, { signal: waiting.signal }).catch(() => {});
    const deadline = performance.now() + ANSWERS_WITHIN;
    try {
      while (!(await this.query('select 1').catch(() => null))) {
        if (performance.now() > deadline) throw new Error('The standby does not answer');
        await delay(CHECK_EVERY);
      }
    } finally {
      waiting.abort();
    }
  }

  async stop(): Promise<void> {
    this.thaw();
    await stopPostmaster(this.#cluster);
  }

  /** Kills all of its processes. */
  async kill(): Promise<void> {
    for (const pid of await this.#processes()) send('SIGKILL', pid);
  }

  /** Suspends its processes, so that its connections stay open and silent. */
  async freeze(): Promise<void> {
    this.#frozen = await this.#processes();
    for (const pid of this.#frozen) send('SIGSTOP', pid);
  }

  thaw(): void {
    for (const pid of this.#frozen) send('SIGCONT', pid);
    this.#frozen = [];
  }

  /** The postmaster and its children. Only Linux lists them. */
  async #processes(): Promise<number[]> {
    const { pid } = (await readPostmasterFile(this.#cluster.layout.cluster)) ?? {};
    if (pid === undefined) return [];
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.trim().split(' ').filter(Boolean).map(Number)];
  }

  /**
   * Runs a statement as its superuser.
   * @returns the first column
   */
  async query(text: string, database = this.superuser.database): Promise<unknown[]> {
    const client = new Client({ ...this.superuser, database });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query({ text, rowMode: 'array' });
      return rows.map((row: unknown[]) => row[0]);
    } finally {
      await client.end();
    }
  }
}

/** Sends a signal to a process that may have ended. */
function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
