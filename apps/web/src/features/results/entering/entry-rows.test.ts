import type { ResultSet } from '@simiente/contract/results/calls';
import { defaultValue } from '@simiente/contract/results/testing/result-set';
import { expect, test } from 'vitest';
import { toFieldValues } from '../../record-form/fields.ts';
import { concentration, makeSet } from '../testing/results.ts';
import {
  addRow,
  describeInUsualUnit,
  type EntryRow,
  emptyRows,
  offerRanges,
  readableValues,
  rowsRule,
  toRows,
} from './entry-rows.ts';
import { changedFacts, entryFields, toCorrection } from './entry-values.ts';

const ZONE = 'America/Mexico_City';
const toSetValues = (set: ResultSet) => toFieldValues(entryFields(ZONE), set);
const offered = [{ analyte: 'volume', unit: 'mL', range: '≥ 1.4' }];
const fillRows = (rows: readonly EntryRow[], values: Readonly<Record<string, Partial<EntryRow>>>) =>
  rows.map((row) => ({ ...row, ...values[row.key] }));

test('E-10.470: rows are in the order of the study with the last ranges; other types have free rows', () => {
  const rows = emptyRows('Seminograma', offered);
  expect(rows.slice(0, 4).map(({ key, range }) => [key, range])).toEqual([
    ['colour', ''],
    ['liquefaction', ''],
    ['viscosity', ''],
    ['volume', '≥ 1.4'],
  ]);
  expect(emptyRows('Otro', []).map(({ analyte }) => analyte)).toEqual([null, null, null]);
  const cultivo = addRow(emptyRows('Cultivo_Semen', []), 'antibiogram');
  expect(cultivo.map(({ analyte }) => analyte).slice(-2)).toEqual(['antibiogram', 'antibiogram']);
});

test('E-10.471: another laboratory offers its ranges, except for changed ones', () => {
  const rows = fillRows(emptyRows('Hormonal', [{ analyte: 'fsh', unit: null, range: '1 – 9' }]), {
    lh: { range: '2 – 8' },
  });
  const next = offerRanges(
    rows,
    [{ analyte: 'fsh', unit: null, range: '1 – 9' }],
    [
      { analyte: 'fsh', unit: null, range: '1.5 – 12.4' },
      { analyte: 'lh', unit: null, range: '1 – 7' },
    ],
  );
  expect(next.slice(0, 3).map(({ range }) => range)).toEqual(['1.5 – 12.4', '2 – 8', '']);
});

test('E-10.470: an error is shown at its row, also after empty rows, and an unusual value must be typed twice', () => {
  const rule = rowsRule((values) =>
    values.some(({ value }) => value === '1400')
      ? [{ check: 'farValue', level: 'again', message: 'lejos', analytes: ['concentration'] }]
      : [],
  );
  const rows = emptyRows('Seminograma', []);
  const problems = (values: Readonly<Record<string, Partial<EntryRow>>>) =>
    rule.safeParse(fillRows(rows, values)).error?.issues.map(({ path }) => path.join('.'));
  expect(problems({ ph: { value: 'siete' }, volume: { value: '2,1' } })).toEqual(['ph.value']);
  expect(problems({ concentration: { value: '1,200' } })).toEqual(['concentration.value']);
  const free = fillRows(emptyRows('Otro', []), { 'free 0': { name: 'Urea', value: '1,200' } });
  expect(rule.safeParse(free).error?.issues).toEqual([
    { path: ['free 0', 'value'], message: 'Se lee de dos maneras. Escribe 1200 o 1.2.' },
  ]);
  expect(problems({ concentration: { value: '1400' } })).toEqual(['concentration.again']);
  expect(problems({ concentration: { value: '1400', again: '1400,0' } })).toBeUndefined();
  expect(problems({ concentration: { value: '1400', again: '140' } })).toEqual([
    'concentration.again',
  ]);
});

test('E-10.470: decimal commas and points, comparators, ‘no se observaron’ and other units are parsed as in the contract', () => {
  const rows = fillRows(emptyRows('Seminograma', []), {
    volume: { value: '2,10' },
    concentration: { value: '14000000', unit: '/mL' },
    totalNumber: { value: 'no se observaron' },
    leukocytes: { value: '< 1' },
    colour: { value: 'Opalino' },
    pellet: { value: 'none' },
  });
  expect(
    readableValues(rows).map(
      ({ comparator, value, text, choice }) => comparator ?? value ?? text ?? choice,
    ),
  ).toEqual(['Opalino', '2.1', '14000000', '0', '<', 'none']);
  expect(rows.map(describeInUsualUnit).filter(Boolean)).toEqual(['= 14 ×10⁶/mL']);
});

test('E-10.472: a correction sends only differences, and withdraws an emptied value', () => {
  const set = makeSet({
    status: 'validado',
    values: [
      concentration('14', { range: '≥ 16' }),
      defaultValue({ analyte: 'ph', value: '7.6', unit: 'pH' }),
    ],
  });
  const before = toSetValues(set);
  const rows = toRows(set).map((row) =>
    row.analyte === 'concentration'
      ? { ...row, value: '24' }
      : row.analyte === 'ph'
        ? { ...row, value: '' }
        : row,
  );
  const corrected = toCorrection(
    set,
    { ...before, rows, abstinence: '3', reason: 'Mal leído' },
    ZONE,
  );
  const free = makeSet({
    examType: 'Otro',
    status: 'validado',
    values: [defaultValue({ name: 'Urea', value: '30' })],
  });
  const stored = toSetValues(free);
  const renamed = stored.rows.map((row) => ({ ...row, name: 'Ácido úrico' }));
  expect(toCorrection(free, { ...stored, rows: renamed }, ZONE).values).toEqual([
    { idValue: 'val_Urea', withdrawn: true },
    { analyte: null, name: 'Ácido úrico', value: '30', unit: null, range: null },
  ]);
  expect(corrected).toEqual({
    reason: 'Mal leído',
    abstinenceDays: '3',
    values: [
      { idValue: 'val_ph', withdrawn: true },
      {
        idValue: 'val_concentration',
        analyte: 'concentration',
        name: null,
        value: '24',
        unit: '10*6/mL',
        range: '≥ 16',
      },
    ],
  });
});

test('E-10.2357: an edit does not send an unchanged time of reception', () => {
  const set = makeSet({
    collectedAt: '2026-10-13T05:50:00.000Z',
    collectedTimeKnown: true,
    receivedAt: '2026-10-13T06:10:00.000Z',
  });
  const values = toSetValues(set);
  expect(values).toMatchObject({
    day: '2026-10-12',
    collectedTime: '23:50',
    receivedTime: '00:10',
  });
  expect(changedFacts(set, { ...values, method: 'CASA' }, ZONE)).toEqual({ method: 'CASA' });
});
