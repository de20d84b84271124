import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { FindingLog, type Findings, ImportRefused } from './findings.ts';
import { isSection, sections } from './kinds.ts';
import { DoctorBook } from './reading/fields.ts';
import { type Found, readElement } from './reading/read-element.ts';
import type { ExportSource } from './reading/source.ts';
import { ExportWriter } from './writing/export-writer.ts';

export interface ImportProgress {
  /**
   * First the whole file is checked, and patients and partners are written. Then the records that belong to them
   * are written.
   */
  readonly phase: 'check' | 'write';
  /** Elements of the export's lists. */
  readonly records: number;
  /** Their bytes in the file. */
  readonly bytes: number;
  /** Size of the file; null if unknown. */
  readonly totalBytes: number | null;
}

export type OnProgress = (progress: ImportProgress) => void;

/** Kinds that are written while the file is checked: owners, and records without an owner. */
const FIRST: ReadonlySet<string> = new Set(['patient', 'partner', 'prospect']);
const PROGRESS_EVERY = 500;

/**
 * Reads an export and writes it, in a transaction that holds the import lock. The file is read twice, because its
 * lists come in any order, and an appointment's doctor is known only after all appointments.
 * @throws BrokenExport
 * @throws ImportRefused when the file has no list of an export, or changed while it was read
 */
export async function loadExport(
  transaction: Transaction,
  source: ExportSource,
  timeZone: string,
  onProgress: OnProgress,
): Promise<FindingLog> {
  // A long import must not be treated as a hung one.
  await transaction.execute(sql`set local statement_timeout = 0`);
  // Without this, the triggers of each row would scan tables whose plans were made while they were empty.
  await transaction.execute(sql`set local enable_seqscan = off`);
  const log = new FindingLog();
  const doctors = new DoctorBook();
  const writer = new ExportWriter(transaction, log, doctors);
  const claims = new Claims();

  for await (const item of everyItem(source, 'check', onProgress)) {
    for (const found of readElement(item, log, timeZone)) {
      log.read(found.kind);
      const reason = claims.repeats(found);
      const fault = 'fault' in found ? found.fault : reason;
      if (fault !== null) log.outcome(found.kind, 'rejected', found.path, fault);
      if ('fault' in found) continue;
      if (found.kind === 'doctor_appointment' && found.doctor) {
        doctors.add(found.doctor.row, found.doctor.at);
      }
      if (FIRST.has(found.kind) && reason === null) await writer.add(found);
    }
  }
  await writer.flush();
  refuseWithoutLists(source.lists);
  for (const name of source.lists) if (!isSection(name)) log.ignored(name);

  for await (const item of everyItem(source, 'write', onProgress)) {
    if (item.list !== 'medicalHistories' && item.list !== 'branches') continue;
    for (const found of readElement(item, UNHEARD, timeZone)) {
      if (!('fault' in found) && !claims.repeated.has(found.path)) await writer.add(found);
    }
  }
  await writer.flush();
  await transaction.execute(sql`set local enable_seqscan = on`);
  return log;
}

const UNHEARD: Findings = { repaired() {}, noticed() {}, ignored() {} };

/** The elements of the file, with regular progress reports and a last one at the end. */
async function* everyItem(
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
    if (records % PROGRESS_EVERY === 0) report();
  }
  await source.assertUnchanged();
  report();
}

function refuseWithoutLists(lists: ReadonlySet<string>): void {
  if (sections.some((section) => lists.has(section))) return;
  throw new ImportRefused(
    `El archivo no es una exportación: no tiene ninguna de sus listas (${sections.join(', ')}). No se importó nada.`,
  );
}

/** The ids of the file's records: the first record with an id gets it, and a patient's first history is used. */
class Claims {
  /** Positions of lists that occur again. */
  readonly repeated = new Set<string>();
  readonly #ids = new Set<string>();
  readonly #patients = new Set<string>();

  /** Why a record is a duplicate; null if it is the first one. */
  repeats(found: Found): string | null {
    const isHistory = 'patientId' in found;
    const [claims, id] = isHistory
      ? [this.#patients, found.patientId]
      : [this.#ids, 'row' in found ? found.row.id : undefined];
    if (id === undefined) return null;
    if (!claims.has(id)) {
      claims.add(id);
      return null;
    }
    this.repeated.add(found.path);
    return isHistory
      ? 'el paciente ya tiene otro historial'
      : 'su identificador ya es de otro registro del archivo';
  }
}
