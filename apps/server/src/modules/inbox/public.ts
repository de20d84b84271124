import { and, count, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Act } from '../../platform/act.ts';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { toPage } from '../../platform/database/pages/keyset.ts';
import { describeFault, toProblem } from '../../platform/failures.ts';
import { Problem } from '../../platform/problem.ts';
import type { deliveryOutcomes, InboxTable } from '../../schema/operation/webhooks.ts';
import { type AuditAction, writeAudit } from '../audit/public.ts';

export type InboxOutcome = (typeof deliveryOutcomes)[number];

/** The outcome of one attempt to apply a message, with the columns that only this sender has. */
interface Settled {
  readonly outcome: Exclude<InboxOutcome, 'received'>;
  readonly reason: string | null;
  readonly columns?: object;
}

/** Faults of the database, the store or the scanner: the sender tries again. */
const UNAVAILABLE = new Set(['UNAVAILABLE', 'STORAGE_FULL', 'SCANNER_UNAVAILABLE']);

/** The id of a message in a URL: digits within the range of the column; 0 matches no message. */
const parseId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** A message unfinished after this time was interrupted. */
const CUT_OFF_AFTER = sql`interval '1 minute'`;
export const INTERRUPTED = 'Se interrumpió antes de terminar.';

interface Messages {
  /** The name of the order, which cursors carry. */
  readonly sort: string;
  readonly replayed: AuditAction;
  /** Kind of a message in the audit. */
  readonly kind: 'laboratory_message' | 'calendly_delivery';
}

