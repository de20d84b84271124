import { setImmediate as turn } from 'node:timers/promises';
import type { Transaction } from '../../platform/database/database.ts';
import type { CheckedExport } from './check-export.ts';
import { claimHistory } from './claim-history.ts';
import type { Claims } from './claims.ts';
import { FindingLog, type Findings, nothingNew } from './findings.ts';
import { partnerTable, patientTable, prospectTable } from './import-tables.ts';
import type { Incoming } from './incoming.ts';
import { type Section, sections } from './kinds.ts';
import { DoctorMerge } from './merge-doctors.ts';
import { mergeRows, type Writing } from './merge-rows.ts';
import { placeOf } from './places.ts';
import type { OnProgress } from './progress.ts';
import { readBranch } from './read-branch.ts';
import { readHistory } from './read-history.ts';
import { readPartner } from './read-partner.ts';
import { readProspect } from './read-prospect.ts';
import { readUser } from './read-user.ts';
import { Registry } from './registry.ts';
import type { ExportSource, SourceItem } from './source.ts';
import { writeBranches } from './write-branches.ts';
import { writeHistories } from './write-histories.ts';

/** Elements of a list, and about how many bytes of them, that are written together. */
const BATCH_ITEMS = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Elements that are read before what the batch before has to send, or hear, gets its turn. */
const TURN = 8;

/**
 * Writes what was checked, in this transaction, list by list.
 * @returns what became of each record; the rejections of the check are in the check's own log
 */
export async function writeExport(
  transaction: Transaction,
  { source, claims, doctors }: CheckedExport,
  onProgress: OnProgress,
): Promise<FindingLog> {
  const log = new FindingLog();
  const registry = await Registry.open(transaction, doctors.ids);
  const writing = { transaction, registry, log };
  const batches = batchesFor(writing, claims, new DoctorMerge(writing, doctors));
  let records = 0;
  let bytes = 0;
  for (const section of sections) {
    claims.enter(section);
    let end = 0;
    let writing: Promise<unknown> = Promise.resolve();
    for await (const { batch, items, position } of gather(source, section, batches[section])) {
      // One batch is written while the next one is read; what fails is thrown where it is awaited.
      await writing;
      writing = batch.write();
      writing.catch(() => {});
      records += items;
      end = position;
      onProgress({ phase: 'write', records, bytes: bytes + end, totalBytes: source.bytes });
    }
    await writing;
    bytes += end;
  }
  onProgress({ phase: 'write', records, bytes: source.bytes ?? 0, totalBytes: source.bytes });
  return log;
}

/** Records that are written together, each read as it comes. */
interface Batch {
  add(item: SourceItem): void;
  write(): Promise<unknown>;
}

/** How to begin a batch of each list. */
function batchesFor(
  writing: Writing,
  claims: Claims,
  doctors: DoctorMerge,
): Record<Section, () => Batch> {
  const simple = <Row extends { readonly id: string }>(
    read: (value: unknown, place: string, findings: Findings) => Incoming<Row> | null,
    write: (records: readonly Incoming<Row>[]) => Promise<unknown>,
  ) =>
    batchesOf((item) => {
      const incoming = read(item.value, placeOf(item), nothingNew);
      return incoming !== null && claims.owns(incoming.row.id) ? incoming : null;
    }, write);
  return {
    users: simple(readUser, (rows) => mergeRows(writing, patientTable, rows)),
    partners: simple(readPartner, (rows) => mergeRows(writing, partnerTable, rows)),
    medicalHistories: batchesOf(
      (item) => {
        const history = readHistory(item, placeOf(item), nothingNew);
        return history === null ? null : claimHistory(history, claims).own;
      },
      (histories) => writeHistories(writing, histories, doctors),
    ),
    branches: simple(readBranch, (rows) => writeBranches(writing, rows)),
    prospects: simple(readProspect, (rows) => mergeRows(writing, prospectTable, rows)),
  };
}

function batchesOf<T>(
  read: (item: SourceItem) => T | null,
  write: (records: readonly T[]) => Promise<unknown>,
): () => Batch {
  return () => {
    const records: T[] = [];
    return {
      add(item) {
        const record = read(item);
        if (record !== null) records.push(record);
      },
      write: () => write(records),
    };
  };
}

interface Gathered {
  readonly batch: Batch;
  readonly items: number;
  /** Of the last of them. */
  readonly position: number;
}

async function* gather(
  source: ExportSource,
  section: Section,
  begin: () => Batch,
): AsyncGenerator<Gathered, void> {
  let batch = begin();
  let items = 0;
  let position = 0;
  let start = 0;
  for await (const item of source.readSection(section)) {
    batch.add(item);
    items += 1;
    position = item.position;
    if (items % TURN === 0) await turn();
    if (items < BATCH_ITEMS && position - start < BATCH_BYTES) continue;
    yield { batch, items, position };
    batch = begin();
    items = 0;
    start = position;
  }
  if (items > 0) yield { batch, items, position };
}
