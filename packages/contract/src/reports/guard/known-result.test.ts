import { expect, test } from 'vitest';
import type { ResultSet, ResultValue } from '../../results/calls.ts';
import { knownResultsOf } from './known-result.ts';

const value = (
  analyte: string,
  number: string | null,
  more: Partial<ResultValue> = {},
): ResultValue => ({
  idValue: `val_${analyte}`,
  analyte,
  name: null,
  comparator: null,
  value: number,
  unit: '%',
  text: null,
  choice: null,
  range: null,
  flag: null,
  centile: null,
  derived: null,
  preliminary: false,
  withdrawn: false,
  earlier: [],
  ...more,
});

const set = (more: Partial<ResultSet>): ResultSet => ({
  idResultSet: 'res_1',
  idUser: 'usr_1',
  idExam: 'exm_1',
  examType: 'Seminograma',
  fileUrl: null,
  fileName: null,
  mediaType: null,
  order: null,
  laboratory: { idPartner: 'par_1', name: 'Lab Piedra de Río' },
  collectedAt: '2026-10-12T15:00:00.000Z',
  collectedTimeKnown: true,
  receivedAt: null,
  analyzedAt: null,
  abstinenceDays: null,
  fastingHours: null,
  completeSample: null,
  method: null,
  whoEdition: 6,
  status: 'validado',
  source: 'manual',
  enteredAt: '2026-10-13T15:00:00.000Z',
  enteredBy: null,
  validatedAt: null,
  validatedBy: null,
  secondReading: null,
  lacksSecondReading: false,
  corrections: [],
  values: [],
  checks: [],
  suggestions: [],
  may: { update: false, confirm: false, validate: false, correct: false },
  version: 1,
  ...more,
});

test('the results that a report may quote: the newest first, without texts and withdrawn ones, with the abstinence', () => {
  const earlier = set({
    collectedAt: '2026-01-02T15:00:00.000Z',
    laboratory: null,
    values: [value('vitality', '58')],
  });
  const newest = set({
    abstinenceDays: '3',
    values: [
      value('vitality', '60'),
      value('colour', null, { text: 'Gris' }),
      value('immotile', '99', { withdrawn: true }),
    ],
  });
  expect(
    knownResultsOf([earlier, newest]).map(({ analyte, value: number, laboratory }) => [
      analyte,
      number,
      laboratory,
    ]),
  ).toEqual([
    ['vitality', '60', 'Lab Piedra de Río'],
    ['abstinence', '3', 'Lab Piedra de Río'],
    ['vitality', '58', null],
  ]);
});
