import type { Patient } from '@simiente/contract/patients';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { askRow, type Query, statement } from '../../platform/database/written.ts';
import { Problem } from '../../platform/http/problem.ts';
import { fertilityTests, patients, type reportKinds, reports } from '../../schema/patients.ts';
import { writtenDoctorAppointments, writtenRecipes } from '../appointments/public.ts';
import { writtenExams } from '../exams/public.ts';
import { listed } from './filter.ts';
import { presentPatient, summaryColumns, writtenSummary, writtenTest } from './present.ts';

/** @throws Problem NOT_FOUND when there is no such patient, or they are in the bin */
export async function readPatient(transaction: Transaction, id: string): Promise<Patient> {
  const [row] = await transaction
    .select({ ...summaryColumns, testUserName: fertilityTests.userName })
    .from(patients)
    .leftJoin(fertilityTests, eq(fertilityTests.patientId, patients.id))
    .where(and(eq(patients.id, id), listed));
  if (!row) throw new Problem('NOT_FOUND');
  return presentPatient(row);
}

const OF_PATIENT = sql`from ${patients}
  left join ${fertilityTests} on ${fertilityTests.patientId} = ${patients.id}
  where ${listed} and ${patients.id} = $1`;

const patientOf = statement(sql`select row_to_json(entry)::text from (
  select ${writtenSummary}, ${writtenTest} as "userData" ${OF_PATIENT}) as entry`);

/**
 * The same as JSON.
 * @throws Problem NOT_FOUND when there is no such patient, or they are in the bin
 */
export function writePatient(db: Database, id: string): Promise<string> {
  return writeOne(db, patientOf(id));
}

const reportOf = (kind: (typeof reportKinds)[number]) =>
  sql`json_build_object('message', coalesce((select ${reports.message} from ${reports}
    where ${reports.patientId} = ${patients.id} and ${reports.kind} = ${sql.raw(`'${kind}'`)}), ''))`;

const historyOf = statement(sql`select json_build_object(
    'idUser', ${patients.id}, 'name', ${patients.name}, 'userData', ${writtenTest},
    'allExamns', json_build_object('exams', ${writtenExams}),
    'MedicalReportData', json_build_object(
      'examReportIA', ${reportOf('exam_ai')}, 'firstMedicalReport', ${reportOf('first_medical')}),
    'appointments', json_build_object(
      'recipeAppointments', ${writtenRecipes},
      'doctorAppointments', ${writtenDoctorAppointments}))::text ${OF_PATIENT}`);

/**
 * A patient's history as JSON.
 * @throws Problem NOT_FOUND when there is no such patient, or they are in the bin
 */
export function writeMedicalHistory(db: Database, id: string): Promise<string> {
  return writeOne(db, historyOf(id));
}

async function writeOne(db: Database, query: Query): Promise<string> {
  const row = await askRow<[string]>(db, query);
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row[0];
}
