import { recordId } from '@simiente/contract/common/ids';
import {
  type Fields,
  idOf,
  inside,
  instantOf,
  listOf,
  longest,
  noteUnknown,
  objectOf,
  Rejection,
  requiredTextOf,
  textOf,
  urlOf,
} from './fields.ts';
import type { Findings } from './findings.ts';
import { acceptableOf, type Incoming, incomingOf } from './incoming.ts';
import {
  type IncomingDoctorAppointment,
  readDoctorAppointment,
} from './read-doctor-appointment.ts';
import type { ExamRow, HistoryRow, RecipeAppointmentRow } from './rows.ts';

/** What hangs on a patient and has an id of its own. */
export interface HistoryRecords {
  readonly exams: readonly Incoming<ExamRow>[];
  readonly recipeAppointments: readonly Incoming<RecipeAppointmentRow>[];
  readonly doctorAppointments: readonly IncomingDoctorAppointment[];
}

/** A patient's history and the records that hang on it. */
export interface IncomingHistory extends HistoryRecords {
  readonly patientId: string;
  readonly place: string;
  /** Null when its own texts cannot be imported; the records on it still can. */
  readonly history: Incoming<HistoryRow> | null;
}

// The name and the patient of appointments are copies of the user's; they are not kept twice.
const known = new Set([
  'idUser',
  'name',
  'userData',
  'allExamns',
  'MedicalReportData',
  'appointments',
]);
const knownOfUserData = new Set(['test']);
const knownOfTest = new Set(['userName']);
const knownOfExams = new Set(['exams']);
const knownOfReports = new Set(['examReportIA', 'firstMedicalReport']);
const knownOfReport = new Set(['message']);
const knownOfAppointments = new Set(['recipeAppointments', 'doctorAppointments']);
const knownOfExam = new Set(['id', 'examType', 'fileUrl', 'createDate']);
const knownOfRecipe = new Set([
  'id',
  'status',
  'type',
  'calendly_data',
  'createDate',
  'prescriptionExplanation',
]);
const knownOfCalendly = new Set(['start_time', 'meeting_url']);

/** Null when nothing of it can be imported, because whose it is does not appear. */
export function readHistory(
  { value, key }: { readonly value: unknown; readonly key: string | null },
  place: string,
  findings: Findings,
): IncomingHistory | null {
  const pattern = 'medicalHistories.*';
  const whole = incomingOf('history', place, findings, () => objectOf(value));
  if (whole === null) return null;
  const fields: Fields = { record: whole.row, place, pattern, findings };
  noteUnknown(fields, known);
  const owner = acceptableOf('history', place, findings, () => patientIdOf(fields, key));
  if (owner === null) {
    rejectRecords(readRecords(fields, ''), findings, WITHOUT_HISTORY);
    return null;
  }
  const patientId = owner.row;
  return {
    patientId,
    place,
    history: readOwnTexts(fields, patientId),
    ...readRecords(fields, patientId),
  };
}

const WITHOUT_HISTORY = 'su historial se rechazó';

/** Tells that none of these records is imported. */
export function rejectRecords(
  { exams, recipeAppointments, doctorAppointments }: HistoryRecords,
  findings: Findings,
  reason: string,
): void {
  for (const { place } of exams) findings.rejected('exam', place, reason);
  for (const { place } of recipeAppointments) {
    findings.rejected('recipe_appointment', place, reason);
  }
  for (const { place } of doctorAppointments) {
    findings.rejected('doctor_appointment', place, reason);
  }
}

function readRecords(fields: Fields, patientId: string): HistoryRecords {
  const { findings } = fields;
  const exams = inside(fields, 'allExamns', knownOfExams);
  const appointments = inside(fields, 'appointments', knownOfAppointments);
  return {
    exams: readEach(exams, 'exams', (exam, at) => readExam(exam, at, patientId, findings)),
    recipeAppointments: readEach(appointments, 'recipeAppointments', (appointment, at) =>
      readRecipeAppointment(appointment, at, patientId, findings),
    ),
    doctorAppointments: readEach(appointments, 'doctorAppointments', (appointment, at) =>
      readDoctorAppointment(appointment, at, patientId, findings),
    ),
  };
}

function patientIdOf(fields: Fields, key: string | null): string {
  const { idUser } = fields.record;
  if (key === null) return idOf(fields, 'idUser');
  if (!recordId.safeParse(key).success) throw new Rejection('su clave no es un identificador');
  if (idUser !== undefined && idUser !== key) throw new Rejection('idUser no es el de su clave');
  return key;
}

/** What the history holds without an id of its own. */
function readOwnTexts(fields: Fields, patientId: string): Incoming<HistoryRow> | null {
  const { place, findings } = fields;
  return acceptableOf('history', place, findings, () => {
    const test = inside(inside(fields, 'userData', knownOfUserData), 'test', knownOfTest);
    const reports = inside(fields, 'MedicalReportData', knownOfReports);
    const messageOf = (name: string) =>
      textOf(inside(reports, name, knownOfReport), 'message', longest.prose);
    return {
      patientId,
      testUserName: textOf(test, 'userName', longest.name),
      examReport: messageOf('examReportIA'),
      firstReport: messageOf('firstMedicalReport'),
    };
  });
}

function readEach<T>(
  fields: Fields,
  name: string,
  read: (value: unknown, place: string) => T | null,
): T[] {
  return listOf(fields, name).flatMap((value, index) => {
    const incoming = read(value, `${fields.place}.${name}[${index}]`);
    return incoming === null ? [] : [incoming];
  });
}

function readExam(value: unknown, place: string, patientId: string, findings: Findings) {
  return incomingOf('exam', place, findings, (): ExamRow => {
    const pattern = 'medicalHistories.*.allExamns.exams[]';
    const fields: Fields = { record: objectOf(value), place, pattern, findings };
    noteUnknown(fields, knownOfExam);
    return {
      id: idOf(fields, 'id'),
      patientId,
      type: requiredTextOf(fields, 'examType', longest.label),
      externalUrl: urlOf(fields, 'fileUrl'),
      createdAt: instantOf(fields, 'createDate'),
    };
  });
}

function readRecipeAppointment(
  value: unknown,
  place: string,
  patientId: string,
  findings: Findings,
) {
  return incomingOf('recipe_appointment', place, findings, (): RecipeAppointmentRow => {
    const pattern = 'medicalHistories.*.appointments.recipeAppointments[]';
    const fields: Fields = { record: objectOf(value), place, pattern, findings };
    noteUnknown(fields, knownOfRecipe);
    const calendly = inside(fields, 'calendly_data', knownOfCalendly);
    return {
      id: idOf(fields, 'id'),
      patientId,
      status: requiredTextOf(fields, 'status', longest.label),
      type: textOf(fields, 'type', longest.label),
      startsAt: instantOf(calendly, 'start_time'),
      meetingUrl: urlOf(calendly, 'meeting_url'),
      prescriptionExplanation: textOf(fields, 'prescriptionExplanation', longest.prose),
      createdAt: instantOf(fields, 'createDate'),
    };
  });
}
