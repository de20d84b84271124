import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { asArray } from './as-parameter.ts';
import type { FindingLog } from './findings.ts';
import { doctorAppointmentTable, examTable, recipeAppointmentTable } from './import-tables.ts';
import type { Incoming } from './incoming.ts';
import type { DoctorMerge } from './merge-doctors.ts';
import { mergeHistories, type OwnedHistory } from './merge-histories.ts';
import { DELETED_BY_STAFF, mergeRows, type Writing } from './merge-rows.ts';
import type { IncomingDoctorAppointment } from './read-doctor-appointment.ts';
import { type IncomingHistory, rejectRecords } from './read-history.ts';
import type { DoctorAppointmentRow } from './rows.ts';

interface Owner extends Record<string, unknown> {
  readonly id: string;
  readonly deleted: boolean;
  readonly touched: boolean;
  /** This import brought them. */
  readonly isNew: boolean;
}

/**
 * Writes a batch of histories. What a newer export no longer holds of a patient stays: an export may
 * be of a part, and a missing exam is no order to delete one.
 */
export async function writeHistories(
  writing: Writing,
  incoming: readonly IncomingHistory[],
  doctors: DoctorMerge,
): Promise<void> {
  const { transaction, registry, log } = writing;
  // The database's own look-ups, of foreign keys and of overlaps, are planned once for a connection,
  // and were for tables that this import has filled since.
  await transaction.execute(sql`discard plans`);
  const ids = incoming.map(({ patientId }) => patientId);
  const owners = await findOwners(transaction, ids);
  const registered = await registry.find(ids.filter((id) => !owners.has(id)));
  const accepted: (IncomingHistory & { owner: Owner })[] = [];
  for (const history of incoming) {
    const owner = owners.get(history.patientId);
    if (owner && !owner.deleted) accepted.push({ ...history, owner });
    else if (owner || isPatient(registered.get(history.patientId))) keepAll(history, log);
    else rejectAll(history, log);
  }
  const histories = accepted.flatMap(({ history, owner }): OwnedHistory[] =>
    history ? [{ ...history, touched: owner.touched, isNew: owner.isNew }] : [],
  );
  const exams = accepted.flatMap((history) => history.exams);
  const recipes = accepted.flatMap((history) => history.recipeAppointments);
  const visits = accepted.flatMap((history) => history.doctorAppointments);
  // First of all, so that a record with the id that a doctor is given is noticed.
  await doctors.bring(visits.map(({ row }) => row.doctorId));
  await mergeHistories(writing, histories);
  await mergeRows(writing, examTable, exams);
  await mergeRows(writing, recipeAppointmentTable, recipes);
  await writeDoctorAppointments(writing, visits, doctors);
}

async function writeDoctorAppointments(
  writing: Writing,
  visits: readonly IncomingDoctorAppointment[],
  doctors: DoctorMerge,
): Promise<void> {
  const complete: Incoming<DoctorAppointmentRow>[] = [];
  for (const { row, place } of visits) {
    const doctorId = doctors.idOf(row.doctorId);
    if (doctorId === null) writing.log.rejected('doctor_appointment', place, 'su médico no está');
    else complete.push({ place, row: { ...row, doctorId } });
  }
  const written = await mergeRows(writing, doctorAppointmentTable, complete);
  await reportOverlaps(writing, complete, written);
}

/** The database marks an imported appointment over another one; the operator is told of each. */
async function reportOverlaps(
  { transaction, log }: Writing,
  visits: readonly Incoming<DoctorAppointmentRow>[],
  written: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select id from doctor_appointments
     where double_booked and id = any(${asArray([...written])})`);
  const marked = new Set(rows.map(({ id }) => id));
  for (const { row, place } of visits) {
    if (marked.has(row.id)) log.overlapping(place, 'su médico tiene otra cita a esa hora');
  }
}

async function findOwners(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Map<string, Owner>> {
  const { rows } = await transaction.execute<Owner>(sql`
    select id, deleted_at is not null as deleted,
           version is distinct from imported_version as touched,
           xmin = pg_current_xact_id()::xid and version = 1 as "isNew"
      from patients where id = any(${asArray(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

function isPatient(kind: RecordKind | undefined): boolean {
  return kind === 'patient';
}

function rejectAll(history: IncomingHistory, log: FindingLog): void {
  const reason = `no hay ningún paciente ${history.patientId}`;
  if (history.history) log.rejected('history', history.place, reason);
  rejectRecords(history, log, reason);
}

function keepAll(history: IncomingHistory, log: FindingLog): void {
  if (history.history) log.kept('history', history.place, DELETED_BY_STAFF);
  for (const { place } of history.exams) log.kept('exam', place, OF_DELETED);
  for (const { place } of history.recipeAppointments)
    log.kept('recipe_appointment', place, OF_DELETED);
  for (const { place } of history.doctorAppointments)
    log.kept('doctor_appointment', place, OF_DELETED);
}

const OF_DELETED = 'el personal eliminó a su paciente';
