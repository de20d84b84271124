import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import type { Act } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Database } from '../../platform/database/database.ts';
import { enforceReadLimit } from './count-reads.ts';
import { type AuditEntry, type AuditRow, insertAudit, toAuditRow } from './entry.ts';

/** Wraps a read in a handler that audits it. The row is on disk first, so unaudited data are never shown. */
export function audited<Input, Data>(
  read: (context: StaffContext, input: Input) => Data | Promise<Data>,
  toEntry: (input: Input, data: Data, context: StaffContext) => AuditEntry,
): (context: StaffContext, input: Input) => Promise<Data> {
  return async (context, input) => {
    const data = await read(context, input);
    await auditRead(context.db, context, toEntry(input, data, context));
    return data;
  };
}

/** Audits a read, outside a transaction, and resolves once its row is on disk. */
export async function auditRead(db: Database, act: Act, entry: AuditEntry): Promise<void> {
  await enforceReadLimit(db, act, [entry]);
  const writer = writers.get(db) ?? new Writer(db);
  writers.set(db, writer);
  return writer.write(toAuditRow(act, entry));
}

interface WaitingRow {
  readonly row: AuditRow;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum rows in one statement. */
const MAX_ROWS = 100;
/** Milliseconds. A slower insert may be on a dead connection, so further rows are inserted without waiting for it. */
const MAX_INSERT_TIME = 500;

/** Group commit: rows that wait while one statement runs are inserted together by the next. */
class Writer {
  readonly #db: Database;
  readonly #waiting: WaitingRow[] = [];
  #insertingSince: number | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  write(row: AuditRow): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ row, resolve, reject });
    const since = this.#insertingSince;
    if (since === null || performance.now() - since > MAX_INSERT_TIME) void this.#insertWaiting();
    return promise;
  }

  async #insertWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#insertingSince = performance.now();
      const batch = this.#waiting.splice(0, MAX_ROWS);
      try {
        await this.#insert(batch);
      } catch (error) {
        // If PostgreSQL rejects a row, the rows are written one by one.
        if (batch.length > 1 && isCausedByRow(error)) {
          for (const waiting of batch) await this.#insert([waiting]).catch(waiting.reject);
        } else {
          for (const { reject } of batch) reject(error);
        }
      }
    }
    this.#insertingSince = null;
  }

  async #insert(batch: readonly WaitingRow[]): Promise<void> {
    await insertAudit(
      this.#db,
      batch.map(({ row }) => row),
    );
    for (const { resolve } of batch) resolve();
  }
}

/** One writer for each pool of this process. */
const writers = new WeakMap<Database, Writer>();

/** Whether PostgreSQL rejected a row: SQLSTATE class 22 (data exception) or 23 (integrity constraint violation). */
function isCausedByRow(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError && /^(22|23)/.test(cause.code ?? '');
}
