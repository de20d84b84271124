import type { Patient, PatientSummary } from '@simiente/contract/patients/calls';
import { noIdentification } from '@simiente/contract/patients/identification';

/** A patient with nothing but a name, as lists show them. */
export const patientSummaryOf = (fields: Partial<PatientSummary> = {}): PatientSummary => ({
  idUser: 'usr_ana',
  name: 'Ana Ruiz',
  email: null,
  phone: null,
  createDate: null,
  lastConnection: null,
  status: 1,
  version: 1,
  ...fields,
});

/** The same patient, as the server answers for their page. */
export const patientOf = (fields: Partial<Patient> = {}): Patient => ({
  ...patientSummaryOf(),
  ...noIdentification(),
  userData: { test: { userName: null } },
  historyName: null,
  ...fields,
});
