import type { WaitingReason } from '@simiente/contract/results/states';
import { and, eq } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Database, Reader, Transaction } from '../../../platform/database/database.ts';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { readTable } from '../../../platform/tables/read-table.ts';
import { ImportRefused } from '../../../platform/tables/table-limits.ts';
import { laboratoryColumns } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { readLaboratory } from '../../exams/public.ts';
import { decimalMarks } from './decimal-marks.ts';
import { mappedHeadings, plain, readMap } from './read-map.ts';
import { readRow } from './read-row.ts';
import { receiveSample, sha256 } from './receive-sample.ts';

/** Takes back everything that was written. */
class DryRun extends Error {}

/** Result of the work in a transaction that is rolled back. */
export async function withoutTrace<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let done: { readonly result: Result } | undefined;
  try {
    await db.transaction(async (transaction) => {
      done = { result: await work(transaction) };
      throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  if (done === undefined) throw new Error('A transaction that was taken back has ended');
  return done.result;
}

/** Maximum rows of a file on the command line. */
const MOST_ROWS = 100_000;

/** Delivery of a laboratory, with the map of its columns. */
export interface Delivery {
  readonly file: Uint8Array;
  /** Names the origin of a result. */
  readonly fileName: string;
  /** JSON map from heading to field or analyte; null for the last map of this laboratory and study. */
  readonly columns: string | null;
  readonly laboratoryId: string;
  readonly examType: string;
  readonly timeZone: string;
  /** Line of the headings that a user chose. */
  readonly headingLine?: number | undefined;
}

export interface ImportOutcome {
  readonly rows: number;
  readonly entered: number;
  /** Samples of an earlier delivery that were completed. */
  readonly changed: number;
  readonly waiting: number;
  /** Samples that this or an earlier delivery contained already. */
  readonly repeated: number;
  readonly waited: readonly { readonly line: number; readonly reason: WaitingReason }[];
  readonly refused: readonly { readonly line: number; readonly problem: string }[];
}

/**
 * Imports the results of a laboratory, in one transaction. Repeated results have no effect.
 * @param dryRun only reports the outcome
 * @throws ImportRefused for a file or map that cannot be read
 */
export async function importResults(
  db: Database,
  act: Act,
  delivery: Delivery,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ImportOutcome> {
  await readLaboratory(db, delivery.laboratoryId);
  const { table, map } = await readDelivery(db, delivery, MOST_ROWS);
  if (map === null) throw new ImportRefused(WITHOUT_MAP);
  const rows = readRows(table, map, delivery.timeZone);
  const write = (transaction: Transaction) => writeRows(transaction, act, delivery, { rows, map });
  return dryRun ? withoutTrace(db, write) : db.transaction(write);
}

interface ReadTableRow {
  readonly line: number;
  readonly read: ReturnType<typeof readRow>;
}

/**
 * The rows of a table by a map of its columns.
 * @throws ImportRefused for a map that does not match the table
 */
export function readRows(table: Table, map: string, timeZone: string): ReadTableRow[] {
  const { columns, decimal } = readMap(map, table);
  const marks = decimalMarks(table, columns, decimal);
  return table.rows.map(({ line, cells }) => ({
    line,
    read: readRow(cells, columns, { timeZone, marks }),
  }));
}

export const listRefused = (rows: readonly ReadTableRow[]): ImportOutcome['refused'] =>
  rows.flatMap(({ line, read }) => ('problem' in read ? [{ line, problem: read.problem }] : []));

export const WITHOUT_MAP =
  'Todavía no hay un mapa de columnas de este laboratorio y estudio. Indícalo la primera vez.';

/**
 * The table of a file and the map of its columns, null before the first file. Headings are in the chosen row,
 * otherwise in the row that has those of the map.
 * @throws ImportRefused for a file that cannot be read
 */
export async function readDelivery(
  db: Reader,
  delivery: Delivery,
  most: number,
): Promise<{ readonly table: Table; readonly map: string | null }> {
  const { file, headingLine } = delivery;
  const read = (line = headingLine) => readTable(file, most, { headingLine: line });
  const table = await read();
  // The last file's columns do not apply to newly chosen headings.
  const isNew = headingLine !== undefined;
  const map = delivery.columns ?? (isNew ? null : await keptMap(db, delivery));
  const line = map === null || isNew ? undefined : mappedLine(map, table);
  return { map, table: line === undefined ? table : await read(line) };
}

/** The row with the headings of a map, if a different row was detected. */
function mappedLine(map: string, { headings, firstRows }: Table): number | undefined {
  const named = mappedHeadings(map).map(plain);
  const hasAll = (cells: readonly string[]) => {
    const plainCells = new Set(cells.map(plain));
    return named.every((name) => plainCells.has(name));
  };
  return hasAll(headings) ? undefined : firstRows.find(({ cells }) => hasAll(cells))?.line;
}

/** The map of columns of the laboratory's last file of the study; null before the first one. */
async function keptMap(
  db: Reader,
  { laboratoryId, examType }: Pick<Delivery, 'laboratoryId' | 'examType'>,
): Promise<string | null> {
  const [kept] = await db
    .select({ columns: laboratoryColumns.columns })
    .from(laboratoryColumns)
    .where(
      and(
        eq(laboratoryColumns.laboratoryId, laboratoryId),
        eq(laboratoryColumns.examType, examType),
      ),
    );
  return kept?.columns ?? null;
}

async function keepMap(
  transaction: Transaction,
  { laboratoryId, examType }: Delivery,
  columns: string,
): Promise<void> {
  await transaction
    .insert(laboratoryColumns)
    .values({ laboratoryId, examType, columns })
    .onConflictDoUpdate({
      target: [laboratoryColumns.laboratoryId, laboratoryColumns.examType],
      set: { columns },
    });
}

/** Writes the rows of a table, and stores its map of columns for the next one. */
export async function writeRows(
  transaction: Transaction,
  act: Act,
  delivery: Delivery,
  { rows, map }: { readonly rows: readonly ReadTableRow[]; readonly map: string },
): Promise<ImportOutcome> {
  await keepMap(transaction, delivery, map);
  const refused = listRefused(rows);
  const waited: { line: number; reason: WaitingReason }[] = [];
  const counts = { entered: 0, changed: 0, repeated: 0 };
  const origin = {
    ...delivery,
    source: 'csv' as const,
    names: [delivery.fileName, sha256(delivery.file)],
    undated: new Map<string, number>(),
  };
  for (const { line, read } of rows) {
    if ('problem' in read) continue;
    const where = `${delivery.fileName}, línea ${line}`;
    const written = await receiveSample(transaction, act, { ...origin, where }, read);
    if (Object.hasOwn(counts, written)) counts[written as keyof typeof counts] += 1;
    else waited.push({ line, reason: written as WaitingReason });
  }
  await writeAudit(transaction, act, {
    action: 'results.imported',
    subject: { kind: 'partner', id: delivery.laboratoryId },
    details: {
      rows: rows.length,
      ...counts,
      waiting: waited.length,
      refused: refused.length,
    },
  });
  return { rows: rows.length, ...counts, waiting: waited.length, waited, refused };
}
