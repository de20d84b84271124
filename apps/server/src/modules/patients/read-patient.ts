import type { Capability } from '@simiente/contract/common/access/roles';
import type { MedicalHistory, Patient } from '@simiente/contract/patients/calls';
import type { ReportKind } from '@simiente/contract/reports/states';
import { and, eq, sql } from 'drizzle-orm';
import { may, type StaffActor } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';
import { reports } from '../../schema/reports.ts';
import {
  findDoctorAppointments,
  findRecipeAppointments,
  ownAppointments,
  presentDoctorAppointment,
} from '../appointments/public.ts';
import { findOpenAccess } from '../emergency-access/public.ts';
import { findExams, withoutFile } from '../exams/public.ts';
import { textInForce } from '../reports/public.ts';
import { patientColumns, presentPatient } from './present.ts';
import { notDeleted } from './query.ts';

export const selectPatient = (db: Reader, id: string) =>
  db
    .select(patientColumns)
    .from(patients)
    .leftJoin(fertilityTests, eq(fertilityTests.patientId, patients.id))
    .where(and(notDeleted, eq(patients.id, id)));

export async function readPatient(db: Reader, id: string): Promise<Patient> {
  const [row] = await selectPatient(db, id);
  if (!row) throw new Problem('NOT_FOUND');
  return presentPatient(row);
}

export async function readMedicalHistory(
  db: Reader,
  actor: Pick<StaffActor, 'id' | 'doctorId' | 'capabilities'>,
  id: string,
): Promise<MedicalHistory> {
  const [row] = await db
    .select({
      ...patientColumns,
      examReport: textInForce(patients.id, 'exam_ai'),
      firstReport: textInForce(patients.id, 'first_medical'),
      /** Kinds of the reports whose quoted results have changed. */
      changedReports: sql<ReportKind[]>`array(select ${reports.kind} from ${reports}
        where ${reports.patientId} = ${patients.id} and ${reports.basisChangedAt} is not null)`,
    })
    .from(patients)
    .leftJoin(fertilityTests, eq(fertilityTests.patientId, patients.id))
    .where(and(notDeleted, eq(patients.id, id)));
  if (!row) throw new Problem('NOT_FOUND');
  const openUntil = await findOpenAccess(db, actor, id);
  const toReport = (kind: ReportKind, message: string | null) => ({
    message: message ?? '',
    ...(row.changedReports.includes(kind) && { basisChanged: true as const }),
  });
  const sees = (capability: Capability) => openUntil !== null || may(actor, capability);
  const exams = await findExams(db, id);
  const appointments = await findDoctorAppointments(db, id);
  const [own] = actor.doctorId === null ? [] : await ownAppointments(db, actor, id).limit(1);
  return {
    idUser: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    userData: { test: { userName: row.testUserName } },
    historyName: row.historyName,
    allExamns: { exams: sees('exams.open') ? exams : exams.map(withoutFile) },
    ...(sees('reports.read') && {
      MedicalReportData: {
        examReportIA: toReport('exam_ai', row.examReport),
        firstMedicalReport: toReport('first_medical', row.firstReport),
      },
    }),
    appointments: {
      recipeAppointments: await findRecipeAppointments(db, id),
      doctorAppointments: appointments.map(presentDoctorAppointment),
    },
    ...(own && { isOwnPatient: true as const }),
    ...(openUntil !== null && { emergencyAccess: { until: openUntil.toISOString() } }),
  };
}
