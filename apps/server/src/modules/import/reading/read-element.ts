import { recordId } from '@simiente/contract/common/ids';
import * as z from 'zod';
import type { Findings } from '../findings.ts';
import { type ImportKind, isSection, type RowOf, type TableKind } from '../kinds.ts';
import {
  attempt,
  type DoctorRow,
  field,
  type Location,
  line,
  list,
  longest,
  object,
  Rejection,
  readFields,
  readId,
  text,
  within,
} from './fields.ts';
import {
  readBranch,
  readDoctorAppointment,
  readExam,
  readPartner,
  readProspect,
  readRecipeAppointment,
  readUser,
} from './records.ts';
import { describePosition, type SourceItem } from './walk-export.ts';

export interface ReadRecord<Kind extends TableKind> {
  readonly kind: Kind;
  readonly path: string;
  readonly row: RowOf<Kind>;
  /** The index of an exam in the patient's list. */
  readonly position?: number;
  /** The remaining patient, if the row's patient was merged. */
  readonly keptId?: string;
  /** The copy of the doctor in the appointment. */
  readonly doctor?: { readonly row: DoctorRow; readonly at: Location };
}

export type AnyRecord = { [Kind in TableKind]: ReadRecord<Kind> }[TableKind];

export interface ReadHistory {
  readonly kind: 'history';
  readonly path: string;
  readonly patientId: string;
  readonly texts: HistoryTexts;
}

interface Fault {
  readonly kind: ImportKind;
  readonly path: string;
  readonly fault: string;
  /** The patient of a rejected history; later histories of this patient are duplicates. */
  readonly patientId?: string;
}

/** A record that can be imported, or the reason why not. */
export type ParsedElement = AnyRecord | ReadHistory | Fault;

/**
 * The records of one element of an export's lists, in the order of the file. Elements of unknown lists have no records.
 */
export function* readElement(
  item: SourceItem,
  findings: Findings,
  timeZone: string,
): Generator<ParsedElement, void> {
  const { list: section, key, value } = item;
  if (!isSection(section)) return;
  const pattern = section === 'medicalHistories' ? `${section}.*` : `${section}[]`;
  const at: Location = { path: describePosition(item), pattern, findings, timeZone };
  switch (section) {
    case 'users':
      return yield read('patient', at, () => ({ row: readUser(value, at) }));
    case 'partners':
      return yield read('partner', at, () => ({ row: readPartner(value, at) }));
    case 'branches':
      return yield read('branch', at, () => ({ row: readBranch(value, at) }));
    case 'prospects':
      return yield read('prospect', at, () => ({ row: readProspect(value, at) }));
    case 'medicalHistories':
      return yield* readHistoryElement(value, key, at);
  }
}

function* readHistoryElement(
  value: unknown,
  key: string | null,
  at: Location,
): Generator<ParsedElement, void> {
  const { path } = at;
  const kind = 'history';
  const history = attempt(() => readHistory(value, key, at));
  if (history instanceof Rejection) return yield { kind, path, fault: history.message };
  const { patientId, texts } = history;
  if (patientId instanceof Rejection) yield { kind, path, fault: patientId.message };
  else if (texts instanceof Rejection) yield { kind, path, patientId, fault: texts.message };
  else yield { kind, path, patientId, texts };
  const requirePatientId = () => {
    if (patientId instanceof Rejection) throw new Rejection('su historial se rechazó');
    return patientId;
  };
  for (const [position, { value, at }] of history.exams.entries()) {
    yield read('exam', at, () => ({ row: readExam(value, at, requirePatientId()), position }));
  }
  for (const { value, at } of history.recipeAppointments) {
    yield read('recipe_appointment', at, () => ({
      row: readRecipeAppointment(value, at, requirePatientId()),
    }));
  }
  for (const { value, at } of history.doctorAppointments) {
    yield read('doctor_appointment', at, () => {
      const { row, doctor } = readDoctorAppointment(value, at, requirePatientId());
      return { row, doctor: { row: doctor, at: within(at, 'doctor') } };
    });
  }
}

