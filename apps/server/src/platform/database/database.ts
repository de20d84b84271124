import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';

/** The database outside a transaction. */
export type Database = NodePgDatabase;
/** The database inside one. What must be atomic asks for this type. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Milliseconds. Beyond them a caller is told that the service is unavailable. */
const CONNECT_TIMEOUT = 5_000;
const STATEMENT_TIMEOUT = 30_000;
/** For a server that does not answer at all, not even that the statement took too long. */
const ANSWER_TIMEOUT = 35_000;

export interface DatabaseHandle {
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Opens a pool of connections; none is made until the first query. */
export function openDatabase(config: PoolConfig, log: Pick<Logger, 'warn'>): DatabaseHandle {
  const pool = new Pool({
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
    keepAlive: true,
    application_name: 'simiente',
    ...config,
  });
  // A connection that is lost, idle or in use, must not end this process: the pool replaces it, and
  // a query that was under way fails by itself.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ code: codeOf(error) }, 'database connection lost'));
  });
  pool.on('error', () => {});
  return {
    db: drizzle(pool, { casing: 'snake_case' }),
    pool,
    close: () => pool.end(),
  };
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
