import type { Capability } from '@simiente/contract/common/access/roles';
import type { MedicalHistory, Patient } from '@simiente/contract/patients/calls';
import type { ReportKind } from '@simiente/contract/reports/states';
import { sql } from 'drizzle-orm';
import { may, type StaffActor } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import {
  type Cells,
  type Columns,
  inOneCell,
  type RowOf,
  readCells,
} from '../../platform/database/rows.ts';
import { runStatement, statement } from '../../platform/database/statements.ts';
import { Problem } from '../../platform/problem.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';
import { reports } from '../../schema/reports.ts';
import {
  doctorAppointmentsOf,
  makesOwn,
  presentDoctorAppointment,
  presentRecipe,
  recipesOf,
} from '../appointments/public.ts';
import { findOpenAccess } from '../emergency-access/public.ts';
import { examsOf, presentExam, withoutFile } from '../exams/public.ts';
import { textInForce } from '../reports/public.ts';
import { patientColumns, presentPatient, presentTest } from './present.ts';
import { notDeleted } from './query.ts';

/** A prepared query of one patient by `$1`, with `columns`. */
function onePatient<C extends Columns>(columns: C) {
  const query = statement(sql`select ${inOneCell(columns)} as cells from ${patients}
    left join ${fertilityTests} on ${fertilityTests.patientId} = ${patients.id}
    where ${notDeleted} and ${patients.id} = $1`);
  return async (db: Reader, id: string): Promise<RowOf<C>> => {
    const [found] = await runStatement<{ cells: Cells }>(db, query(id));
    if (found === undefined) throw new Problem('NOT_FOUND');
    return readCells(columns, found.cells);
  };
}

/** @throws Problem NOT_FOUND when the patient does not exist or is deleted */
export const findPatient = onePatient(patientColumns);

/** @throws Problem NOT_FOUND when the patient does not exist or is deleted */
export async function readPatient(db: Reader, id: string): Promise<Patient> {
  return presentPatient(await findPatient(db, id));
}

const findHistory = onePatient({
  id: patientColumns.id,
  name: patientColumns.name,
  email: patientColumns.email,
  phone: patientColumns.phone,
  testUserName: patientColumns.testUserName,
  historyName: patientColumns.historyName,
  exams: examsOf(patients.id),
  examReport: textInForce(patients.id, 'exam_ai'),
  firstReport: textInForce(patients.id, 'first_medical'),
  /** The kinds of the reports that quote results which changed. */
  changedReports: sql<ReportKind[]>`array(select ${reports.kind} from ${reports}
    where ${reports.patientId} = ${patients.id} and ${reports.basisChangedAt} is not null)`,
  recipes: recipesOf(patients.id),
  appointments: doctorAppointmentsOf(patients.id),
});

/**
 * A patient's history, with as much of its exams and reports as the reader may see.
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 */
export async function readMedicalHistory(
  db: Reader,
  reader: Pick<StaffActor, 'id' | 'doctorId' | 'capabilities'>,
  id: string,
): Promise<MedicalHistory> {
  const row = await findHistory(db, id);
  const openUntil = await findOpenAccess(db, reader, id);
  const reportOf = (kind: ReportKind, message: string | null) => ({
    message: message ?? '',
    ...(row.changedReports.includes(kind) && { basisChanged: true as const }),
  });
  const sees = (capability: Capability) => openUntil !== null || may(reader, capability);
  return {
    idUser: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    userData: presentTest(row),
    historyName: row.historyName,
    allExamns: {
      exams: sees('exams.open')
        ? row.exams.map(presentExam)
        : row.exams.map((exam) => withoutFile(presentExam(exam))),
    },
    ...(sees('reports.read') && {
      MedicalReportData: {
        examReportIA: reportOf('exam_ai', row.examReport),
        firstMedicalReport: reportOf('first_medical', row.firstReport),
      },
    }),
    appointments: {
      recipeAppointments: row.recipes.map(presentRecipe),
      doctorAppointments: row.appointments.map(presentDoctorAppointment),
    },
    ...(row.appointments.some((one) => makesOwn(reader, one)) && { isOwnPatient: true as const }),
    ...(openUntil !== null && { emergencyAccess: { until: openUntil.toISOString() } }),
  };
}
