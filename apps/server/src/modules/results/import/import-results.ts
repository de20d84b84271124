import { readFile } from 'node:fs/promises';
import { isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import {
  type CheckedFile,
  type FileOutcome,
  MAX_SENT_ROWS,
} from '@simiente/contract/results/file-calls';
import { readQuantity } from '@simiente/contract/results/quantity';
import { and, eq } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Database, Reader, Transaction } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { readTable } from '../../../platform/tables/read-table.ts';
import { ImportError } from '../../../platform/tables/table-limits.ts';
import type { ReceivedFile } from '../../../platform/uploads/receive-form.ts';
import { laboratoryColumns } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { readLaboratory } from '../../exams/public.ts';
import type { Simulation } from '../entering/change-set.ts';
import type { FileDeps } from '../hl7/receive-message.ts';
import { findDecimalMarks } from './decimal-marks.ts';
import {
  auditImport,
  importWithIdempotencyKey,
  type LineOutcome,
  limitNotes,
  simulate,
  summarize,
} from './outcome.ts';
import { type ReadLine, readTestRows } from './read-lines.ts';
import {
  type Column,
  describeColumns,
  findMeanings,
  normalizeHeading,
  readMap,
} from './read-map.ts';
import { readRow } from './read-row.ts';
import { receiveSample, sha256 } from './receive-sample.ts';

/** Maximum rows of a file on the command line. */
const MAX_ROWS = 100_000;

interface LaboratoryFile {
  readonly file: Uint8Array;
  /** Origin of the results, for users. */
  readonly fileName: string;
  /** JSON map from heading to field or analyte; null for the map that was last used for this laboratory and study. */
  readonly columns: string | null;
  readonly laboratoryId: string;
  readonly examType: string;
  readonly timeZone: string;
  /** Line of the headings, if a user chose it. */
  readonly headingLine?: number | undefined;
  /** Present for a dry run. */
  readonly simulated?: Simulation | undefined;
}

/**
 * Imports the results of a laboratory, in one transaction. Repeated results have no effect.
 * @param dryRun only reports the outcome
 * @returns the outcome of each row
 * @throws ImportError for a file or map that cannot be read
 */
export async function importResults(
  db: Database,
  act: Act,
  laboratoryFile: LaboratoryFile,
  { dryRun }: { readonly dryRun: boolean },
): Promise<LineOutcome[]> {
  await readLaboratory(db, laboratoryFile.laboratoryId);
  const { rows, map } = await readMappedRows(db, laboratoryFile, MAX_ROWS);
  const write = (transaction: Transaction) =>
    writeRows(
      transaction,
      act,
      { ...laboratoryFile, simulated: dryRun ? new Map() : undefined },
      { rows, map },
    );
  return dryRun ? simulate(db, write) : db.transaction(write);
}

/**
 * Reads the rows of a table with a column map, and returns the map's decimal separator too.
 * @throws ImportError for a map that does not match the table
 */
export function readRows(
  table: Table,
  map: string,
  { timeZone, examType }: Pick<LaboratoryFile, 'timeZone' | 'examType'>,
) {
  const { columns, decimal } = readMap(map, table);
  const marks = findDecimalMarks(table, columns, decimal);
  const { unread, hidden, headings, is1904 } = table;
  const isCsv = table.sheets.length === 0;
  rejectSecondTable(table);
  const width = headings.findLastIndex((heading) => heading !== '') + 1;
  // A merged heading has a second column without a heading.
  const isUntitled = ({ index, target }: Column, cells: readonly string[]) =>
    typeof target !== 'string' &&
    (headings[index + 1] ?? '') === '' &&
    readQuantity(cells[index + 1] ?? '') !== null;
  const isShifted = (cells: readonly string[]) =>
    (isCsv && cells.slice(width).some((cell) => cell !== '')) ||
    columns.some((column) => isUntitled(column, cells));
  const findProblem = (line: number, cells: readonly string[]) =>
    hidden.includes(line) ? HIDDEN : isShifted(cells) ? SHIFTED : null;
  const options = { timeZone, marks, is1904 };
  const hasRowPerTest = columns.some(({ target }) => target === 'test');
  const rejected = table.rows.flatMap(({ line, cells }): ReadLine[] => {
    const problem = findProblem(line, cells);
    return problem === null ? [] : [{ line, read: { problem } }];
  });
  const readable = table.rows.filter(({ line, cells }) => findProblem(line, cells) === null);
  const read = hasRowPerTest
    ? readTestRows(readable, columns, { ...options, headings, examType })
    : readable.map(({ line, cells }) => ({ line, read: readRow(cells, columns, options) }));
  const rows: ReadLine[] = [
    ...unread.map((name) => ({ line: 1, read: { problem: `Hoja «${name}»: ${UNREAD}` } })),
    ...[...rejected, ...read].toSorted((one, other) => one.line - other.line),
  ];
  return { rows, decimal };
}

