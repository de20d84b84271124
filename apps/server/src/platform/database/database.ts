import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from 'pino';

/** The database outside a transaction. */
export type Database = NodePgDatabase & { readonly $client: Pool };
/** The database inside one. What must be atomic asks for this type. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The database inside or outside a transaction: for what only reads. */
export type Reader = Database | Transaction;

/** The connection of each transaction that is under way. */
const connections = new WeakMap<Transaction, PoolClient>();

/** What runs a statement as PostgreSQL takes it, in the transaction if it is one. */
export function clientOf(db: Database | Transaction): Pick<Pool | PoolClient, 'query'> {
  const client = '$client' in db ? db.$client : connections.get(db);
  if (client === undefined) throw new Error('A transaction has no connection');
  return client;
}

/** Milliseconds. Beyond them a caller is told that the service is unavailable. */
const CONNECT_TIMEOUT = 5_000;
const STATEMENT_TIMEOUT = 30_000;
/** For a server that does not answer at all, not even that the statement took too long. */
const ANSWER_TIMEOUT = 35_000;

/** Of silence; from then on the system asks whether the other end still lives. */
const KEEP_ALIVE_AFTER = 10_000;

/** How names of columns are written; whatever makes SQL has to agree. */
export const CASING = { casing: 'snake_case' } as const;

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
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    application_name: 'simiente',
    ...config,
  });
  // A connection that is lost, idle or in use, must not end this process: the pool replaces it, and
  // a query that was under way fails by itself.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ code: codeOf(error) }, 'database connection lost'));
  });
  pool.on('error', () => {});
  const db = drizzle(pool, CASING);
  db.transaction = (work, config) => inTransaction(pool, work, config);
  return { db, pool, close: () => pool.end() };
}

/**
 * Drizzle's own gives a connection back as it is, and keeps it for good when not even `begin` gets
 * through (0.45.4): ten such moments, as when PostgreSQL restarts, and the pool would be empty for ever.
 */
async function inTransaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  const client = await pool.connect();
  let begun = false;
  let fault: { readonly error: unknown } | undefined;
  try {
    return await drizzle(client, CASING).transaction(async (transaction) => {
      begun = true;
      connections.set(transaction, client);
      try {
        return await work(transaction);
      } catch (error) {
        fault = { error };
        // Whoever gave no answer will not answer a rollback either, which would be waited for as long.
        if (isUnanswered(error)) void client.end();
        throw error;
      }
    }, config);
  } catch (error) {
    // That it could not be rolled back either is no news.
    throw fault ? fault.error : error;
  } finally {
    // One that could not begin, or did not get out of its transaction, is of no use to anybody.
    client.release(!begun || client.getTransactionStatus() !== 'I');
  }
}

function isUnanswered(error: unknown): boolean {
  return (
    error instanceof Error && (error.message === 'Query read timeout' || isUnanswered(error.cause))
  );
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
