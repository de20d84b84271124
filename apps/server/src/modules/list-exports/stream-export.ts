import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportRequest } from '@simiente/contract/list-exports';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Act } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { describeFault, toProblem } from '../../platform/failures.ts';
import { withStallTimeout } from '../../platform/http/stall-timeout.ts';
import { Problem } from '../../platform/problem.ts';
import { ShownSet, writeAudit } from '../audit/public.ts';
import { type Cell, defuse } from './cells.ts';
import { listOf } from './every-list.ts';
import type { ExportedList, ExportedRow } from './public.ts';

export interface ExportLimits {
  /** Milliseconds in which a client reads nothing. */
  readonly stall: number;
  /** Milliseconds from beginning to end. */
  readonly whole: number;
}

export const DEFAULT_EXPORT_LIMITS: ExportLimits = { stall: 30_000, whole: 900_000 };

interface ExportParts {
  readonly db: Database;
  /** IANA name of the clinic's zone. */
  readonly clinicTimeZone: string;
  readonly limits: ExportLimits;
  readonly log: Pick<Logger, 'error'>;
}

/** A file that is being written, and a promise of its end. */
interface StreamedExport {
  readonly content: Readable;
  /** Never rejects: a client that disconnects is no fault, and a fault is in the log. */
  readonly ended: Promise<void>;
}

/**
 * Writes an export while it is read, and audits how many rows were sent and whether that was all. A slow
 * reader slows the reading of the database; one that stops or disconnects ends it.
 */
export function streamExport(
  parts: ExportParts,
  act: Act,
  asked: { readonly id: string; readonly request: ExportRequest },
): StreamedExport {
  const content = new PassThrough();
  // The reader gets the error; without a reader it must not end this process.
  content.on('error', () => {});
  return { content, ended: write(parts, act, asked, content) };
}

async function write(
  { db, clinicTimeZone, limits, log }: ExportParts,
  act: Act,
  { id, request }: { readonly id: string; readonly request: ExportRequest },
  content: PassThrough,
): Promise<void> {
  let rows = 0;
  const shown = new ShownSet();
  let isAudited = false;
  const audit = async (isComplete: boolean) => {
    isAudited = true;
    await db.transaction((transaction) =>
      writeAudit(transaction, act, {
        action: 'list.export_ended',
        subject: { kind: 'export', id },
        details: { list: request.list, rows, complete: isComplete },
        shownSet: shown.toBuffer(),
      }),
    );
  };
  try {
    await db.transaction(
      (transaction) => {
        const csv = csvOf(transaction, listOf(request), request.filters, {
          timeZone: clinicTimeZone,
          onRows: (piece) => {
            rows += piece.length;
            for (const { persons } of piece) for (const person of persons) shown.add(person);
          },
        });
        const signal = AbortSignal.timeout(limits.whole);
        // The last line is sent after the audit has it: an export that cannot be audited does not end
        // well.
        const pieces = withEnd(withStallTimeout(csv, content, limits.stall), () => audit(true));
        return pipeline(withoutValues(pieces, log), content, { signal });
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } catch (fault) {
    content.destroy(isTold(fault) ? undefined : withoutValue(fault, log));
    if (!isAudited) {
      await audit(false).catch((error: unknown) => {
        log.error(describeFault(error), 'the end of an export could not be audited');
      });
    }
  }
}

async function* withEnd(csv: AsyncGenerator<string>, end: () => Promise<void>) {
  yield* csv;
  await end();
}

/** A stream's error is logged: a database error quotes the search text. */
async function* withoutValues(csv: AsyncGenerator<string>, log: ExportParts['log']) {
  try {
    yield* csv;
  } catch (fault) {
    throw withoutValue(fault, log);
  }
}

function withoutValue(fault: unknown, log: ExportParts['log']): Problem {
  log.error(describeFault(fault), 'export failed');
  const { code, retryAfter } = toProblem(fault);
  return new Problem(code, retryAfter === undefined ? {} : { retryAfter });
}

/** A logged fault, or none: the client disconnected, was too slow, or took too long. */
function isTold(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    (fault instanceof Problem ||
      fault.name === 'AbortError' ||
      ('code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE'))
  );
}

/** Rows in memory at the same time. */
const ROWS_AT_ONCE = 500;

/** Excel needs a BOM to recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180: commas, CRLF, and quotes around a cell that has either, or a quote. */
function lines(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? defuse(cell) : (cell ?? ''))),
  );
  return stringify(cells, { record_delimiter: 'windows', quote_record_delimiter: true });
}

/**
 * A list under its filters as CSV, piece by piece: the ids through a cursor of PostgreSQL, and their
 * records in batches, all in the snapshot of one transaction (repeatable read). Memory does not grow
 * with the list.
 * @param onRows gets the rows of each piece, before it is sent
 */
async function* csvOf<Filters>(
  transaction: Transaction,
  list: ExportedList<Filters>,
  filters: Filters,
  { timeZone, onRows }: { timeZone: string; onRows: (rows: readonly ExportedRow[]) => void },
): AsyncGenerator<string> {
  await transaction.execute(
    sql`declare exported no scroll cursor for ${list.ids(transaction, filters, timeZone)}`,
  );
  const next = async () => {
    const { rows } = await transaction.execute<{ id: string }>(
      sql.raw(`fetch forward ${ROWS_AT_ONCE} from exported`),
    );
    const ids = rows.map(({ id }) => id);
    return ids.length === 0 ? [] : list.rows(transaction, ids, timeZone);
  };
  let rows = await next();
  // Only now, so that a list that cannot be read is an error, not a file with a header line.
  yield BYTE_ORDER_MARK + lines([list.headers(timeZone)]);
  while (rows.length > 0) {
    onRows(rows);
    yield lines(rows.map(({ cells }) => cells));
    rows = await next();
  }
}
