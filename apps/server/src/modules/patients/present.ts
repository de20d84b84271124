import type { MedicalHistory, Patient, PatientSummary } from '@simiente/contract/patients';
import type { RowOf } from '../../platform/database/rows.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';

/** The columns of a summary; nothing else of the row is read. */
export const summaryColumns = {
  id: patients.id,
  name: patients.name,
  email: patients.email,
  phone: patients.phone,
  status: patients.status,
  createdAt: patients.createdAt,
  lastAccessAt: patients.lastAccessAt,
  version: patients.version,
};
export type SummaryRow = RowOf<typeof summaryColumns>;

/** With the name that a patient gave in their fertility test, if there is one. */
export const patientColumns = { ...summaryColumns, testUserName: fertilityTests.userName };

export function presentPatientSummary(row: SummaryRow): PatientSummary {
  return {
    idUser: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    createDate: row.createdAt?.toISOString() ?? null,
    lastConnection: row.lastAccessAt?.toISOString() ?? null,
    status: row.status,
    version: row.version,
  };
}

export function presentPatient(row: RowOf<typeof patientColumns>): Patient {
  return { ...presentPatientSummary(row), userData: presentTest(row) };
}

export function presentTest({
  testUserName: userName,
}: Pick<RowOf<typeof patientColumns>, 'testUserName'>): MedicalHistory['userData'] {
  return { test: { userName } };
}