/** Messages that another system sends: each is stored once, applied once, and kept with its outcome. */
export function createInbox<Row extends InboxTable['$inferSelect']>(
  table: InboxTable,
  { sort, replayed, kind }: Messages,
) {
  const { id, digest, outcome, settledAt, receivedAt } = table;
  /** Messages that failed and are not settled, and interrupted ones. */
  const failed = or(
    and(eq(outcome, 'failed'), isNull(settledAt)),
    and(eq(outcome, 'received'), lt(receivedAt, sql`now() - ${CUT_OFF_AFTER}`)),
  );

  async function find(db: Reader, one: number): Promise<Row> {
    const [row] = await db.select().from(table).where(eq(id, one));
    if (row === undefined) throw new Problem('NOT_FOUND');
    return row as Row;
  }

  async function lock(transaction: Transaction, one: number): Promise<Row> {
    const [row] = await transaction.select().from(table).where(eq(id, one)).for('update');
    if (row === undefined) throw new Problem('NOT_FOUND');
    return row as Row;
  }

  async function store(transaction: Transaction, one: number, settled: Settled): Promise<void> {
    await transaction
      .update(table)
      .set({
        ...settled.columns,
        outcome: settled.outcome,
        reason: settled.reason,
        attempts: sql`${table.attempts} + 1`,
        processedAt: sql`now()`,
      })
      // A concurrent attempt may have succeeded.
      .where(and(eq(id, one), ne(outcome, 'applied'), ne(outcome, 'ignored')));
  }

  async function countFailed(db: Reader): Promise<number> {
    const [row] = await db.select({ rows: count() }).from(table).where(failed);
    return row?.rows ?? 0;
  }

  return {
    failed,
    find,

    /** Stores a message, once: the same digest is the same message. Its id is returned. */
    async record(
      transaction: Transaction,
      row: InboxTable['$inferInsert'] & Partial<Row>,
    ): Promise<number> {
      const [added] = await transaction
        .insert(table)
        .values(row)
        .onConflictDoNothing()
        .returning({ id });
      if (added !== undefined) return added.id;
      const [known] = await transaction.select({ id }).from(table).where(eq(digest, row.digest));
      if (known === undefined) throw new Error('A message is neither new nor known');
      return known.id;
    },

    /**
     * Applies a message in one transaction with its outcome; one that is done stays as it is. After a fault only the
     * failure is stored, and the message can be replayed.
     * @throws Problem NOT_FOUND
     * @throws errors of an unavailable database, store or scanner
     */
    async process<Result extends Settled, Extra>(
      { db, log }: { readonly db: Database; readonly log: Pick<Logger, 'error'> },
      one: number,
      {
        run,
        done,
        apply,
        fail,
      }: {
        /** Opens the transaction. */
        run: (work: (transaction: Transaction, extra: Extra) => Promise<Result>) => Promise<Result>;
        done: (row: Row) => Result;
        apply: (transaction: Transaction, row: Row, extra: Extra) => Promise<Result>;
        /** Result to store for an error, and whether it is our fault and must be logged. */
        fail: (error: unknown) => { readonly result: Result; readonly isFault: boolean };
      },
    ): Promise<Result> {
      const isDone = (row: Row) => row.outcome === 'applied' || row.outcome === 'ignored';
      try {
        return await run(async (transaction, extra) => {
          const row = await lock(transaction, one);
          if (isDone(row)) return done(row);
          const result = await apply(transaction, row, extra);
          await store(transaction, one, result);
          return result;
        });
      } catch (error) {
        const { code } = toProblem(error);
        if (code === 'NOT_FOUND' || UNAVAILABLE.has(code)) throw error;
        const { result, isFault } = fail(error);
        if (isFault) log.error({ code, message: one, ...describeFault(error) }, `${sort}: fault`);
        return await db.transaction(async (transaction) => {
          const row = await lock(transaction, one);
          if (isDone(row)) return done(row);
          await store(transaction, one, result);
          return result;
        });
      }
    },

    /**
     * Applies a stored message again. One that has succeeded stays as it is.
     * @throws Problem NOT_FOUND
     */
    async replay<Result extends Pick<Settled, 'outcome'>>(
      db: Database,
      act: Act,
      text: string,
      process: (one: number) => Promise<Result>,
    ): Promise<Result> {
      const one = parseId(text);
      const result = await process(one);
      await db.transaction((transaction) =>
        writeAudit(transaction, act, {
          action: replayed,
          subject: { kind, id: String(one) },
          details: { outcome: result.outcome },
        }),
      );
      return result;
    },

    /** @throws Problem NOT_FOUND for none that failed */
    async findFailed(db: Reader, text: string): Promise<Row> {
      const [row] = await db
        .select()
        .from(table)
        .where(and(eq(id, parseId(text)), failed));
      if (row === undefined) throw new Problem('NOT_FOUND');
      return row as Row;
    },

    /**
     * Puts a message that failed aside, with the reason. Sent again, it is processed again.
     * @throws Problem NOT_FOUND for none that failed
     */
    async discard(
      transaction: Transaction,
      act: Act,
      {
        id: text,
        reason,
        by,
        action,
      }: { id: string; reason: string; by: string; action: AuditAction },
    ): Promise<void> {
      const gone = await transaction
        .update(table)
        .set({ settledAt: sql`now()`, settledBy: by, settledReason: reason })
        .where(and(eq(id, parseId(text)), failed))
        .returning({ id });
      if (gone.length === 0) throw new Problem('NOT_FOUND');
      await writeAudit(transaction, act, { action, subject: { kind, id: text } });
    },

    countFailed,

    /** The ids of failed messages, earliest first, for a replay in their order. */
    async failedIds(db: Reader): Promise<number[]> {
      const rows = await db.select({ id }).from(table).where(failed).orderBy(id);
      return rows.map((row) => row.id);
    },

    /** One page of failed messages, by keyset, latest first, in the form of `present`. */
    async failedPage<Shown>(
      db: Reader,
      { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
      cursors: CursorCodec,
      select: (where: SQL | undefined, limit: number) => Promise<(Shown & { id: number })[]>,
    ) {
      const from = cursor === undefined ? undefined : cursors.decode(cursor, sort);
      const rows = await select(and(failed, from && lt(id, Number(from.id))), limit + 1);
      const { page, nextCursor } = toPage(rows, limit, cursors, (last) => ({
        sort,
        key: '',
        id: String(last.id),
      }));
      return { page, nextCursor, total: await countFailed(db), totalIsCapped: false };
    },
  };
}
