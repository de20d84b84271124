import type { Act } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { countReadsOnce } from './count-reads.ts';
import type { AuditEntry } from './entry.ts';
import { type AuditRow, auditRow } from './row.ts';
import { insertAudit } from './statement.ts';

/** Rows of one statement. */
const MOST_AT_ONCE = 100;

interface Waiting {
  readonly row: AuditRow;
  settle(fault?: { readonly error: unknown }): void;
}

/** Milliseconds. A slower write may be on a dead connection, so further rows do not wait for it. */
const PATIENCE = 500;

/** Rows to write, and since when a write is under way. */
interface Book {
  readonly waiting: Waiting[];
  writingSince: number | null;
}

const books = new WeakMap<Database, Book>();

/**
 * Audits a read and resolves once its row is on disk: data that cannot be audited must not be sent. It
 * has no transaction: the rows that come while one statement runs are written together by the next, so
 * that many reads wait for few writes.
 */
export async function auditRead(db: Database, act: Act, entry: AuditEntry): Promise<void> {
  await countReadsOnce(db, act, entry);
  const book = bookOf(db);
  return new Promise((resolve, reject) => {
    book.waiting.push({
      row: auditRow(act, entry),
      settle: (fault) => (fault ? reject(fault.error) : resolve()),
    });
    const { writingSince: since } = book;
    if (since === null || performance.now() - since > PATIENCE) void write(db, book);
  });
}

function bookOf(db: Database): Book {
  const known = books.get(db);
  if (known) return known;
  const book: Book = { waiting: [], writingSince: null };
  books.set(db, book);
  return book;
}

async function write(db: Database, book: Book): Promise<void> {
  while (book.waiting.length > 0) {
    book.writingSince = performance.now();
    const batch = book.waiting.splice(0, MOST_AT_ONCE);
    try {
      await insertAudit(
        db,
        batch.map(({ row }) => row),
      );
      for (const { settle } of batch) settle();
    } catch (error) {
      if (batch.length === 1 || !isOfValues(error)) {
        for (const { settle } of batch) settle({ error });
      } else {
        // One row cannot be written; the others are written one by one.
        for (const one of batch) {
          await insertAudit(db, [one.row]).then(
            () => one.settle(),
            (fault: unknown) => one.settle({ error: fault }),
          );
        }
      }
    }
  }
  book.writingSince = null;
}

/** SQLSTATE classes caused by the row, not by the database. */
function isOfValues(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(22|23)/.test(error.code)
  );
}
