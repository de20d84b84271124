import { buildHistory } from '@simiente/builders/histories';
import { buildPatient } from '@simiente/builders/patients';
import { createContext, withStream } from '@simiente/builders/random';
import type { LegacyExport, MedicalHistoryRecord, PatientRecord } from '@simiente/builders/records';
import type { Dataset } from '../product/protocol.ts';

type PatientFields = Partial<PatientRecord> & Pick<PatientRecord, 'idUser' | 'name'>;

interface Person {
  readonly patient: PatientFields;
  readonly history?: Partial<MedicalHistoryRecord>;
}

/** An export of exactly these patients; fields that a journey does not name are generated. */
export function makeExport(people: readonly Person[]): Dataset & { kind: 'export' } {
  const context = createContext({ seed: 'journeys', now: new Date() });
  const records: LegacyExport = {
    users: [],
    medicalHistories: {},
    partners: [],
    branches: [],
    prospects: [],
  };
  for (const { patient: fields, history = {} } of people) {
    const patient = withStream(context, fields.idUser, (inner) => ({
      ...buildPatient(inner),
      ...fields,
    }));
    const generated = withStream(context, `${fields.idUser} history`, (inner) =>
      buildHistory(inner, patient),
    );
    records.users.push(patient);
    records.medicalHistories[patient.idUser] = { ...generated, ...emptyHistory, ...history };
  }
  return { kind: 'export', records };
}

/** Empty history right after signing up. */
const emptyHistory: Pick<MedicalHistoryRecord, 'allExamns' | 'MedicalReportData' | 'appointments'> =
  {
    allExamns: { exams: [] },
    MedicalReportData: { examReportIA: {}, firstMedicalReport: { message: '' } },
    appointments: { recipeAppointments: [], doctorAppointments: [] },
  };

/** A patient with only a name, and an id derived from it. */
export function person(
  name: string,
  fields: Partial<PatientRecord> = {},
  history: Partial<MedicalHistoryRecord> = {},
): Person {
  const idUser = `usr_${name.toLowerCase().replaceAll(/[^a-z]/g, '')}`;
  return { patient: { idUser, name, ...fields }, history };
}
