import { sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import type { Logger } from 'pino';
import { staff } from '../../schema/staff.ts';
import { connect } from '../database/connections/connect.ts';
import { type Database, toClientConfig } from '../database/database.ts';
import { listMigrations } from '../database/migrating/migrations.ts';
import { describeFault, nameFault, unavailable } from '../failures.ts';
import type { FileStore } from '../storage/storage.ts';
import { isDiskFull } from '../system-errors.ts';

/** Milliseconds for which a success is cached: the check of the store costs two writes. */
const STORE_TTL = 10_000;
/** Milliseconds for which a success is cached: a new connection costs PostgreSQL a process. */
const CONNECTION_TTL = 5_000;
/** Maximum milliseconds for which a failure is cached. */
const FAILURE_TTL = 2_000;
/** Maximum milliseconds of a check. A slower process is not ready. */
const ANSWER_TIMEOUT = 5_000;

interface ReadinessDeps {
  readonly db: Database;
  readonly store: FileStore;
  isDraining(): boolean;
  /** Whether a full disk makes reads fail, because their audit rows cannot be written. */
  lacksSpace?(): Promise<boolean>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** A process is not ready. The message names the missing part. */
class NotReady extends Error {}

/**
 * Whether this process should get requests.
 * @throws Problem UNAVAILABLE while it should not
 */
export type CheckReady = () => Promise<void>;

/**
 * Simultaneous probes share one check, and so one connection. Probes come every few seconds, also during a start, when
 * services are normally missing, so the missing one is logged only when it changes.
 */
export function createReadiness(deps: ReadinessDeps): CheckReady {
  const latest = Math.max(...listMigrations().map(({ at }) => at));
  const database = cacheCheck(0, () => checkDatabase(deps.db, latest));
  const connecting = cacheCheck(CONNECTION_TTL, () => checkConnecting(deps));
  const store = cacheCheck(STORE_TTL, () => checkStore(deps));
  let lastReported: string | null = null;
  const report = (lacks: string | null, cause?: unknown) => {
    // A timeout does not change the state of a process that is not ready.
    if (lacks === lastReported || (lacks === 'time' && lastReported !== null)) return;
    lastReported = lacks;
    if (lacks === null) deps.log.info('ready again');
    else deps.log.warn({ lacks, causes: nameFault(cause) }, 'not ready');
  };
  return async () => {
    if (deps.isDraining()) throw unavailable();
    try {
      if (await deps.lacksSpace?.()) throw new NotReady('space');
      await withTimeout(database().then(connecting).then(store));
      report(null);
    } catch (fault) {
      if (fault instanceof NotReady) report(fault.message, fault.cause);
      else report('database', fault);
      // The error has no cause, because a cause would be logged for each probe.
      throw unavailable();
    }
  };
}

/**
 * The database must answer, have tables at least as new as this program, have an account, and accept writes. All
 * transactions of a server in recovery are read-only.
 */
async function checkDatabase(db: Database, expected: number): Promise<void> {
  const { rows } = await db.execute<{ latest: string | null; lacks: string | null }>(
    sql`select max(created_at) as latest,
          case when current_setting('transaction_read_only')::boolean then 'writes'
               when not exists (select from ${staff}) then 'accounts' end as lacks
        from drizzle.__drizzle_migrations`,
  );
  if (Number(rows[0]?.latest) < expected) throw new NotReady('migrations');
  if (rows[0]?.lacks) throw new NotReady(rows[0].lacks);
}

/** SQLSTATEs of a PostgreSQL or PgBouncer that has reached its maximum number of connections. */
const FULL = /^(53|08P01$)/;

/**
 * Opens a connection outside the pool. A PostgreSQL that is shutting down, or has used up its connections, still
 * answers on open ones and rejects new ones.
 */
async function checkConnecting({ db, log }: ReadinessDeps): Promise<void> {
  try {
    const client = await connect({
      ...toClientConfig(db.$client),
      application_name: 'simiente-readiness',
      connectionTimeoutMillis: ANSWER_TIMEOUT,
    });
    // The end of the connection is not awaited, because the server may not answer.
    client.end().catch(() => {});
  } catch (fault) {
    const isFull = fault instanceof DatabaseError && FULL.test(fault.code ?? '');
    if (!isFull) throw new NotReady('connections', { cause: fault });
    log.warn(describeFault(fault), 'the database has no connection left');
  }
}

/** A full file store does not make the process unready, because everything can still be read. */
async function checkStore({ store, log }: ReadinessDeps): Promise<void> {
  await store.check().catch((fault: unknown) => {
    if (isDiskFull(fault)) return log.warn(describeFault(fault), 'the file store is full');
    throw new NotReady('files', { cause: fault });
  });
}

async function withTimeout(answer: Promise<void>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NotReady('time')), ANSWER_TIMEOUT);
  await Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}

/** Runs one check at a time. Its result is cacheCheck, and cached after its end. */
function cacheCheck(ttl: number, check: () => Promise<void>): () => Promise<void> {
  let result = Promise.resolve();
  let expiresAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() < expiresAt) return result;
    expiresAt = Number.POSITIVE_INFINITY;
    result = check();
    const expireIn = (milliseconds: number) => {
      expiresAt = performance.now() + milliseconds;
    };
    void result.then(
      () => expireIn(ttl),
      () => expireIn(Math.min(ttl, FAILURE_TTL)),
    );
    return result;
  };
}
