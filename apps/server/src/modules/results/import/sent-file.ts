import { readFile } from 'node:fs/promises';
import { provenOrder } from '@simiente/contract/common/read-date';
import { isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import {
  type CheckedFile,
  type FileColumn,
  type FileOutcome,
  MOST_SENT_ROWS,
} from '@simiente/contract/results/file-calls';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { ImportRefused } from '../../../platform/tables/table-limits.ts';
import type { ReceivedFile } from '../../../platform/uploads/receive-form.ts';
import { writeAudit } from '../../audit/public.ts';
import { readLaboratory } from '../../exams/public.ts';
import type { FileParts } from '../hl7/sent-messages.ts';
import { findHeadingUnit, guessHeading } from './headings.ts';
import {
  type LaboratoryFile,
  MAP_MISSING,
  readLaboratoryFile,
  readRows,
  writeRows,
} from './import-results.ts';
import { importOnce, limitNotes, simulate, summarize } from './outcome.ts';
import { findMeanings, isDateField, normalizeHeading, withUnit } from './read-map.ts';

interface SentFile {
  readonly idLaboratory: string;
  readonly examType: string;
  readonly columns?: string | undefined;
  readonly headingLine?: number | undefined;
  readonly file: ReceivedFile;
}

/** Loaded with the first message, because most installations get no messages. */
const loadMessages = () => import('../hl7/sent-messages.ts');

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
        outcome: await checkSentMessages(context, { ...sent, bytes }).catch(refuse),
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

async function checkTable(context: StaffContext, sentFile: LaboratoryFile): Promise<CheckedFile> {
  const { table, map } = await readLaboratoryFile(context.db, sentFile, MOST_SENT_ROWS).catch(
    refuse,
  );
  const source = {
    format: 'table' as const,
    columns: describeColumns(map, table),
    rows: table.firstRows.map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, MAX_CELLS).map((cell) => cell.slice(0, MAX_CELL_LENGTH)),
    })),
    headingLine: table.headingLine,
    map: sentFile.columns !== null ? 'sent' : map === null ? 'guessed' : 'kept',
  } as const;
  if (map === null) return { ...source, decimal: null, problem: null, outcome: null };
  try {
    const { rows, decimal } = readRows(table, map, sentFile.timeZone);
    const outcome = await simulate(context.db, (transaction) =>
      writeRows(transaction, context, { ...sentFile, isSimulated: true }, { rows, map }),
    );
    return { ...source, decimal, problem: null, outcome: limitNotes(summarize(outcome)) };
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
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
  files: FileParts,
  sent: SentFile,
): Promise<FileOutcome> {
  await readLaboratory(context.db, sent.idLaboratory);
  const bytes = await readFile(await sent.file.scan());
  const { isMessages, importSentMessages } = await loadMessages();
  if (isMessages(bytes)) {
    return importSentMessages(context, files, { ...sent, bytes }).catch(refuse);
  }
  return importTable(context, toLaboratoryFile(context, sent, bytes), sent.file.sha256).catch(
    refuse,
  );
}

async function importTable(
  context: StaffContext,
  sentFile: LaboratoryFile,
  sha256: string,
): Promise<FileOutcome> {
  const { table, map } = await readLaboratoryFile(context.db, sentFile, MOST_SENT_ROWS);
  if (map === null) throw new ImportRefused(MAP_MISSING);
  const { rows } = readRows(table, map, sentFile.timeZone);
  return importOnce(
    context,
    sentFile.laboratoryId,
    { ...sentFile, file: sha256 },
    (transaction) => writeRows(transaction, context, sentFile, { rows, map }),
    async () => rows.flatMap(({ read }) => ('problem' in read ? read.problem : [])),
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

function refuse(error: unknown): never {
  if (!(error instanceof ImportRefused)) throw error;
  const issues = [{ path: 'file', message: error.message }];
  throw new Problem('RESULTS_FILE_REFUSED', { issues, cause: error });
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 80;

/**
 * Describes the columns of a table by a map, or guesses them from their headings without a valid map. Does not check
 * that the map fits the table.
 */
export function describeColumns(
  map: string | null,
  { headings, units, rows }: Table,
): FileColumn[] {
  const columns = findMeanings(map);
  const meanings = new Map(
    Object.entries(columns ?? {}).map(([heading, one]) => [normalizeHeading(heading), one]),
  );
  const guessed = new Set<string>();
  return headings.flatMap((heading, index): FileColumn[] => {
    // A map names columns by their headings, so only the first of equal headings can be mapped.
    if (heading === '' || headings.indexOf(heading) < index) return [];
    const cells = rows.map((row) => row.cells[index] ?? '').filter((cell) => cell !== '');
    const samples = [...new Set(cells.slice(0, 50))].slice(0, MAX_SAMPLES);
    const { target, unit, order } = meanings.get(normalizeHeading(heading)) ?? {
      target: columns === null ? guessHeading(heading) : null,
      unit: null,
      order: null,
    };
    const isTaken = columns === null && target !== null && guessed.has(target);
    if (target !== null) guessed.add(target);
    const read =
      unit === null && target !== null && isAnalyteKey(target)
        ? findHeadingUnit(withUnit(heading, units[index] ?? ''), target)
        : null;
    return [
      {
        heading,
        samples: samples.map((cell) => cell.slice(0, MAX_SAMPLE_LENGTH)),
        target: isTaken ? null : target,
        unit: read !== null && 'unit' in read ? read.unit : unit,
        unknownUnit: read !== null && 'unknown' in read ? read.unknown : null,
        order,
        asksOrder: isDateField(target) && provenOrder(cells) === null,
      },
    ];
  });
}
