import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { ImportRefused } from '../errors.ts';
import type { FindingLog } from '../findings.ts';
import {
  branchTable,
  doctorAppointmentTable,
  doctorTable,
  examTable,
  type ImportKind,
  isSection,
  partnerTable,
  patientTable,
  prospectTable,
  recipeAppointmentTable,
  type Section,
  sections,
  type TableOf,
} from '../kinds.ts';
import { Staging } from '../merging/staging.ts';
import { DoctorBook } from './doctor-book.ts';
import { type Location, Rejection, within } from './fields.ts';
import { readHistory } from './read-history.ts';
import {
  readBranch,
  readDoctorAppointment,
  readExam,
  readPartner,
  readProspect,
  readRecipeAppointment,
  readUser,
} from './records.ts';
import type { ExportSource } from './source.ts';
import { placeOf, type SourceItem } from './walk-export.ts';

const PROGRESS_EVERY = 500;
/** Elements between two yields to the event loop, which sends the read rows. */
const TURN = 16;

/**
 * Reads the whole export into temporary tables and changes nothing else; it checks the syntax, and the
 * fields of each record by themselves.
 * @param onRead called now and then with the elements and bytes so far
 * @returns how many elements its lists have
 * @throws BrokenExport
 * @throws ImportRefused when it has none of an export's lists, or changed while it was read
 */
export async function readExport(
  transaction: Transaction,
  source: ExportSource,
  log: FindingLog,
  timeZone: string,
  onRead: (records: number, bytes: number) => void,
): Promise<number> {
  const staging = await Staging.open(transaction);
  const reader = new RecordReader(staging, log, timeZone, await findDoctorsOfStaff(transaction));
  let records = 0;
  for await (const item of source.read()) {
    if (isSection(item.list)) reader.add(item.list, item);
    records += 1;
    if (records % PROGRESS_EVERY === 0) onRead(records, item.position);
    if (records % TURN === 0) await turn();
    if (staging.isFull) await staging.send();
  }
  reader.addDoctors();
  await staging.finish();
  onRead(records, source.bytes ?? 0);
  await source.assertUnchanged();
  if (!sections.some((section) => source.lists.has(section))) {
    throw new ImportRefused(
      `El archivo no es una exportación: no tiene ninguna de sus listas (${sections.join(', ')}). No se importó nada.`,
    );
  }
  for (const name of source.lists) if (!isSection(name)) log.ignored(name);
  return records;
}

/**
 * Doctors that staff created, by their e-mail in lower case, for appointments with that address.
 */
async function findDoctorsOfStaff(transaction: Transaction): Promise<ReadonlyMap<string, string>> {
  const { rows } = await transaction.execute<{ email: string; id: string }>(sql`
    select lower(email) as email, min(id) as id from doctors
     where email is not null and deleted_at is null and imported_version is null
     group by 1`);
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** Reads element by element, and stages the valid ones. */
class RecordReader {
  readonly #staging: Staging;
  readonly #log: FindingLog;
  readonly #timeZone: string;
  readonly #doctorsOfStaff: ReadonlyMap<string, string>;
  readonly #doctors = new DoctorBook();

  constructor(
    staging: Staging,
    log: FindingLog,
    timeZone: string,
    doctorsOfStaff: ReadonlyMap<string, string>,
  ) {
    this.#staging = staging;
    this.#log = log;
    this.#timeZone = timeZone;
    this.#doctorsOfStaff = doctorsOfStaff;
  }

  add(section: Section, { list, index, key, value }: SourceItem): void {
    const at: Location = {
      path: placeOf({ list, index, key }),
      pattern: section === 'medicalHistories' ? `${section}.*` : `${section}[]`,
      findings: this.#log,
      timeZone: this.#timeZone,
    };
    switch (section) {
      case 'users':
        this.#stage(patientTable, at, () => readUser(value, at));
        break;
      case 'partners':
        this.#stage(partnerTable, at, () => readPartner(value, at));
        break;
      case 'branches':
        this.#stage(branchTable, at, () => readBranch(value, at));
        break;
      case 'prospects':
        this.#stage(prospectTable, at, () => readProspect(value, at));
        break;
      case 'medicalHistories':
        this.#read('history', at, () => this.#addHistory(value, key, at));
    }
  }

  /** Doctors have no list: they are complete once all appointments were read. */
  addDoctors(): void {
    for (const { path, row } of this.#doctors) this.#staging.add(doctorTable, path, row);
  }

  #addHistory(value: unknown, key: string | null, at: Location): void {
    const history = readHistory(value, key, at);
    const { patientId, texts } = history;
    const isKnown = !(patientId instanceof Rejection);
    const fault = isKnown ? texts : patientId;
    if (fault instanceof Rejection) this.#log.rejected('history', at.path, fault.message);
    if (isKnown) {
      this.#staging.addHistory(patientId, at.path, texts instanceof Rejection ? null : texts);
    }
    const ownerOf = () => {
      if (isKnown) return patientId;
      throw new Rejection('su historial se rechazó');
    };
    for (const [position, { value, at }] of history.exams.entries()) {
      this.#read('exam', at, () =>
        this.#staging.add(examTable, at.path, readExam(value, at, ownerOf()), position),
      );
    }
    for (const { value, at } of history.recipeAppointments) {
      this.#stage(recipeAppointmentTable, at, () => readRecipeAppointment(value, at, ownerOf()));
    }
    for (const { value, at } of history.doctorAppointments) {
      this.#read('doctor_appointment', at, () => this.#addDoctorAppointment(value, at, ownerOf()));
    }
  }

  #addDoctorAppointment(value: unknown, at: Location, patientId: string): void {
    const { row, doctor } = readDoctorAppointment(value, at, patientId);
    this.#doctors.add(doctor, within(at, 'doctor'));
    const ofStaff = this.#doctorsOfStaff.get(doctor.email?.toLowerCase() ?? '');
    const doctorId = ofStaff ?? doctor.id;
    this.#staging.add(doctorAppointmentTable, at.path, { ...row, doctorId }, doctor.id);
  }

  #stage<Row extends { readonly id: string }>(
    table: TableOf<Row>,
    at: Location,
    read: () => Row,
  ): void {
    this.#read(table.kind, at, () => this.#staging.add(table, at.path, read()));
  }

  #read(kind: ImportKind, { path }: Location, read: () => void): void {
    this.#log.read(kind);
    try {
      read();
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.#log.rejected(kind, path, error.message);
    }
  }
}
