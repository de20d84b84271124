import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { type AnyPgColumn, PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { type Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { isCausedBy, READ_ONLY_STATE } from '../failures.ts';
import { nameError } from '../system-errors.ts';

/** The database outside a transaction. */
export type Database = NodePgDatabase & { readonly $client: Pool };
/** The database inside a transaction, for atomic work. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** The database inside or outside a transaction, for reads. */
export type Reader = Database | Transaction;

/** A row as a `select` of these columns returns it. A record has one list of columns, and one presenter. */
export type SelectedRow<Columns extends Readonly<Record<string, AnyPgColumn | SQL>>> =
  SelectResultFields<Columns>;

const connections = new WeakMap<Transaction, Client | PoolClient>();

/** The client for plain SQL: the connection of a transaction, otherwise the pool. */
export function getClient(db: Database | Transaction): Pick<Pool | Client, 'query'> {
  const client = '$client' in db ? db.$client : connections.get(db);
  if (client === undefined) throw new Error('A transaction has no connection');
  return client;
}

const statements = new WeakMap<Reader, Map<string, unknown>>();

/** A statement that Drizzle renders once for each pool and PostgreSQL parses once for each connection. */
export function prepareOnce<Statement>(
  db: Reader,
  name: string,
  prepare: (name: string) => Statement,
): Statement {
  const cached = statements.get(db) ?? new Map<string, unknown>();
  statements.set(db, cached);
  const statement = (cached.get(name) ?? prepare(name)) as Statement;
  cached.set(name, statement);
  return statement;
}

/** Milliseconds. A longer wait for a connection is answered with 503. */
const CONNECT_TIMEOUT = 5_000;
const STATEMENT_TIMEOUT = 30_000;
/** Longer than STATEMENT_TIMEOUT, for a server that does not even report its own timeout. */
const ANSWER_TIMEOUT = 35_000;

/** Milliseconds of silence until TCP checks the connection. */
const KEEP_ALIVE_AFTER = 10_000;

/** The format of column names, on which all code that generates SQL must agree. */
export const CASING = { casing: 'snake_case' } as const;

/** One dialect for all connections, because the class caches the converted column names. */
const dialect = new PgDialect(CASING);

export interface DatabaseHandle {
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Opens a pool; it connects at the first query. */
export function openDatabase(config: PoolConfig, log: Pick<Logger, 'warn'>): DatabaseHandle {
  const pool = new Pool({
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    application_name: 'simiente',
    // The setting is not a start-up parameter, because PgBouncer rejects it.
    onConnect: (client) => client.query(`set statement_timeout = ${STATEMENT_TIMEOUT}`),
    ...config,
  });
  // A lost connection must not end this process: the pool replaces it, and a running query fails by itself.
  let closing = false;
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      // The pool's end does not wait for its idle connections, so PostgreSQL may stop before they close.
      if (!closing) log.warn({ code: nameError(error) }, 'database connection lost');
    });
  });
  pool.on('error', () => {});
  const db = drizzle(pool, CASING);
  db.transaction = (work, config) => retryConflicts(() => inTransaction(pool, work, config));
  const close = () => {
    closing = true;
    return pool.end();
  };
  return { db, pool, close };
}

/** SQLSTATEs of a transaction that PostgreSQL rolled back in favour of a concurrent one. */
const CONFLICTS = ['40001', '40P01'];
const MAX_TRIES = 3;

/**
 * Repeats a transaction that lost to a concurrent one. Its work may run several times, and only the last run counts.
 */
async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const isConflict = CONFLICTS.some((code) => isCausedBy(error, code));
      if (!isConflict || tries === MAX_TRIES) throw error;
    }
  }
}

/**
 * Replaces Drizzle's `transaction` (0.45.4), which returns a connection to the pool in any state, and leaks it when
 * `begin` fails. After ten such failures, as when PostgreSQL restarts, the pool would stay empty.
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
    return await transactionOn(
      client,
      async (transaction) => {
        begun = true;
        try {
          return await work(transaction);
        } catch (error) {
          fault = { error };
          // A server that did not answer will not answer a rollback either, which would take as long again.
          if (isUnanswered(error)) void client.end();
          throw error;
        }
      },
      config,
    );
  } catch (error) {
    // Throws the error of the work, because the rollback after it may fail too.
    throw fault ? fault.error : error;
  } finally {
    // Closes the connection if its transaction could not begin or end. Also if the server rejects writes, because
    // another server may have replaced it.
    const isUnusable = !begun || client.getTransactionStatus() !== 'I';
    client.release(isUnusable || isCausedBy(fault?.error, READ_ONLY_STATE));
  }
}

/** A transaction on a connection that the caller opened. */
export function transactionOn<Result>(
  client: Client | PoolClient,
  work: (transaction: Transaction) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(
    client,
    dialect,
    undefined,
  );
  return session.transaction((transaction) => {
    connections.set(transaction, client);
    return work(transaction);
  }, config);
}

/** The database through one connection, which the caller closes. */
export const databaseOn = (client: Client | PoolClient) =>
  drizzle(client, CASING) as unknown as Database;

/** Settings for a separate connection to the database of a pool. */
export function toClientConfig({ options }: Pick<Pool, 'options'>): ClientConfig {
  // The spread omits the password, which is not enumerable in the pool's options.
  return { ...options, password: options.password };
}

function isUnanswered(error: unknown): boolean {
  return (
    error instanceof Error && (error.message === 'Query read timeout' || isUnanswered(error.cause))
  );
}
