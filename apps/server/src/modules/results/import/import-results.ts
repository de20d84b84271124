import type { WaitingReason } from '@simiente/contract/results/received-calls';
import { and, eq } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { laboratoryColumns } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { readLaboratory } from '../../exams/public.ts';
import { decimalMarks } from './decimal-marks.ts';
import { deliverRow, sha256 } from './deliver-row.ts';
import { readMap } from './read-map.ts';
import { readRow } from './read-row.ts';
import { readTable } from './read-table.ts';
import { ImportRefused } from './refusal.ts';

/** What a laboratory delivers, and how it is read. */
export interface Delivery {
  readonly file: Uint8Array;
  /** Names the origin of a result. */
  readonly fileName: string;
  /** JSON: heading → field or analyte; null for the one that was used last for this laboratory and study. */
  readonly columns: string | null;
  readonly laboratoryId: string;
  readonly examType: string;
  readonly timeZone: string;
}

export interface ImportOutcome {
  readonly rows: number;
  readonly entered: number;
  readonly waiting: number;
  /** Of this delivery or an earlier one, already known. */
  readonly repeated: number;
  readonly waited: readonly { readonly line: number; readonly reason: WaitingReason }[];
  readonly refused: readonly { readonly line: number; readonly problem: string }[];
}

/** Takes back everything that a dry run wrote. */
class DryRun extends Error {}

/**
 * Imports the results of a laboratory, in one transaction. What it delivered before changes nothing.
 * @param dryRun only says what would happen
 * @throws ImportRefused for a file or map that cannot be read
 * @throws Problem NOT_FOUND when the laboratory does not exist or is deleted
 */
export async function importResults(
  db: Database,
  act: Act,
  delivery: Delivery,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ImportOutcome> {
  await readLaboratory(db, delivery.laboratoryId);
  const table = await readTable(delivery.file);
  const map = delivery.columns ?? (await keptMap(db, delivery));
  const { columns, decimal } = readMap(map, table.headings);
  const marks = decimalMarks(table, columns, decimal);
  const rows = table.rows.map(({ line, cells }) => ({
    line,
    read: readRow(cells, columns, { timeZone: delivery.timeZone, marks }),
  }));
  let outcome: ImportOutcome | undefined;
  try {
    await db.transaction(async (transaction) => {
      await keepMap(transaction, delivery, map);
      outcome = await writeRows(transaction, act, delivery, rows);
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  if (outcome === undefined) throw new Error('A transaction that ended has an outcome');
  return outcome;
}

const WITHOUT_MAP =
  'Todavía no hay un mapa de columnas de este laboratorio y estudio. Indícalo la primera vez.';

/** @throws ImportRefused where no file of it was imported before */
async function keptMap(db: Database, { laboratoryId, examType }: Delivery): Promise<string> {
  const [kept] = await db
    .select({ columns: laboratoryColumns.columns })
    .from(laboratoryColumns)
    .where(
      and(
        eq(laboratoryColumns.laboratoryId, laboratoryId),
        eq(laboratoryColumns.examType, examType),
      ),
    );
  if (kept === undefined) throw new ImportRefused(WITHOUT_MAP);
  return kept.columns;
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

async function writeRows(
  transaction: Transaction,
  act: Act,
  delivery: Delivery,
  rows: readonly { readonly line: number; readonly read: ReturnType<typeof readRow> }[],
): Promise<ImportOutcome> {
  const refused: { line: number; problem: string }[] = [];
  const waited: { line: number; reason: WaitingReason }[] = [];
  const counts = { entered: 0, repeated: 0 };
  const origin = {
    ...delivery,
    source: 'csv' as const,
    names: [delivery.fileName, sha256(delivery.file)],
    undated: new Map<string, number>(),
  };
  for (const { line, read } of rows) {
    if ('problem' in read) {
      refused.push({ line, problem: read.problem });
      continue;
    }
    const where = `${delivery.fileName}, línea ${line}`;
    const written = await deliverRow(transaction, act, { ...origin, where }, read);
    if (written === 'repeated' || written === 'entered') counts[written] += 1;
    else waited.push({ line, reason: written });
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
