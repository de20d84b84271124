import type { Patient, PatientSummary } from '@simiente/contract/patients/calls';
import type { patientFields } from '@simiente/contract/patients/fields';
import {
  type Identification,
  storedIdentification,
} from '@simiente/contract/patients/identification';
import type { SelectedRow } from '../../platform/database/database.ts';
import { pick, presentDate } from '../../platform/database/records.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';

export const fieldColumns = pick(patients, ['name', 'email', 'phone', 'status']) satisfies Record<
  keyof typeof patientFields,
  unknown
>;

const identificationNames = Object.keys(storedIdentification) as (keyof Identification)[];

export const identificationColumns = pick(patients, identificationNames);

export const summaryColumns = {
  id: patients.id,
  ...fieldColumns,
  ...pick(patients, ['createdAt', 'lastAccessAt', 'invalidDates', 'version']),
};
type SummaryRow = SelectedRow<typeof summaryColumns>;

/** The columns of a patient, with the names in their fertility test and in an imported history. */
export const patientColumns = {
  ...summaryColumns,
  ...identificationColumns,
  testUserName: fertilityTests.userName,
  historyName: fertilityTests.historyName,
};

export function presentPatientSummary(row: SummaryRow): PatientSummary {
  return {
    idUser: row.id,
    ...pick(row, ['name', 'email', 'phone', 'status', 'version']),
    createDate: presentDate(row, 'createdAt'),
    lastConnection: presentDate(row, 'lastAccessAt'),
  };
}

export const presentIdentification = (
  row: SelectedRow<typeof identificationColumns>,
): Identification => pick(row, identificationNames);

export function presentPatient(row: SelectedRow<typeof patientColumns>): Patient {
  return {
    ...presentPatientSummary(row),
    ...presentIdentification(row),
    userData: { test: { userName: row.testUserName } },
    historyName: row.historyName,
  };
}
