import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isCalendarDay } from '@simiente/contract/common/days';
import type { ExportFormat } from '@simiente/contract/common/paths';
import { escapeFormula } from '@simiente/contract/format/spreadsheet-text';
import type { ExportRequest } from '@simiente/contract/list-exports/calls';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import type { CellValue } from 'hucre';
import type { Act } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { describeFault, toProblem } from '../../platform/failures.ts';
import { withStallTimeout } from '../../platform/http/load/stall-timeout.ts';
import { Problem } from '../../platform/problem.ts';
import { awaitFirst } from '../../platform/storage/storage.ts';
import { ShownSet, writeAudit } from '../audit/public.ts';
import { getList } from './every-list.ts';
import type { Cell, ExportedList, ExportedRow, FileColumn } from './public.ts';

/** Excel needs a BOM to recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A list as CSV, piece by piece. */
async function* writeCsv(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lines([columns.map(({ title }) => title)]);
  for await (const batch of batches) yield lines(batch);
}

/** RFC 4180: commas, CRLF, and quotes around a cell that has either, or a quote. */
function lines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(toText)),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  );
}

/** Times in the format of Spanish spreadsheets: 2026-10-12 09:42. */
function toText(cell: Cell): string | number {
  if (cell === null) return '';
  if (typeof cell === 'string') return escapeFormula(cell);
  return typeof cell === 'number' ? cell : `${cell.date} ${cell.time}`;
}

export interface ExportLimits {
  /** Maximum milliseconds in which a client reads nothing. */
  readonly stall: number;
  /** Maximum milliseconds from beginning to end. */
  readonly total: number;
}

export const DEFAULT_EXPORT_LIMITS: ExportLimits = { stall: 30_000, total: 900_000 };

type ExportDeps = Pick<StaffContext, 'actor' | 'db' | 'clinicTimeZone' | 'log'> & {
  readonly limits: ExportLimits;
};

const writers = { csv: writeCsv, xlsx: writeWorkbook } as const;

interface RequestedFile {
  readonly id: string;
  readonly format: ExportFormat;
  readonly request: ExportRequest;
}

/** A file that is being written, and a promise of its end. */
interface StreamedExport {
  readonly content: Readable;
  /** Never rejects: a client may disconnect, and faults are logged. */
  readonly ended: Promise<void>;
}

/**
 * Writes an export while it is read, and audits how many rows were sent and whether it is complete. A slow reader
 * slows the reading of the database; a client that stops or disconnects ends it.
 */
export function streamExport(deps: ExportDeps, act: Act, file: RequestedFile): StreamedExport {
  const content = new PassThrough();
  // The reader gets the error; without a reader it must not end this process.
  content.on('error', () => {});
  return { content, ended: write(deps, act, file, content) };
}

