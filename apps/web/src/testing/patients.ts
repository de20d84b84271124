import type { Patient, PatientSummary } from '@simiente/contract/patients/calls';
import { storedPatientFields } from '@simiente/contract/patients/fields';
import { emptyIdentification } from '@simiente/contract/patients/identification';

/** Every field of the form as null, so that a new field needs no line here. */
const noFields = Object.fromEntries(
  Object.keys(storedPatientFields).map((field) => [field, null]),
) as { readonly [Field in keyof typeof storedPatientFields]: null };

/** A patient with only a name and a status, as lists show them. */
export const makePatientSummary = (fields: Partial<PatientSummary> = {}): PatientSummary => ({
  ...noFields,
  idUser: 'usr_ana',
  name: 'Ana Ruiz',
  createDate: null,
  lastConnection: null,
  status: 1,
  version: 1,
  ...fields,
});

/** The patient of `makePatientSummary` as the server answers for a page. */
export const makePatient = (fields: Partial<Patient> = {}): Patient => ({
  ...makePatientSummary(),
  ...emptyIdentification(),
  userData: { test: { userName: null } },
  historyName: null,
  ...fields,
});