/** Rejects a sheet with a second table: a row with headings of the first and other cells. */
function rejectSecondTable({ headings, rows }: Table): void {
  const names = headings.map(normalizeHeading);
  for (const { line, cells } of rows) {
    const written = cells.map(normalizeHeading);
    const repeated = written.filter((cell) => cell !== '' && names.includes(cell));
    const isOther = written.some((cell, index) => cell !== '' && cell !== names[index]);
    if (repeated.length < 2 || !isOther) continue;
    throw new ImportError(
      `La línea ${line} repite los encabezados con otras columnas u otro orden. Guarda cada tabla en otro archivo.`,
    );
  }
}

const UNREAD = 'no se leyó. Guárdala en otro archivo.';
const HIDDEN =
  'Está oculta en la hoja. Muéstrala y vuelve a elegir el archivo, o impórtalo sin ella.';
const SHIFTED =
  'Tiene más celdas que encabezados: revisa las comas y los separadores, porque sus valores pueden estar en otra columna.';

const MAP_MISSING =
  'Todavía no hay un mapa de columnas de este laboratorio y estudio. Indícalo la primera vez.';

/**
 * The table of a file, and the map of its columns; the map is null before the first file. Headings are in the row that
 * the user chose, in a row with the headings of the map, or in the row that `readTable` detects.
 * @throws ImportError for a file that cannot be read
 */
async function readLaboratoryFile(
  db: Reader,
  laboratoryFile: LaboratoryFile,
  maxRows: number,
): Promise<{ readonly table: Table; readonly map: string | null }> {
  const { file, headingLine } = laboratoryFile;
  const read = (line = headingLine) => readTable(file, maxRows, { headingLine: line });
  const table = await read();
  // The last file's map does not apply to headings that the user chose.
  const isChosen = headingLine !== undefined;
  const map = laboratoryFile.columns ?? (isChosen ? null : await findStoredMap(db, laboratoryFile));
  const line = map === null || isChosen ? undefined : findMappedLine(map, table);
  return { map, table: line === undefined ? table : await read(line) };
}

/** @throws ImportError for a file that cannot be read, without a map, or with a map that does not match */
async function readMappedRows(db: Reader, laboratoryFile: LaboratoryFile, maxRows: number) {
  const { table, map } = await readLaboratoryFile(db, laboratoryFile, maxRows);
  if (map === null) throw new ImportError(MAP_MISSING);
  return { map, rows: readRows(table, map, laboratoryFile).rows };
}

/** The line with the headings of a map; undefined if the detected headings match, or no line does. */
function findMappedLine(map: string, { headings, firstRows }: Table): number | undefined {
  const named = Object.keys(findMeanings(map) ?? {}).map(normalizeHeading);
  const hasAll = (cells: readonly string[]) => {
    const plainCells = new Set(cells.map(normalizeHeading));
    return named.every((name) => plainCells.has(name));
  };
  return hasAll(headings) ? undefined : firstRows.find(({ cells }) => hasAll(cells))?.line;
}

/** Whether a table has at least one column that a map reads as results. */
function namesResults(map: string | null, { headings }: Table): boolean {
  const names = new Set(headings.map(normalizeHeading));
  return Object.entries(findMeanings(map) ?? {}).some(
    ([heading, { target }]) =>
      (target === 'result' || isAnalyteKey(target ?? '')) && names.has(normalizeHeading(heading)),
  );
}

/** The map of the laboratory's last file of a study; null before the first file. */
async function findStoredMap(
  db: Reader,
  { laboratoryId, examType }: Pick<LaboratoryFile, 'laboratoryId' | 'examType'>,
): Promise<string | null> {
  const [stored] = await db
    .select({ columns: laboratoryColumns.columns })
    .from(laboratoryColumns)
    .where(
      and(
        eq(laboratoryColumns.laboratoryId, laboratoryId),
        eq(laboratoryColumns.examType, examType),
      ),
    );
  return stored?.columns ?? null;
}

/** Writes the rows of a table, and stores the map of its columns for the next file. */
async function writeRows(
  transaction: Transaction,
  act: Act,
  laboratoryFile: LaboratoryFile,
  { rows, map }: { readonly rows: readonly ReadLine[]; readonly map: string },
): Promise<LineOutcome[]> {
  const { laboratoryId, examType } = laboratoryFile;
  const origin = {
    ...laboratoryFile,
    source: 'csv' as const,
    sourceKeys: [laboratoryFile.fileName, sha256(laboratoryFile.file)],
    undatedCounts: new Map<string, number>(),
  };
  const lines: LineOutcome[] = [];
  for (const { line, read } of rows) {
    const where = `${laboratoryFile.fileName}, línea ${line}`;
    lines.push(
      'problem' in read
        ? { line, results: [], reason: read.problem }
        : {
            line,
            results: [await receiveSample(transaction, act, { ...origin, where }, read)],
            reason: null,
          },
    );
  }
  // Late, because the row lock blocks imports of other files of this laboratory and study.
  await transaction
    .insert(laboratoryColumns)
    .values({ laboratoryId, examType, columns: map })
    .onConflictDoUpdate({
      target: [laboratoryColumns.laboratoryId, laboratoryColumns.examType],
      set: { columns: map },
    });
  await auditImport(transaction, act, laboratoryId, lines);
  return lines;
}

