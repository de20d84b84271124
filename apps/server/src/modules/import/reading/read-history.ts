import { recordId } from '@simiente/contract/common/ids';
import * as z from 'zod';
import {
  attempt,
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

/** The parts of a patient without an id of their own. */
export interface HistoryTexts {
  readonly testUserName: string | null;
  /** The patient's name in it. */
  readonly name: string | null;
  readonly examReport: string | null;
  readonly firstReport: string | null;
}

/** A patient's history, and its records, which are not read yet. */
interface ReadHistory {
  /** Its patient, or why it is unknown. */
  readonly patientId: string | Rejection;
  /** The parts without an id, or why they cannot be imported; the records still can. */
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
  // A copy of the user's, stored if it differs.
  name: field,
  userData: object,
  allExamns: object,
  MedicalReportData: object,
  appointments: object,
});
const ownName = z.object({ name: line(longest.name) });
const userData = z.object({ test: object });
const test = z.object({ userName: line(longest.name) });
const medicalReports = z.object({ examReportIA: object, firstMedicalReport: object });
const report = z.object({ message: text(longest.prose) });
const examLists = z.object({ exams: list });
const appointmentLists = z.object({ recipeAppointments: list, doctorAppointments: list });

/** @throws Rejection for any other value */
export function readHistory(value: unknown, key: string | null, at: Location): ReadHistory {
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

/** A name that cannot be kept is no reason to lose the history. */
function readName(name: unknown, at: Location): string | null {
  const read = attempt(() => readFields(ownName, { name }, at).name);
  if (!(read instanceof Rejection)) return read;
  at.findings.repaired(`${at.path}.name`, `${read.message}: se deja vacío`);
  return null;
}

function readTexts(data: unknown, reports: unknown, at: Location): Omit<HistoryTexts, 'name'> {
  const inData = within(at, 'userData');
  const { test: taken } = readFields(userData, data, inData);
  const inReports = within(at, 'MedicalReportData');
  const { examReportIA, firstMedicalReport } = readFields(medicalReports, reports, inReports);
  const readMessage = (value: unknown, name: string) =>
    readFields(report, value, within(inReports, name)).message;
  return {
    testUserName: readFields(test, taken, within(inData, 'test')).userName,
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