async function write(
  { actor, db, clinicTimeZone, limits, log }: ExportDeps,
  act: Act,
  { id, format, request }: RequestedFile,
  content: PassThrough,
): Promise<void> {
  let sent = { rows: 0, shown: new ShownSet() };
  let isAudited = false;
  const audit = async ({ isComplete }: { isComplete: boolean }) => {
    isAudited = true;
    await db.transaction((transaction) =>
      writeAudit(transaction, act, {
        action: 'list.export_ended',
        subject: { kind: 'export', id },
        details: { list: request.list, format, rows: sent.rows, complete: isComplete },
        shownSet: sent.shown.toBuffer(),
      }),
    );
  };
  try {
    await db.transaction(
      async (transaction) => {
        const list = getList(request);
        const read = { rows: 0, shown: new ShownSet() };
        const batches = await awaitFirst(
          readRows(transaction, list, {
            timeZone: clinicTimeZone,
            filters: request.filters,
            reader: actor,
            onRows: (rows) => {
              read.rows += rows.length;
              for (const person of rows.flatMap(({ persons }) => persons)) read.shown.add(person);
            },
          }),
        );
        // Rows of a list that failed before its first batch were not sent.
        sent = read;
        const file: Pieces = writers[format](list.columns(clinicTimeZone), batches);
        const signal = AbortSignal.timeout(limits.total);
        // The last piece is sent after its audit row is written, so an export that cannot be audited stays
        // incomplete.
        const pieces = withEnd(withStallTimeout(file, content, limits.stall), () =>
          audit({ isComplete: true }),
        );
        await pipeline(withoutValues(pieces, log), content, { signal });
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } catch (fault) {
    content.destroy(needsNoLog(fault) ? undefined : withoutValue(fault, log));
    if (!isAudited) {
      await audit({ isComplete: false }).catch((error: unknown) => {
        log.error(describeFault(error), 'the end of an export could not be audited');
      });
    }
  }
}

type Pieces = AsyncIterable<string | Uint8Array>;

async function* withEnd(pieces: Pieces, end: () => Promise<void>) {
  yield* pieces;
  await end();
}

/** Replaces errors by problems without details, because a stream's error is logged, and a database error may quote the search. */
async function* withoutValues(pieces: Pieces, log: ExportDeps['log']) {
  try {
    yield* pieces;
  } catch (fault) {
    throw withoutValue(fault, log);
  }
}

function withoutValue(fault: unknown, log: ExportDeps['log']): Problem {
  log.error(describeFault(fault), 'export failed');
  const { code, retryAfter } = toProblem(fault);
  return new Problem(code, retryAfter === undefined ? {} : { retryAfter });
}

/** Whether a fault was logged already, or the client disconnected, was too slow, or took too long. */
function needsNoLog(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    (fault instanceof Problem ||
      fault.name === 'AbortError' ||
      ('code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE'))
  );
}

/** Rows in memory at the same time. */
const BATCH_SIZE = 500;

/**
 * The rows of a list under its filters, in batches: the ids come through a cursor of PostgreSQL, and their records
 * in the same repeatable-read transaction. Memory does not grow with the list.
 * @param onRows gets the rows of each batch, before it is written
 */
async function* readRows<Filters>(
  transaction: Transaction,
  list: ExportedList<Filters>,
  {
    onRows,
    ...options
  }: Parameters<ExportedList<Filters>['rows']>[2] & {
    onRows: (rows: readonly ExportedRow[]) => void;
  },
): AsyncGenerator<Cell[][]> {
  await transaction.execute(
    sql`declare exported no scroll cursor for ${list.ids(options.filters, options.timeZone, transaction)}`,
  );
  while (true) {
    const { rows } = await transaction.execute<{ id: string }>(
      sql.raw(`fetch forward ${BATCH_SIZE} from exported`),
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const batch = await list.rows(transaction, ids, options);
    onRows(batch);
    yield batch.map(({ cells }) => [...cells]);
  }
}

/** Column width in characters. */
const WIDTH = { plain: 24, time: 18, day: 18 };
const FORMAT = { time: 'yyyy-mm-dd hh:mm', day: 'yyyy-mm-dd' };
/** Maximum characters of a cell in Excel. */
const MAX_TEXT_LENGTH = 32_767;
/** Excel treats 1900 as a leap year, so dates before March 1900 would be a day off. */
const FIRST_CORRECT_DATE = '1900-03-01';

/**
 * A list as an Excel workbook, in pieces; further sheets after 1 048 576 rows. Texts are cells of type text, which
 * no spreadsheet computes. Times and days are dates, which can be sorted and filtered.
 */
async function* writeWorkbook(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  // The library is large, and a start does not need it.
  const { writeXlsxStream } = await import('hucre/xlsx');
  async function* rows() {
    for await (const batch of batches) {
      for (const row of batch) {
        yield row.map((cell, index) => cellValue(cell, columns[index]?.kind === 'day'));
      }
    }
  }
  yield* writeXlsxStream(rows(), {
    name: 'Lista',
    columns: columns.map(({ title, kind }) => ({
      header: title,
      width: WIDTH[kind],
      ...(kind !== 'plain' && { numFmt: FORMAT[kind] }),
    })),
    freezePane: { rows: 1 },
  });
}

function cellValue(cell: Cell, isDay: boolean): CellValue {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'string') {
    const isDate = isDay && isCalendarDay(cell) && cell >= FIRST_CORRECT_DATE;
    return isDate ? new Date(`${cell}T00:00:00Z`) : cleanText(cell);
  }
  const { date, time } = cell;
  return date < FIRST_CORRECT_DATE ? `${date} ${time}` : new Date(`${date}T${time}:00Z`);
}

/**
 * A text in the format of the file: one kind of line break, without characters that XML lacks, cut at Excel's
 * limit. A literal '_x0041_' is escaped, because Excel would read it as a letter.
 */
function cleanText(text: string): string {
  const clean = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
  const shortened =
    clean.length > MAX_TEXT_LENGTH ? `${clean.slice(0, MAX_TEXT_LENGTH - 1)}…` : clean;
  return shortened.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
}
