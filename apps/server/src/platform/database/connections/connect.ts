import { Client, type ClientConfig, type Pool } from 'pg';

/**
 * A connection outside of the pool, which the caller closes. When it is lost, the running query and all later ones
 * fail.
 */
export async function connect(settings: ClientConfig): Promise<Client> {
  const client = new Client(settings);
  // Without a listener, a lost connection would end the process before anything is cleaned up.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs work with a connection outside of the pool, and closes it. */
export async function withClient<Result>(
  settings: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(settings);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Settings that must be on, so that committed writes survive a crash. */
const DURABILITY_SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes'];

/** Settings that are off for our connections; empty if writes are safe. */
export async function findUnsafeSettings(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and setting = 'off' order by name`,
    [DURABILITY_SETTINGS],
  );
  return rows.map(({ name }) => name);
}

/** Several, because a pooler may assign the same connection again by chance. */
const COMPARISONS = 3;

/**
 * Whether a pooler, such as PgBouncer in transaction mode, assigns a server connection to a client only for one
 * transaction. `LISTEN`, advisory locks and prepared statements need a dedicated one.
 */
export function isPooledByTransaction(settings: ClientConfig): Promise<boolean> {
  return withClient(settings, (first) =>
    withClient(settings, (second) => areConnectionsShared(first, second)),
  );
}

/** Two clients with dedicated connections always have the same two server processes. */
async function areConnectionsShared(first: Client, second: Client): Promise<boolean> {
  const ownPid = await readBackendPid(first);
  if ((await readBackendPid(second)) === ownPid) return true;
  for (let time = 0; time < COMPARISONS; time += 1) {
    await second.query('begin');
    const other = await readBackendPid(second);
    // Two clients are needed: if the pooler has one connection, the first would wait for the second.
    const isShared = other === ownPid || (await readBackendPid(first)) !== ownPid;
    await second.query('commit');
    if (isShared) return true;
  }
  return false;
}

async function readBackendPid(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
