import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { doctorAppointments } from '../../../schema/appointments.ts';
import { doctors } from '../../../schema/doctors.ts';
import { recordIds } from '../../../schema/operation/installation.ts';
import { partners } from '../../../schema/partners.ts';
import { fertilityTests, patients } from '../../../schema/patients.ts';
import { reports, reportVersions } from '../../../schema/reports.ts';
import type { FindingLog } from '../findings.ts';
import { stableId } from '../kinds.ts';
import type { DoctorBook } from '../reading/fields.ts';
import type { AnyRecord, ReadHistory, ReadRecord } from '../reading/read-element.ts';
import {
  DELETED_BY_STAFF,
  EDITED_BY_STAFF,
  equalsAny,
  MERGED_BY_STAFF,
  writeRecords,
} from './write-records.ts';

const keptId = sql<string>`kept_patient(${recordIds.id})`;

/** Maximum number of records that are written together. */
const BATCH = 500;

type ImportItem = AnyRecord | ReadHistory;
type Visit = ReadRecord<'doctor_appointment'>;

/**
 * Writes read records in batches. Records that staff edited are not overwritten, and deleted ones not restored.
 * Records of a patient or partner are written after all patients and partners.
 */
export class ExportWriter {
  readonly #transaction: Transaction;
  readonly #log: FindingLog;
  /** Complete before the first appointment is written. */
  readonly #doctors: DoctorBook;
  readonly #writtenDoctors = new Set<string>();
  #doctorsByStaff: ReadonlyMap<string, string> | undefined;
  #batch: ImportItem[] = [];

  constructor(transaction: Transaction, log: FindingLog, doctors: DoctorBook) {
    this.#transaction = transaction;
    this.#log = log;
    this.#doctors = doctors;
  }

