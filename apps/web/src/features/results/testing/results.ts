import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { patientOf } from '../../../testing/patients.ts';

export const ana = patientOf({ name: 'Alejandro Villaseñor Rojas' });

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
