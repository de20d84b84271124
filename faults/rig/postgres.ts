import path from 'node:path';
import { findBinaries } from '@simiente/server/platform/postgres/binaries';
import { type Connection, openEmbeddedPostgres } from '@simiente/server/platform/postgres/embedded';
import { resolveLayout } from '@simiente/server/platform/postgres/layout';
import {
  type Cluster,
  startPostmaster,
  stopPostmaster,
} from '@simiente/server/platform/postgres/postmaster';
import { chooseRunAs } from '@simiente/server/platform/postgres/run-as';
import type { Endpoint } from '@simiente/server/platform/postgres/settings';
import { copyPrepared } from '@simiente/server/platform/postgres/testing/data-folder';
import { freePort } from '@simiente/server/platform/postgres/testing/free-port';
import { inject } from 'vitest';
import { DataFolder } from './folder.ts';
import type { WhenDone } from './when-done.ts';

/** Milliseconds; recovery on a busy machine. */
const START_TIMEOUT = 240_000;

/**
 * A separate PostgreSQL on a fixed local port, which the product treats as external. It starts when it is created,
 * and only the test restarts it.
 */
export class OwnPostgres {
  readonly #cluster: Cluster;
  readonly #endpoint: Endpoint;
  readonly app: Connection;
  readonly owner: Connection;
  readonly superuser: Connection;

  private constructor(
    cluster: Cluster,
    { port, ...endpoint }: Extract<Endpoint, { kind: 'loopback' }>,
    roles: Record<'app' | 'owner' | 'superuser', Connection>,
  ) {
    this.#cluster = cluster;
    this.#endpoint = { ...endpoint, port };
    const at = { host: '127.0.0.1', port };
    this.app = { ...roles.app, ...at };
    this.owner = { ...roles.owner, ...at };
    this.superuser = { ...roles.superuser, ...at, database: roles.app.database };
  }

  static async make(whenDone: WhenDone): Promise<OwnPostgres> {
    const folder = await DataFolder.makeEmpty(whenDone);
    const dataDir = path.join(folder.path, 'external');
    await copyPrepared(inject('preparedFolder'), dataDir);
    const first = await openEmbeddedPostgres({ dataDir, role: 'tool', log: () => {} });
    await first.close();
    const layout = await resolveLayout(dataDir);
    const binaries = findBinaries();
    const cluster = { layout, binaries, runAs: await chooseRunAs(layout, binaries) };
    const endpoint = { kind: 'loopback', port: await freePort() } as const;
    const postgres = new OwnPostgres(cluster, endpoint, first);
    whenDone(() => postgres.stop());
    await postgres.start();
    return postgres;
  }

  async start(): Promise<void> {
    const signal = AbortSignal.timeout(START_TIMEOUT);
    const result = await startPostmaster(this.#cluster, this.#endpoint, { signal });
    if (result !== 'ready') throw new Error(`PostgreSQL did not start: ${result}`);
  }

  /** A fast shutdown: connections are ended. */
  async stop(): Promise<void> {
    await stopPostmaster(this.#cluster);
  }
}

export function toUrl(
  { user, password, database }: Connection,
  { host, port }: { host?: string | undefined; port?: number | undefined },
): string {
  const secret = encodeURIComponent(password);
  return `postgres://${user}:${secret}@${host}:${port}/${database}`;
}
