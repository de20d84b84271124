import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { defaultSet, defaultValue } from '@simiente/contract/results/testing/result-set';
import { makePatient } from '../../../testing/patients.ts';

export const ana = makePatient({ name: 'Alejandro Villaseñor Rojas' });

/** A semen analysis of 12 October 2026 at 8:40 in Mexico City, entered and not read a second time. */
export const makeSet = (fields: Partial<ResultSet> = {}) =>
  defaultSet({
    idUser: ana.idUser,
    laboratory: { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' },
    collectedAt: '2026-10-12T14:40:00.000Z',
    analyzedAt: '2026-10-12T15:28:00.000Z',
    abstinenceDays: '4',
    method: 'Manual',
    whoEdition: 6,
    status: 'capturado',
    enteredBy: 'Mariana Solórzano',
    lacksSecondReading: true,
    may: { update: true, confirm: true, validate: true, correct: false, move: false },
    ...fields,
  });

export const concentration = (value: string, fields: Partial<ResultValue> = {}) =>
  defaultValue({ analyte: 'concentration', value, unit: '10*6/mL', ...fields });
