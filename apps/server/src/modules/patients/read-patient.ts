import type { MedicalHistory, Patient } from '@simiente/contract/patients';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { fertilityTests, patients, type reportKinds, reports } from '../../schema/patients.ts';
import { listDoctorAppointments, listRecipeAppointments } from '../appointments/public.ts';
import { listExams } from '../exams/public.ts';
import { listed } from './filter.ts';
import { presentPatient, summaryColumns } from './present.ts';

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

/** @throws Problem NOT_FOUND when there is no such patient, or they are in the bin */
export async function readMedicalHistory(
  transaction: Transaction,
  id: string,
): Promise<MedicalHistory> {
  const patient = await readPatient(transaction, id);
  const written = await transaction.select().from(reports).where(eq(reports.patientId, id));
  const messageOf = (kind: (typeof reportKinds)[number]) => ({
    message: written.find((report) => report.kind === kind)?.message ?? '',
  });
  return {
    idUser: patient.idUser,
    name: patient.name,
    userData: patient.userData,
    allExamns: { exams: await listExams(transaction, id) },
    MedicalReportData: {
      examReportIA: messageOf('exam_ai'),
      firstMedicalReport: messageOf('first_medical'),
    },
    appointments: {
      recipeAppointments: await listRecipeAppointments(transaction, id),
      doctorAppointments: await listDoctorAppointments(transaction, id),
    },
  };
}
