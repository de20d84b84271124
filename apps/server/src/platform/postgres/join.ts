import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Client } from 'pg';
import { StartupError } from '../system-errors.ts';
import type { Layout } from './layout.ts';
import { isAlive, isForeign, type PostmasterFile, readPostmasterFile } from './postmaster.ts';
import type { Endpoint } from './settings.ts';

/**
 * The first number of the advisory locks below, which the processes that use the cluster take in the maintenance
 * database. A lock ends with its connection, so a killed process holds none.
 */
const LOCK_SPACE = 0x51e41;
/** Held shared by every process that uses the cluster, exclusively by the one that stops it. */
const MEMBERS = 1;
/** Held by the only server of a cluster. */
const SERVER = 2;
/** Held while roles and database are created. */
const PREPARE = 3;

const CONNECT_TIMEOUT_MS = 10_000;
/** On a busy machine, PostgreSQL may need some seconds to notice that a server died. */
const SERVER_LOCK_WAIT_MS = 3_000;

export type Role = 'server' | 'tool';
export type Member = {
  client: Client;
  host: string;
  port: number;
  endpoint: Endpoint;
  /** Settles when the connection ends. */
  ended: Promise<void>;
};
/** `absent`: no PostgreSQL of the cluster is running. `wait`: it is starting, recovering or stopping. */
type JoinResult = Member | 'absent' | 'wait';

/** Connects to the cluster, if it is running, and registers as a member. */
export async function tryJoin(layout: Layout, password: string): Promise<JoinResult> {
  const file = await readPostmasterFile(layout.cluster);
  if (file === undefined) return 'absent';
  const address = await findAddress(file, layout.cluster);
  if (address === undefined) {
    return isAlive(file.pid) && file.address === undefined ? 'wait' : 'absent';
  }
  const client = new pg.Client({
    host: address.host,
    port: address.port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: 'simiente-member',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A lost connection without a listener would end the process.
  client.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    if (!(await isOurs(client, layout.cluster))) {
      await leave(client);
      return 'absent';
    }
    if (!(await tryLock(client, 'pg_try_advisory_lock_shared', MEMBERS))) {
      await leave(client);
      return 'wait';
    }
    return { client, ended, ...address };
  } catch (error) {
    await leave(client);
    return explainRejection(error, layout);
  }
}

/** Registers as the only server. */
export async function claimServer(client: Client, layout: Layout): Promise<void> {
  const deadline = Date.now() + SERVER_LOCK_WAIT_MS;
  while (!(await tryLock(client, 'pg_try_advisory_lock', SERVER))) {
    if (Date.now() > deadline) {
      throw new StartupError(
        'data-dir-in-use',
        `Otro servidor de Simiente ya usa la carpeta de datos ${layout.dataDir}: detenlo o elige otra con DATA_DIR.`,
      );
    }
    await delay(50);
  }
}

export async function withPreparationLock(
  client: Client,
  work: () => Promise<void>,
): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', [LOCK_SPACE, PREPARE]);
  try {
    await work();
  } finally {
    await client.query('select pg_advisory_unlock($1, $2)', [LOCK_SPACE, PREPARE]);
  }
}

/**
 * Releases all locks, and tries to take the exclusive one. The shared lock must be released first, because otherwise
 * neither of two processes that leave simultaneously would be the last.
 * @returns whether the cluster has no other member; no process can join then until this connection ends
 */
export async function isLastMember(client: Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_all()');
  return tryLock(client, 'pg_try_advisory_lock', MEMBERS);
}

/** Ends a connection, which may be broken. */
export async function leave(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}

/**
 * The address of a running cluster; undefined for a port if its PostgreSQL is dead: another program may now listen
 * there, and must not get the password. A socket is safe in our private folder.
 */
async function findAddress(
  file: PostmasterFile,
  cluster: string,
): Promise<PostmasterFile['address']> {
  const onPort = file.address?.endpoint.kind === 'loopback';
  const isDead = onPort && (!isAlive(file.pid) || (await isForeign(file.pid, cluster)));
  return isDead ? undefined : file.address;
}

async function isOurs(client: Client, cluster: string): Promise<boolean> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  const [actual, expected] = await Promise.all([
    stat(rows[0]?.data_directory ?? '').catch(() => undefined),
    stat(cluster),
  ]);
  return actual?.dev === expected.dev && actual.ino === expected.ino;
}

async function tryLock(
  client: Client,
  method: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lock: number,
): Promise<boolean> {
  const result = await client.query<{ taken: boolean }>(`select ${method}($1, $2) as taken`, [
    LOCK_SPACE,
    lock,
  ]);
  return result.rows[0]?.taken === true;
}

function explainRejection(error: unknown, layout: Layout): 'absent' | 'wait' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  if (code === '28P01' || code === '28000') {
    throw new StartupError(
      'secret-rejected',
      `La base de datos no acepta la contraseña de ${layout.secrets}: recupera esa carpeta de tu respaldo de DATA_DIR.`,
      { cause: error },
    );
  }
  if (code === 'EACCES' || code === 'EPERM') {
    throw new StartupError(
      'cluster-owner',
      `La base de datos de ${layout.dataDir} la usa otro usuario del sistema: arranca con ese usuario.`,
      { cause: error },
    );
  }
  return 'wait';
}
