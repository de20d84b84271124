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
  const writers = writersOf(writing, claims, new DoctorMerge(writing, doctors));
  let records = 0;
  let bytes = 0;
  for (const section of sections) {
    claims.enter(section);
    let position = 0;
    let writing: Promise<unknown> = Promise.resolve();
    for await (const batch of batchesOf(source, section)) {
      // One batch is written while the next one is read; what fails is thrown where it is awaited.
      const write = writers[section](batch);
      await writing;
      writing = write();
      writing.catch(() => {});
      records += batch.length;
      position = batch.at(-1)?.position ?? position;
      onProgress({ phase: 'write', records, bytes: bytes + position, totalBytes: source.bytes });
    }
    await writing;
    bytes += position;
  }
  onProgress({ phase: 'write', records, bytes: source.bytes ?? 0, totalBytes: source.bytes });
  return log;
}

/** Reads the records of a batch, and gives back how to write them. */
type Writer = (batch: readonly SourceItem[]) => () => Promise<unknown>;

function writersOf(
  writing: Writing,
  claims: Claims,
  doctors: DoctorMerge,
): Record<Section, Writer> {
  const simple =
    <Row extends { readonly id: string }>(
      read: (value: unknown, place: string, findings: Findings) => Incoming<Row> | null,
      write: (records: readonly Incoming<Row>[]) => Promise<unknown>,
    ): Writer =>
    (batch) => {
      const records = batch.flatMap((item) => {
        const incoming = read(item.value, placeOf(item), nothingNew);
        return incoming !== null && claims.owns(incoming.row.id) ? [incoming] : [];
      });
      return () => write(records);
    };
  return {
    users: simple(readUser, (rows) => mergeRows(writing, patientTable, rows)),
    partners: simple(readPartner, (rows) => mergeRows(writing, partnerTable, rows)),
    medicalHistories: (batch) => {
      const histories = batch.flatMap((item) => {
        const history = readHistory(item, placeOf(item), nothingNew);
        return history === null ? [] : [claimHistory(history, claims).own];
      });
      return () => writeHistories(writing, histories, doctors);
    },
    branches: simple(readBranch, (rows) => writeBranches(writing, rows)),
    prospects: simple(readProspect, (rows) => mergeRows(writing, prospectTable, rows)),
  };
}

async function* batchesOf(
  source: ExportSource,
  section: Section,
): AsyncGenerator<readonly SourceItem[], void> {
  let batch: SourceItem[] = [];
  let start = 0;
  for await (const item of source.readSection(section)) {
    batch.push(item);
    if (batch.length < BATCH_ITEMS && item.position - start < BATCH_BYTES) continue;
    yield batch;
    start = item.position;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
