import { type ExportRecord, exportRecords } from '@simiente/builders/export';
import type {
  BranchRecord,
  DoctorRecord,
  MedicalHistoryRecord,
  PartnerRecord,
} from '@simiente/builders/records';
import type { Scale } from './scale.ts';
import {
  branchRow,
  doctorAppointmentRow,
  doctorRow,
  examRow,
  partnerRow,
  patientRow,
  prescriptionRow,
  prospectRow,
  type Row,
  reportRows,
  type Table,
  testRow,
} from './tables.ts';

/** The end of the data. Fixed, so that a database is the same on any day. */
export const NOW = new Date('2026-11-20T15:00:00Z');
const SEED = 'bench';

const HOUR = 3_600_000;
/**
 * The builders generate visits over 470 days. A service needs years for its patients: each belongs to one of
 * several such spans, of whole weeks and without overlap, so that no two visits need a doctor at the same time.
 */
const SPAN = 68 * 7 * 24 * HOUR;
const SPANS = 6;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** One patient in this many has an order, and one order in this many was downloaded twice. */
const PATIENTS_PER_ORDER = 2;
const ORDERS_PER_SECOND_DOWNLOAD = 3;
/** Two exams of three have a laboratory. */
const EXAMS_WITHOUT_LABORATORY = 3;

export type TableRow = readonly [table: Table, row: Row];

/**
 * Every row of a database of that scale, referenced rows first. The same scale gives the same rows; few
 * are in memory at a time.
 */
export function* tableRows(scale: Scale): Generator<TableRow, void> {
  const branches: BranchRecord[] = [];
  const laboratories: string[] = [];
  for (const { kind, record } of commercialRecords(scale)) {
    if (kind === 'prospect') yield ['prospects', prospectRow(record)];
    else if (kind === 'partner') {
      if (isLaboratory(record)) laboratories.push(record.idPartner);
      yield ['partners', partnerRow(record)];
    } else if (kind === 'branch') {
      branches.push(record);
      yield ['branches', branchRow(record)];
    }
  }
  const doctors = new Map<string, string>();
  let histories = 0;
  for (const { kind, record } of clinicalRecords(scale)) {
    if (kind === 'user') yield ['patients', moveToSpan(record.idUser, patientRow(record))];
    if (kind !== 'history') continue;
    histories += 1;
    for (const [table, row] of historyRows(record, histories, laboratories, doctors)) {
      yield [table, moveToSpan(record.idUser, row)];
    }
    if (histories % PATIENTS_PER_ORDER === 0) yield* orderRows(record, histories, branches);
  }
}

/** Moves the instants of a patient's row to the span of that patient. */
function moveToSpan(idUser: string, row: Row): Row {
  const ago = (Number.parseInt(idUser.slice(-4), 16) % SPANS) * SPAN;
  return row.map((cell) =>
    typeof cell === 'string' && INSTANT.test(cell)
      ? new Date(Date.parse(cell) - ago).toISOString()
      : cell,
  );
}

function commercialRecords(scale: Scale): Generator<ExportRecord, void> {
  const { partners, branchesPerPartner: each, prospects } = scale;
  const branchesPerPartner = { min: each, max: each };
  return exportRecords({
    seed: SEED,
    now: NOW,
    patients: 0,
    partners,
    branchesPerPartner,
    prospects,
  });
}

function clinicalRecords({ patients, doctors }: Scale): Generator<ExportRecord, void> {
  return exportRecords({ seed: SEED, now: NOW, patients, doctors, partners: 0, prospects: 0 });
}

function isLaboratory({ type }: PartnerRecord): boolean {
  return type === 'Laboratorio';
}

function* historyRows(
  history: MedicalHistoryRecord,
  number: number,
  laboratories: readonly string[],
  doctors: Map<string, string>,
): Generator<TableRow, void> {
  const { idUser, allExamns, appointments } = history;
  yield ['fertility_tests', testRow(history)];
  for (const row of reportRows(history)) yield ['report_versions', row];
  for (const [index, exam] of allExamns.exams.entries()) {
    const chosen = number + index;
    const laboratory =
      chosen % EXAMS_WITHOUT_LABORATORY === 0
        ? undefined
        : laboratories[chosen % laboratories.length];
    yield ['exams', examRow(idUser, exam, laboratory ?? null)];
  }
  for (const appointment of appointments.doctorAppointments) {
    const knownDoctor = doctors.get(appointment.doctor.email);
    const doctorId = knownDoctor ?? newDoctor(doctors, appointment.doctor);
    if (knownDoctor === undefined) yield ['doctors', doctorRow(doctorId, appointment.doctor)];
    yield ['doctor_appointments', doctorAppointmentRow(idUser, doctorId, appointment)];
  }
  for (const prescription of appointments.recipeAppointments) {
    yield ['recipe_appointments', prescriptionRow(idUser, prescription)];
  }
}

function newDoctor(doctors: Map<string, string>, { email }: DoctorRecord): string {
  const id = `doc_${String(doctors.size + 1).padStart(6, '0')}`;
  doctors.set(email, id);
  return id;
}

/** An order at a branch in the year before `NOW`, and its downloads. */
function* orderRows(
  { idUser }: MedicalHistoryRecord,
  number: number,
  branches: readonly BranchRecord[],
): Generator<TableRow, void> {
  const branch = branches[number % branches.length];
  if (branch === undefined) return;
  const id = `ord_${idUser.replace('usr_', '')}`;
  const hours = 1 + ((number * 7) % (365 * 24));
  const at = (ago: number) => new Date(NOW.getTime() - ago * HOUR).toISOString();
  yield [
    'exam_orders',
    [id, idUser, branch.idBranch, branch.partner.id, branch.exam_available.slice(0, 2), at(hours)],
  ];
  yield ['exam_order_downloads', [id, at(hours - 1)]];
  if (number % ORDERS_PER_SECOND_DOWNLOAD === 0)
    yield ['exam_order_downloads', [id, at(hours - 1)]];
}
