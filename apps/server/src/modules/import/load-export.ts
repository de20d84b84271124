import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { FindingLog, type Findings, ImportError } from './findings.ts';
import { isSection, sections } from './kinds.ts';
import { DoctorBook } from './reading/fields.ts';
import { type ParsedElement, readElement } from './reading/read-element.ts';
import type { ExportSource } from './reading/source.ts';
import { ExportWriter } from './writing/export-writer.ts';

export interface ImportProgress {
  /** `check`: the file is checked, and patients, partners and prospects are written; `write`: the other records. */
  readonly phase: 'check' | 'write';
  /** Number of elements that were read from the export's lists. */
  readonly records: number;
  /** Number of bytes that were read from the file. */
  readonly bytes: number;
  /** Size of the file; null if unknown. */
  readonly totalBytes: number | null;
}

export type OnProgress = (progress: ImportProgress) => void;

/** Kinds that are written while the file is checked: records to which others belong, and records without an owner. */
const writtenFirst: ReadonlySet<string> = new Set(['patient', 'partner', 'prospect']);
/** Number of elements between two reports of progress. */
const PROGRESS_INTERVAL = 500;

/**
 * Reads an export and writes it, in a transaction that holds the import lock. The file is read twice, because its
 * lists come in any order, and an appointment's doctor is known only after all appointments.
 * @throws BrokenExport
 * @throws ImportError if the file has no list of an export, or changed while it was read
 */
export async function loadExport(
  transaction: Transaction,
  source: ExportSource,
  timeZone: string,
  onProgress: OnProgress,
): Promise<FindingLog> {
  // An import may take longer than the usual timeout.
  await transaction.execute(sql`set local statement_timeout = 0`);
  // The plans of triggers are made while the tables are empty, and would scan a full table for every row.
  await transaction.execute(sql`set local enable_seqscan = off`);
  const log = new FindingLog();
  const doctors = new DoctorBook();
  const writer = new ExportWriter(transaction, log, doctors);
  const ids = new SeenIds();

  for await (const item of readItems(source, 'check', onProgress)) {
    for (const record of readElement(item, log, timeZone)) {
      log.countRead(record.kind);
      const duplicate = ids.findDuplicate(record);
      const fault = 'fault' in record ? record.fault : duplicate;
      if (fault !== null) log.addOutcome(record.kind, 'rejected', record.path, fault);
      if ('fault' in record) continue;
      if (record.kind === 'doctor_appointment' && record.doctor) {
        doctors.add(record.doctor.row, record.doctor.at);
      }
      if (writtenFirst.has(record.kind) && duplicate === null) await writer.add(record);
    }
  }
  await writer.flush();
  if (!sections.some((section) => source.lists.has(section))) {
    throw new ImportError(
      `El archivo no es una exportación: no tiene ninguna de sus listas (${sections.join(', ')}). No se importó nada.`,
    );
  }
  for (const name of source.lists) if (!isSection(name)) log.addIgnored(name);

  for await (const item of readItems(source, 'write', onProgress)) {
    if (item.list !== 'medicalHistories' && item.list !== 'branches') continue;
    // The findings were already reported in the first pass.
    for (const record of readElement(item, noFindings, timeZone)) {
      if (!('fault' in record) && !ids.duplicates.has(record.path)) await writer.add(record);
    }
  }
  await writer.flush();
  await transaction.execute(sql`set local enable_seqscan = on`);
  return log;
}

const noFindings: Findings = { addRepair() {}, addNotice() {}, addIgnored() {} };

/** The elements of the file, with regular progress reports and a last one at the end. */
async function* readItems(
  source: ExportSource,
  phase: ImportProgress['phase'],
  onProgress: OnProgress,
) {
  let records = 0;
  const report = () =>
    onProgress({ phase, records, bytes: source.position, totalBytes: source.bytes });
  for await (const item of source.read()) {
    records += 1;
    yield item;
    if (records % PROGRESS_INTERVAL === 0) report();
  }
  await source.assertUnchanged();
  report();
}

/** The ids of the file's records. Only the first record with an id, and a patient's first history, are imported. */
class SeenIds {
  /** Positions of duplicates. */
  readonly duplicates = new Set<string>();
  readonly #records = new Set<string>();
  readonly #patientsWithHistory = new Set<string>();

  /** The reason why a record is a duplicate; null for the first record with its id. */
  findDuplicate(record: ParsedElement): string | null {
    const isHistory = 'patientId' in record;
    const [seen, id] = isHistory
      ? [this.#patientsWithHistory, record.patientId]
      : [this.#records, 'row' in record ? record.row.id : undefined];
    if (id === undefined) return null;
    if (!seen.has(id)) {
      seen.add(id);
      return null;
    }
    this.duplicates.add(record.path);
    return isHistory
      ? 'el paciente ya tiene otro historial'
      : 'su identificador ya es de otro registro del archivo';
  }
}