  async add(record: ImportItem): Promise<void> {
    this.#batch.push(record);
    if (this.#batch.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const owned = await this.#withOwner(batch);
    const write = <Kind extends AnyRecord['kind']>(kind: Kind) =>
      writeRecords(this.#transaction, this.#log, kind, owned.filter(isOfKind(kind)));
    // Doctors, whose ids are derived, come first, so that other records with the same id are rejected.
    const visits = await this.#withDoctor(owned.filter(isOfKind('doctor_appointment')));
    await write('patient');
    await write('partner');
    const histories = owned.filter((record) => record.kind === 'history');
    await writeHistories(this.#transaction, this.#log, histories);
    await this.#writeExams(owned.filter(isOfKind('exam')));
    await write('recipe_appointment');
    await writeRecords(this.#transaction, this.#log, 'doctor_appointment', visits);
    await this.#reportOverlaps(visits);
    await write('branch');
    await write('prospect');
  }

  /** The records whose patient or partner exists, and those without an owner. */
  async #withOwner(batch: readonly ImportItem[]): Promise<readonly ImportItem[]> {
    const ids = batch.map(getOwnerId).filter((id) => id !== null);
    if (ids.length === 0) return batch;
    const rows = await this.#transaction
      .select({
        id: recordIds.id,
        kind: recordIds.kind,
        // The records of a merged patient belong to the kept one.
        keptId: sql<string | null>`case when ${patients.mergedInto} is not null then ${keptId} end`,
        exists: sql<boolean>`
          (${patients.id} is not null and ${patients.deletedAt} is null)
          or (${patients.mergedInto} is not null
            and exists (select from patients kept where kept.id = ${keptId} and kept.deleted_at is null))
          or (${partners.id} is not null and ${partners.deletedAt} is null)`,
      })
      .from(recordIds)
      .leftJoin(patients, eq(patients.id, recordIds.id))
      .leftJoin(partners, eq(partners.id, recordIds.id))
      .where(equalsAny(recordIds.id, ids));
    const owners = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
    return batch.flatMap((record) => {
      const { kind, path } = record;
      const id = getOwnerId(record);
      if (id === null) return [record];
      const isBranch = kind === 'branch';
      const owner = owners.get(`${isBranch ? 'partner' : 'patient'} ${id}`);
      if (owner === undefined) {
        this.#log.addOutcome(
          kind,
          'rejected',
          path,
          `no hay ningún ${isBranch ? 'partner' : 'paciente'} ${id}`,
        );
      } else if (!owner.exists) {
        const reason = `el personal eliminó ${isBranch ? 'su partner' : 'a su paciente'}`;
        this.#log.addOutcome(kind, 'kept', path, kind === 'history' ? DELETED_BY_STAFF : reason);
      } else if (owner.keptId !== null && kind === 'history') {
        this.#log.addOutcome(kind, 'kept', path, MERGED_BY_STAFF);
      } else {
        return owner.keptId === null ? [record] : [{ ...record, keptId: owner.keptId }];
      }
      return [];
    });
  }

  /** Writes the doctors of appointments; a doctor that staff created with the same e-mail is used instead. */
  async #withDoctor(visits: readonly Visit[]): Promise<Visit[]> {
    if (visits.length === 0) return [];
    this.#doctorsByStaff ??= await findDoctorsByStaff(this.#transaction);
    const doctorsByStaff = this.#doctorsByStaff;
    const findDoctorId = ({ email, id }: { email?: string | null; id: string }) =>
      doctorsByStaff.get(email?.toLowerCase() ?? '') ?? id;
    const newDoctors: ReadRecord<'doctor'>[] = [];
    for (const { doctor } of visits) {
      const id = doctor?.row.id ?? '';
      const entry = this.#doctors.find(id);
      if (this.#writtenDoctors.has(id) || entry === undefined) continue;
      this.#writtenDoctors.add(id);
      this.#log.countRead('doctor');
      const { path, row } = entry;
      const doctorId = findDoctorId(row);
      if (doctorId === id) {
        newDoctors.push({ kind: 'doctor', path, row });
      } else {
        this.#log.addOutcome('doctor', 'kept', path, `ya existía con ese correo como ${doctorId}`);
      }
    }
    await writeRecords(this.#transaction, this.#log, 'doctor', newDoctors);
    const withDoctorId = visits.map((visit) => {
      const doctorId = visit.doctor ? findDoctorId(visit.doctor.row) : visit.row.doctorId;
      return { ...visit, row: { ...visit.row, doctorId } };
    });
    const ids = withDoctorId.map(({ row }) => row.doctorId);
    const rows = await this.#transaction
      .select({ id: doctors.id })
      .from(doctors)
      .where(equalsAny(doctors.id, ids));
    const existingIds = new Set(rows.map(({ id }) => id));
    return withDoctorId.filter(({ kind, path, row }) => {
      const exists = existingIds.has(row.doctorId);
      if (!exists) this.#log.addOutcome(kind, 'rejected', path, 'no se encontró su médico');
      return exists;
    });
  }

  /**
   * Writes exams and their positions in the export. The digest of an exam does not cover its position, so a new order
   * of exams is not an update. Staff do not edit positions.
   */
  async #writeExams(records: readonly ReadRecord<'exam'>[]): Promise<void> {
    if (records.length === 0) return;
    await writeRecords(this.#transaction, this.#log, 'exam', records);
    const positions = records.map(({ row, position }) => ({ id: row.id, position }));
    await this.#transaction.execute(sql`
      update exams set import_position = x.position
        from json_to_recordset(${JSON.stringify(positions)}::json) as x(id text, position int)
       where exams.id = x.id and deleted_at is null
         and import_position is distinct from x.position`);
  }

  /** The database marks imported overlapping appointments; the report lists them. */
  async #reportOverlaps(visits: readonly Visit[]): Promise<void> {
    if (visits.length === 0) return;
    const { id, doubleBooked, deletedAt } = doctorAppointments;
    const ids = visits.map(({ row }) => row.id);
    const rows = await this.#transaction
      .select({ id })
      .from(doctorAppointments)
      .where(and(equalsAny(id, ids), eq(doubleBooked, true), isNull(deletedAt)));
    const overlapping = new Set(rows.map((row) => row.id));
    for (const { path, row } of visits) {
      if (!overlapping.has(row.id)) continue;
      this.#log.overlapping.add(path, 'su médico tiene otra cita a esa hora');
    }
  }
}

const isOfKind =
  <Kind extends AnyRecord['kind']>(kind: Kind) =>
  (record: ImportItem): record is ImportItem & ReadRecord<Kind> =>
    record.kind === kind;

function getOwnerId(record: ImportItem): string | null {
  switch (record.kind) {
    case 'history':
      return record.patientId;
    case 'exam':
    case 'recipe_appointment':
    case 'doctor_appointment':
      return record.row.patientId ?? null;
    case 'branch':
      return record.row.partnerId;
    default:
      return null;
  }
}

/** Doctors that staff created, by their e-mail in lower case. */
async function findDoctorsByStaff(transaction: Transaction): Promise<ReadonlyMap<string, string>> {
  const email = sql<string>`lower(${doctors.email})`;
  const rows = await transaction
    .select({ email, id: sql<string>`min(${doctors.id})` })
    .from(doctors)
    .where(
      and(isNotNull(doctors.email), isNull(doctors.deletedAt), isNull(doctors.importedVersion)),
    )
    .groupBy(email);
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/**
 * Writes fertility tests and reports of patients. Every imported history has a row in `fertility_tests`, even
 * without a name, which marks it as imported. A text that differs from the last imported one becomes a further
 * draft of its report: it replaces nothing, and a missing text removes nothing.
 */
async function writeHistories(
  transaction: Transaction,
  log: FindingLog,
  histories: readonly ReadHistory[],
): Promise<void> {
  if (histories.length === 0) return;
  const storedHistories = await findHistories(transaction, histories);
  const rewritten = await writeDrafts(transaction, histories);
  const tests: (typeof fertilityTests.$inferInsert)[] = [];
  for (const { path, patientId, texts } of histories) {
    const { test, name, isEdited } = storedHistories.get(patientId) ?? {
      test: null,
      isEdited: false,
    };
    const userName = texts.testUserName;
    const historyName = texts.name === name ? null : texts.name;
    if (historyName !== null) {
      log.addNotice(`${path}.name`, 'no es el nombre del paciente: se guardan los dos');
    }
    const isRenamed = test?.userName !== userName || test.historyName !== historyName;
    if (isRenamed && (test === null || !isEdited)) {
      tests.push({ patientId, userName, historyName });
    }
    if (test === null) log.addOutcome('history', 'created', path);
    else if (rewritten.has(patientId) || (isRenamed && !isEdited)) {
      log.addOutcome('history', 'updated', path);
    } else if (isEdited) log.addOutcome('history', 'kept', path, EDITED_BY_STAFF);
    else log.addOutcome('history', 'unchanged', path);
  }
  if (tests.length === 0) return;
  await transaction
    .insert(fertilityTests)
    .values(tests)
    .onConflictDoUpdate({
      target: fertilityTests.patientId,
      set: { userName: sql`excluded.user_name`, historyName: sql`excluded.history_name` },
    });
}

/** Patients of the histories, with the imported test, and whether staff edited them. */
async function findHistories(transaction: Transaction, histories: readonly ReadHistory[]) {
  const ids = histories.map(({ patientId }) => patientId);
  const rows = await transaction
    .select({
      id: patients.id,
      name: patients.name,
      isEdited: sql<boolean>`${patients.version} is distinct from ${patients.importedVersion}`,
      test: fertilityTests,
    })
    .from(patients)
    .leftJoin(fertilityTests, eq(fertilityTests.patientId, patients.id))
    .where(equalsAny(patients.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** @returns the patients with a new draft */
async function writeDrafts(
  transaction: Transaction,
  histories: readonly ReadHistory[],
): Promise<ReadonlySet<string>> {
  const texts = histories.flatMap(({ patientId, texts: { examReport, firstReport } }) => [
    { patientId, kind: 'exam_ai' as const, text: examReport },
    { patientId, kind: 'first_medical' as const, text: firstReport },
  ]);
  const ids = histories.map(({ patientId }) => patientId);
  const imported = await transaction
    .selectDistinctOn([reportVersions.patientId, reportVersions.kind])
    .from(reportVersions)
    .where(and(equalsAny(reportVersions.patientId, ids), eq(reportVersions.source, 'importacion')))
    .orderBy(reportVersions.patientId, reportVersions.kind, desc(reportVersions.number));
  const numbered = await transaction
    .select({ patientId: reports.patientId, kind: reports.kind, last: reports.lastNumber })
    .from(reports)
    .where(equalsAny(reports.patientId, ids));
  const toKey = (report: { patientId: string; kind: string }) =>
    `${report.patientId} ${report.kind}`;
  const lastText = new Map(imported.map((version) => [toKey(version), version.text]));
  const lastNumber = new Map(numbered.map((report) => [toKey(report), report.last]));
  const drafts = texts.flatMap(({ patientId, kind, text }) => {
    const key = toKey({ patientId, kind });
    if (!text || text === lastText.get(key)) return [];
    const number = (lastNumber.get(key) ?? 0) + 1;
    const id = `${stableId('rpv', patientId, kind)}_${number}`;
    const type = 'draft' as const;
    const source = 'importacion' as const;
    return [{ id, patientId, kind, type, source, number, text }];
  });
  if (drafts.length > 0) await transaction.insert(reportVersions).values(drafts);
  return new Set(drafts.map(({ patientId }) => patientId));
}
