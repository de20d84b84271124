import { readFile } from 'node:fs/promises';
import { provenOrder } from '@simiente/contract/common/read-date';
import { isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import {
  type CheckedFile,
  type FileColumn,
  type FileOutcome,
  MOST_NOTES,
  MOST_SENT_ROWS,
} from '@simiente/contract/results/file-calls';
import { waitingReasonWords } from '@simiente/contract/results/states';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import { withIdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Table } from '../../../platform/tables/parse-table.ts';
import { ImportRefused } from '../../../platform/tables/table-limits.ts';
import type { ReceivedFile } from '../../../platform/uploads/receive-form.ts';
import { auditView, writeAudit } from '../../audit/public.ts';
import { readLaboratory } from '../../exams/public.ts';
import type { FileParts } from '../hl7/sent-messages.ts';
import { guessHeading, headingUnit } from './headings.ts';
import {
  type Delivery,
  type ImportOutcome,
  listRefused,
  readDelivery,
  readRows,
  WITHOUT_MAP,
  withoutTrace,
  writeRows,
} from './import-results.ts';
import { isDateField, parseMap, plain, readMap, withUnit } from './read-map.ts';

interface Sent {
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
export async function checkFile(context: StaffContext, sent: Sent): Promise<CheckedFile> {
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
    : await checkTable(context, toDelivery(context, sent, bytes));
  await context.db.transaction((transaction) =>
    writeAudit(transaction, context, {
      action: 'results.checked',
      subject: { kind: 'partner', id: sent.idLaboratory },
      details: { format: checked.format, rows: checked.outcome?.total ?? null },
    }),
  );
  return checked;
}

/** Sample of the first rows for the user. */
const MOST_CELLS = 6;
const LONGEST_CELL = 24;

async function checkTable(context: StaffContext, delivery: Delivery): Promise<CheckedFile> {
  const { table, map } = await readDelivery(context.db, delivery, MOST_SENT_ROWS).catch(refuse);
  const source = {
    format: 'table' as const,
    columns: describe(map, table),
    rows: table.firstRows.map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, MOST_CELLS).map((cell) => cell.slice(0, LONGEST_CELL)),
    })),
    headingLine: table.headingLine,
    map: delivery.columns !== null ? 'sent' : map === null ? 'guessed' : 'kept',
  } as const;
  if (map === null) return { ...source, decimal: null, problem: null, outcome: null };
  try {
    const { decimal } = readMap(map, table);
    const rows = readRows(table, map, delivery.timeZone);
    const outcome = await withoutTrace(context.db, (transaction) =>
      writeRows(transaction, context, delivery, { rows, map }),
    );
    return { ...source, decimal, problem: null, outcome: present(outcome) };
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return { ...source, decimal: null, problem: error.message, outcome: null };
  }
}

/** An invalid map is reported and otherwise treated as missing. */
function describe(map: string | null, table: Table) {
  try {
    return describeColumns(map, table);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return describeColumns(null, table);
  }
}

/**
 * Imports a file. The rows of a table are one transaction. Each message is a transaction too, and a failed one is
 * kept.
 * @throws Problem RESULTS_FILE_REFUSED for a file that cannot be read, or does not match its columns
 */
export async function importFile(
  context: StaffContext,
  files: FileParts,
  sent: Sent,
): Promise<FileOutcome> {
  await readLaboratory(context.db, sent.idLaboratory);
  const bytes = await readFile(await sent.file.scan());
  const { isMessages, importSentMessages } = await loadMessages();
  if (isMessages(bytes)) {
    return importSentMessages(context, files, { ...sent, bytes }).catch(refuse);
  }
  return importTable(context, toDelivery(context, sent, bytes), sent.file.sha256).catch(refuse);
}

async function importTable(
  context: StaffContext,
  delivery: Delivery,
  sha256: string,
): Promise<FileOutcome> {
  const { table, map } = await readDelivery(context.db, delivery, MOST_SENT_ROWS);
  if (map === null) throw new ImportRefused(WITHOUT_MAP);
  const rows = readRows(table, map, delivery.timeZone);
  const input = { ...delivery, file: sha256 };
  const written = await context.db.transaction(async (transaction) => {
    const call = { call: 'resultFiles.import', input };
    const outcome = await withIdempotencyKey(transaction, context, call, async () => {
      // The reason for a rejected row quotes it, so it is not stored, and is read again from the file.
      const { refused: _refused, ...outcome } = await writeRows(transaction, context, delivery, {
        rows,
        map,
      });
      return outcome;
    });
    await auditView(transaction, context, {
      action: 'results.checked',
      subject: { kind: 'partner', id: delivery.laboratoryId },
    });
    return outcome;
  });
  return present({ ...written, refused: listRefused(rows) });
}

const toDelivery = (
  { clinicTimeZone: timeZone }: StaffContext,
  { idLaboratory: laboratoryId, examType, columns, headingLine, file }: Sent,
  bytes: Buffer,
): Delivery => ({
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

function present({
  rows,
  entered,
  changed,
  repeated,
  waited,
  refused,
}: ImportOutcome): FileOutcome {
  const notes = [
    ...waited.map(({ line, reason }) => ({
      line,
      kind: 'waiting' as const,
      words: waitingReasonWords[reason],
    })),
    ...refused.map(({ line, problem }) => ({ line, kind: 'refused' as const, words: problem })),
  ];
  return {
    total: rows,
    entered,
    changed,
    repeated,
    waiting: waited.length,
    refused: refused.length,
    notes: notes.toSorted((note, other) => note.line - other.line).slice(0, MOST_NOTES),
  };
}

const MOST_SAMPLES = 3;
const LONGEST_SAMPLE = 80;

/**
 * The columns of a table from a map, or guessed from their headings. Whether the map matches is not checked here.
 */
export function describeColumns(
  map: string | null,
  { headings, units, rows }: Table,
): FileColumn[] {
  const wanted =
    map === null
      ? null
      : new Map(
          Object.entries(parseMap(map).columns).map(([heading, one]) => [plain(heading), one]),
        );
  const guessed = new Set<string>();
  return headings.flatMap((heading, index): FileColumn[] => {
    // A map names columns by their headings, so only the first of equal ones can be mapped.
    if (heading === '' || headings.indexOf(heading) < index) return [];
    const cells = rows.map((row) => row.cells[index] ?? '').filter((cell) => cell !== '');
    const samples = [...new Set(cells.slice(0, 50))].slice(0, MOST_SAMPLES);
    const { target, unit, order } = wanted?.get(plain(heading)) ?? {
      target: wanted === null ? guessHeading(heading) : null,
      unit: null,
      order: null,
    };
    const isTaken = wanted === null && target !== null && guessed.has(target);
    if (target !== null) guessed.add(target);
    const read =
      unit === null && target !== null && isAnalyteKey(target)
        ? headingUnit(withUnit(heading, units[index] ?? ''), target)
        : null;
    return [
      {
        heading,
        samples: samples.map((cell) => cell.slice(0, LONGEST_SAMPLE)),
        target: isTaken ? null : target,
        unit: read !== null && 'unit' in read ? read.unit : unit,
        unknownUnit: read !== null && 'unknown' in read ? read.unknown : null,
        order,
        asksOrder: isDateField(target) && provenOrder(cells) === null,
      },
    ];
  });
}
