import type { Patient, PatientSummary } from '@simiente/contract/patients';
import { sql } from 'drizzle-orm';
import { fixed, isoText } from '../../platform/database/written.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';

/** The columns that a summary is made of; nothing else of the row is read. */
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

/** The same as a row of JSON, each column under its key. */
export const writtenSummary = fixed(
  sql`${patients.id} as "idUser", ${patients.name}, ${patients.email}, ${patients.phone},
    ${isoText(patients.createdAt)} as "createDate", ${isoText(patients.lastAccessAt)} as "lastConnection",
    ${patients.status}, ${patients.version}`,
);

/** The name that a patient gave in their test, as JSON. */
export const writtenTest = fixed(
  sql`json_build_object('test', json_build_object('userName', ${fertilityTests.userName}))`,
);

type SummaryRow = Pick<typeof patients.$inferSelect, keyof typeof summaryColumns>;

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

export function presentPatient(row: SummaryRow & { testUserName: string | null }): Patient {
  return {
    ...presentPatientSummary(row),
    userData: { test: { userName: row.testUserName } },
  };
}