interface SentFile {
  readonly idLaboratory: string;
  readonly examType: string;
  readonly columns?: string | undefined;
  readonly headingLine?: number | undefined;
  readonly file: ReceivedFile;
}

/** The HL7 code is imported lazily, because most installations never receive a file. */
const loadMessages = () => import('../hl7/receive-message.ts');

/**
 * Simulates a file and describes its columns. Only the audit row is stored.
 * @throws Problem RESULTS_FILE_REFUSED for a file that cannot be read
 */
export async function checkFile(context: StaffContext, sent: SentFile): Promise<CheckedFile> {
  await readLaboratory(context.db, sent.idLaboratory);
  const bytes = await readFile(await sent.file.scan());
  const { isMessages, checkSentMessages } = await loadMessages();
  const checked = isMessages(bytes)
    ? {
        format: 'messages' as const,
        columns: [],
        rows: [],
        headingLine: null,
        decimal: null,
        map: null,
        problem: null,
        outcome: await checkSentMessages(context, { ...sent, bytes }).catch(reject),
      }
    : await checkTable(context, toLaboratoryFile(context, sent, bytes));
  await context.db.transaction((transaction) =>
    writeAudit(transaction, context, {
      action: 'results.checked',
      subject: { kind: 'partner', id: sent.idLaboratory },
      details: { format: checked.format, rows: checked.outcome?.total ?? null },
    }),
  );
  return checked;
}

/** Limits of the first rows that the user sees. */
const MAX_CELLS = 6;
const MAX_CELL_LENGTH = 24;

async function checkTable(context: StaffContext, file: LaboratoryFile): Promise<CheckedFile> {
  const read = await readLaboratoryFile(context.db, file, MAX_SENT_ROWS).catch(reject);
  const { table } = read;
  // A file of another form of the laboratory gets a new guess.
  const map = file.columns !== null || namesResults(read.map, table) ? read.map : null;
  const source = {
    format: 'table' as const,
    columns: describeColumns(map, table),
    rows: table.firstRows.map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, MAX_CELLS).map((cell) => cell.slice(0, MAX_CELL_LENGTH)),
    })),
    headingLine: table.headingLine,
    map: file.columns !== null ? 'sent' : map === null ? 'guessed' : 'kept',
  } as const;
  if (map === null) return { ...source, decimal: null, problem: null, outcome: null };
  try {
    const { rows, decimal } = readRows(table, map, file);
    const outcome = await simulate(context.db, (transaction) =>
      writeRows(transaction, context, { ...file, simulated: new Map() }, { rows, map }),
    );
    return { ...source, decimal, problem: null, outcome: limitNotes(summarize(outcome)) };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { ...source, decimal: null, problem: error.message, outcome: null };
  }
}

/**
 * Imports a file. The rows of a table are one transaction. Each message is a transaction, and a failed message stays
 * stored.
 * @throws Problem RESULTS_FILE_REFUSED for a file that cannot be read, or does not match its columns
 */
export async function importFile(
  context: StaffContext,
  files: FileDeps,
  sent: SentFile,
): Promise<FileOutcome> {
  await readLaboratory(context.db, sent.idLaboratory);
  const bytes = await readFile(await sent.file.scan());
  const { isMessages, importSentMessages } = await loadMessages();
  const outcome = isMessages(bytes)
    ? importSentMessages(context, files, { ...sent, bytes })
    : importTable(context, toLaboratoryFile(context, sent, bytes), sent.file.sha256);
  return outcome.catch(reject);
}

async function importTable(
  context: StaffContext,
  laboratoryFile: LaboratoryFile,
  digest: string,
): Promise<FileOutcome> {
  const { rows, map } = await readMappedRows(context.db, laboratoryFile, MAX_SENT_ROWS);
  return importWithIdempotencyKey(
    context,
    laboratoryFile.laboratoryId,
    { ...laboratoryFile, file: digest },
    (transaction) => writeRows(transaction, context, laboratoryFile, { rows, map }),
    async (_transaction, lines) => {
      // Line 1 has a row for each unread sheet, so the rows of a line are taken in their order.
      const byLine = Map.groupBy(rows, ({ line }) => line);
      return lines.map((line) => {
        const read = byLine.get(line)?.shift()?.read;
        return read && 'problem' in read ? read.problem : '';
      });
    },
  );
}

const toLaboratoryFile = (
  { clinicTimeZone: timeZone }: StaffContext,
  { idLaboratory: laboratoryId, examType, columns, headingLine, file }: SentFile,
  bytes: Buffer,
): LaboratoryFile => ({
  file: bytes,
  fileName: file.name,
  columns: columns ?? null,
  headingLine,
  laboratoryId,
  examType,
  timeZone,
});

function reject(error: unknown): never {
  if (!(error instanceof ImportError)) throw error;
  const issues = [{ path: 'file', message: error.message }];
  throw new Problem('RESULTS_FILE_REFUSED', { issues, cause: error });
}
