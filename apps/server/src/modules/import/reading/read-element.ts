import { recordId } from '@simiente/contract/common/ids';
import type { Findings } from '../findings.ts';
import { type ImportKind, type ImportRow, isSection, type TableKind } from '../kinds.ts';
import {
  attempt,
  type DoctorRow,
  field,
  id,
  type Location,
  line,
  list,
  maxLengths,
  optionalLine,
  Rejection,
  readColumns,
  text,
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
  readonly row: ImportRow<Kind>;
  /** The index of an exam in the patient's list. */
  readonly position?: number;
  /** The id of the kept patient, if the row's patient was merged. */
  readonly keptId?: string;
  /** The copy of the doctor in the appointment. */
  readonly doctor?: { readonly row: DoctorRow; readonly at: Location };
}

export type AnyRecord = { [Kind in TableKind]: ReadRecord<Kind> }[TableKind];

/** The fields of a history that are stored with its patient. */
interface HistoryTexts {
  readonly testUserName: string | null;
  /** The patient's name in the history. */
  readonly name: string | null;
  readonly examReport: string | null;
  readonly firstReport: string | null;
}

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
      return yield readRecord('patient', at, () => ({ row: readUser(value, at) }));
    case 'partners':
      return yield readRecord('partner', at, () => ({ row: readPartner(value, at) }));
    case 'branches':
      return yield readRecord('branch', at, () => ({ row: readBranch(value, at) }));
    case 'prospects':
      return yield readRecord('prospect', at, () => ({ row: readProspect(value, at) }));
    case 'medicalHistories':
      return yield* readHistory(value, key, at);
  }
}

const history = {
  idUser: ['idUser', field],
  // A copy of the user's name, stored if it differs.
  name: ['name', optionalLine(maxLengths.name)],
  userData: ['userData', field],
  reports: ['MedicalReportData', field],
  exams: ['allExamns.exams', list],
  recipeAppointments: ['appointments.recipeAppointments', list],
  doctorAppointments: ['appointments.doctorAppointments', list],
} as const;
const historyTexts = {
  testUserName: ['userData.test.userName', line(maxLengths.name)],
  examReport: ['MedicalReportData.examReportIA.message', text(maxLengths.prose)],
  firstReport: ['MedicalReportData.firstMedicalReport.message', text(maxLengths.prose)],
} as const;
const historyId = { id: ['idUser', id] } as const;

/** A history and its records, which can be imported even if the texts of the history are rejected. */
function* readHistory(
  value: unknown,
  key: string | null,
  at: Location,
): Generator<ParsedElement, void> {
  const { path } = at;
  const kind = 'history';
  const read = attempt(() => readColumns(history, value, at));
  if (read instanceof Rejection) return yield { kind, path, fault: read.message };
  const { idUser, name, userData, reports } = read;
  const patientId = attempt(() => readPatientId(idUser, key, at));
  const texts = attempt(() => ({
    ...readColumns(historyTexts, { userData, MedicalReportData: reports }, at),
    name,
  }));
  if (patientId instanceof Rejection) yield { kind, path, fault: patientId.message };
  else if (texts instanceof Rejection) yield { kind, path, patientId, fault: texts.message };
  else yield { kind, path, patientId, texts };

  const requirePatientId = () => {
    if (patientId instanceof Rejection) throw new Rejection('su historial se rechazó');
    return patientId;
  };
  const locate = (list: keyof typeof history, index: number): Location => ({
    ...at,
    path: `${path}.${history[list][0]}[${index}]`,
    pattern: `${at.pattern}.${history[list][0]}[]`,
  });
  for (const [position, exam] of read.exams.entries()) {
    const at = locate('exams', position);
    yield readRecord('exam', at, () => ({ row: readExam(exam, at, requirePatientId()), position }));
  }
  for (const [index, appointment] of read.recipeAppointments.entries()) {
    const at = locate('recipeAppointments', index);
    yield readRecord('recipe_appointment', at, () => ({
      row: readRecipeAppointment(appointment, at, requirePatientId()),
    }));
  }
  for (const [index, appointment] of read.doctorAppointments.entries()) {
    const at = locate('doctorAppointments', index);
    yield readRecord('doctor_appointment', at, () => {
      const { row, doctor } = readDoctorAppointment(appointment, at, requirePatientId());
      return { row, doctor: { row: doctor, at: { ...at, path: `${at.path}.doctor` } } };
    });
  }
}

function readPatientId(idUser: unknown, key: string | null, at: Location): string {
  if (key === null) return readColumns(historyId, { idUser }, at).id;
  if (!recordId.safeParse(key).success) throw new Rejection('su clave no es un identificador');
  if (idUser !== undefined && idUser !== key) throw new Rejection('idUser no es el de su clave');
  return key;
}

function readRecord<Kind extends TableKind>(
  kind: Kind,
  { path }: Location,
  parse: () => Omit<ReadRecord<Kind>, 'kind' | 'path'>,
): ReadRecord<Kind> | Fault {
  const record = attempt(parse);
  if (record instanceof Rejection) return { kind, path, fault: record.message };
  return { kind, path, ...record };
}
