import type { Patient } from '@simiente/contract/patients/calls';

/** A patient with nothing but a name, as the server answers. */
export const patientOf = (fields: Partial<Patient> = {}): Patient => ({
  idUser: 'usr_ana',
  name: 'Ana Ruiz',
  email: null,
  phone: null,
  createDate: null,
  lastConnection: null,
  status: 1,
  version: 1,
  birthDate: null,
  sex: null,
  curp: null,
  street: null,
  colony: null,
  municipality: null,
  state: null,
  zip: null,
  emergencyName: null,
  emergencyPhone: null,
  emergencyRelation: null,
  userData: { test: { userName: null } },
  historyName: null,
  ...fields,
});