function read<Kind extends TableKind>(
  kind: Kind,
  { path }: Location,
  parse: () => Omit<ReadRecord<Kind>, 'kind' | 'path'>,
): ReadRecord<Kind> | Fault {
  const record = attempt(parse);
  if (record instanceof Rejection) return { kind, path, fault: record.message };
  return { kind, path, ...record };
}

/** The fields of a history that are stored with its patient. */
interface HistoryTexts {
  readonly testUserName: string | null;
  /** The patient's name in the history. */
  readonly name: string | null;
  readonly examReport: string | null;
  readonly firstReport: string | null;
}

/** A patient's history, with its records not yet parsed. */
interface HistoryParts {
  /** The history's patient, or the reason why it is unknown. */
  readonly patientId: string | Rejection;
  /** The texts, or the reason why they cannot be imported, while the records can be. */
  readonly texts: HistoryTexts | Rejection;
  readonly exams: readonly Element[];
  readonly recipeAppointments: readonly Element[];
  readonly doctorAppointments: readonly Element[];
}

interface Element {
  readonly value: unknown;
  readonly at: Location;
}

const history = z.object({
  idUser: field,
  // A copy of the user's name, stored if it differs.
  name: field,
  userData: object,
  allExamns: object,
  MedicalReportData: object,
  appointments: object,
});
const historyName = z.object({ name: line(longest.name) });
const userData = z.object({ test: object });
const test = z.object({ userName: line(longest.name) });
const medicalReports = z.object({ examReportIA: object, firstMedicalReport: object });
const report = z.object({ message: text(longest.prose) });
const examLists = z.object({ exams: list });
const appointmentLists = z.object({ recipeAppointments: list, doctorAppointments: list });

/** @throws Rejection for a value that is not a history */
function readHistory(value: unknown, key: string | null, at: Location): HistoryParts {
  const read = readFields(history, value, at);
  const exams = within(at, 'allExamns');
  const appointments = within(at, 'appointments');
  const { recipeAppointments, doctorAppointments } = readFields(
    appointmentLists,
    read.appointments,
    appointments,
  );
  return {
    patientId: attempt(() => readPatientId(read.idUser, key)),
    texts: attempt(() => ({
      ...readTexts(read.userData, read.MedicalReportData, at),
      name: readName(read.name, at),
    })),
    exams: toElements(readFields(examLists, read.allExamns, exams).exams, within(exams, 'exams')),
    recipeAppointments: toElements(recipeAppointments, within(appointments, 'recipeAppointments')),
    doctorAppointments: toElements(doctorAppointments, within(appointments, 'doctorAppointments')),
  };
}

function readPatientId(idUser: unknown, key: string | null): string {
  if (key === null) return readId({ idUser }, 'idUser');
  if (!recordId.safeParse(key).success) throw new Rejection('su clave no es un identificador');
  if (idUser !== undefined && idUser !== key) throw new Rejection('idUser no es el de su clave');
  return key;
}

/** An invalid name must not reject the history. */
function readName(value: unknown, at: Location): string | null {
  const name = attempt(() => readFields(historyName, { name: value }, at).name);
  if (!(name instanceof Rejection)) return name;
  at.findings.addRepair(`${at.path}.name`, `${name.message}: se deja vacío`);
  return null;
}

function readTexts(data: unknown, reports: unknown, at: Location): Omit<HistoryTexts, 'name'> {
  const atData = within(at, 'userData');
  const { test: testData } = readFields(userData, data, atData);
  const atReports = within(at, 'MedicalReportData');
  const { examReportIA, firstMedicalReport } = readFields(medicalReports, reports, atReports);
  const readMessage = (value: unknown, name: string) =>
    readFields(report, value, within(atReports, name)).message;
  return {
    testUserName: readFields(test, testData, within(atData, 'test')).userName,
    examReport: readMessage(examReportIA, 'examReportIA'),
    firstReport: readMessage(firstMedicalReport, 'firstMedicalReport'),
  };
}

function toElements(values: readonly unknown[], { path, pattern, ...shared }: Location): Element[] {
  return values.map((value, index) => ({
    value,
    at: { ...shared, path: `${path}[${index}]`, pattern: `${pattern}[]` },
  }));
}
