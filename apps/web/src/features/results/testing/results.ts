import type { Patient } from '@simiente/contract/patients/calls';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';

export const ana: Patient = {
  idUser: 'usr_ana',
  name: 'Alejandro Villaseñor Rojas',
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
};

export function resultOf(fields: Partial<ResultValue>): ResultValue {
  return {
    idValue: `val_${fields.analyte ?? fields.name}`,
    analyte: null,
    name: null,
    comparator: null,
    value: null,
    unit: null,
    text: null,
    choice: null,
    range: null,
    flag: null,
    centile: null,
    derived: null,
    preliminary: false,
    withdrawn: false,
    earlier: [],
    ...fields,
  };
}

/** A semen analysis of 12 October 2026 at 8:40 in Mexico City, entered and not read a second time. */
export function setOf(fields: Partial<ResultSet> = {}): ResultSet {
  return {
    idResultSet: 'res_1',
    idUser: ana.idUser,
    idExam: 'exm_1',
    examType: 'Seminograma',
    fileUrl: null,
    fileName: null,
    mediaType: null,
    order: null,
    laboratory: { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' },
    collectedAt: '2026-10-12T14:40:00.000Z',
    collectedTimeKnown: true,
    receivedAt: null,
    analyzedAt: '2026-10-12T15:28:00.000Z',
    abstinenceDays: '4',
    fastingHours: null,
    completeSample: null,
    method: 'Manual',
    whoEdition: 6,
    status: 'capturado',
    source: 'manual',
    enteredAt: '2026-10-13T15:00:00.000Z',
    enteredBy: 'Mariana Solórzano',
    validatedAt: null,
    validatedBy: null,
    secondReading: null,
    lacksSecondReading: true,
    corrections: [],
    values: [],
    checks: [],
    suggestions: [],
    may: { update: true, confirm: true, validate: true, correct: false },
    version: 1,
    ...fields,
  };
}

export const concentration = (value: string, fields: Partial<ResultValue> = {}) =>
  resultOf({ analyte: 'concentration', value, unit: '10*6/mL', ...fields });
