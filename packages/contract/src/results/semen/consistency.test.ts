import { expect, test } from 'vitest';
import type { AnalyteKey } from '../analytes/catalogue.ts';
import type { MeasuredValue } from '../values.ts';
import { type CheckedSet, isInapplicable } from './check.ts';
import { checkResults } from './checks.ts';
import { derivedValues } from './derived.ts';
import { suggestWords } from './suggestions.ts';

const units: Partial<Record<AnalyteKey, string>> = {
  concentration: '10*6/mL',
  leukocytes: '10*6/mL',
  roundCells: '10*6/mL',
  volume: 'mL',
  liquefaction: 'min',
  firstCount: '1',
  secondCount: '1',
  urineSpermCount: '10*6/mL',
  urineSpermTotal: '10*6/{urine}',
};

function makeMeasured(
  typed: Partial<Record<AnalyteKey, string>>,
  choices: Partial<Record<AnalyteKey, string>> = {},
): MeasuredValue[] {
  const numbers = Object.entries(typed).map(([analyte, value]) => ({
    analyte,
    comparator: null,
    value,
    unit: units[analyte as AnalyteKey] ?? '%',
  }));
  const chosen = Object.entries(choices).map(([analyte, choice]) => ({
    analyte,
    comparator: null,
    value: null,
    unit: null,
    choice,
  }));
  return [...numbers, ...chosen];
}

function warnings(values: MeasuredValue[], facts: Partial<CheckedSet> = {}): string[] {
  const set = { collectedAt: null, analyzedAt: null, abstinenceDays: null, ...facts };
  return checkResults({ ...set, values })
    .filter(({ level }) => level === 'warning')
    .map(({ check }) => check);
}

test('H-B1, H-B2, E-10.2008: limits and the pellet are compared if they are certain', () => {
  const makeLimit = (analyte: AnalyteKey, comparator: '<' | '>', value: string) => ({
    ...{ analyte, comparator, value },
    unit: units[analyte] ?? '%',
  });
  const round = makeMeasured({ roundCells: '1' });
  expect(warnings([...round, makeLimit('leukocytes', '>', '2')])).toEqual(['leukocytes']);
  expect(warnings([...round, makeLimit('leukocytes', '<', '2')])).toEqual([]);
  expect(
    warnings([...makeMeasured({ leukocytes: '2' }), makeLimit('roundCells', '<', '1')]),
  ).toEqual(['leukocytes']);
  const emptySet = makeMeasured({}, { spermInUrine: 'none' });
  expect(warnings([...emptySet, makeLimit('urineSpermTotal', '>', '5')])).toEqual(['urine']);
  expect(warnings([...emptySet, makeLimit('urineSpermTotal', '<', '5')])).toEqual([]);
  expect(warnings(makeMeasured({ concentration: '14' }, { pellet: 'none' }))).toEqual(['noneSeen']);
  expect(warnings(makeMeasured({ volume: '0', concentration: '14' }))).toEqual(['noneSeen']);
  expect(warnings(makeMeasured({ volume: '0', concentration: '0' }))).toEqual([]);
});

const words = (values: MeasuredValue[]) => suggestWords(values, null).map(({ word }) => word);

const azoospermia = makeMeasured(
  {
    volume: '2.5',
    concentration: '0',
    progressiveMotility: '0',
    nonProgressiveMotility: '0',
    immotile: '0',
    vitality: '0',
    normalForms: '0',
    headDefects: '0',
  },
  { pellet: 'none' },
);

test('H-B1, E-10.1013: without spermatozoa, motility, vitality and morphology do not apply', () => {
  expect(warnings(azoospermia)).toEqual([]);
  expect(words(azoospermia)).toEqual(['azoospermia']);
  expect(derivedValues(azoospermia).map(({ analyte }) => analyte)).toEqual(['totalNumber']);
  const isSkipped = isInapplicable(azoospermia);
  for (const key of ['vitality', 'totalMotility', 'normalForms', 'immotile']) {
    expect(isSkipped(key)).toBe(true);
  }
  expect(isSkipped('volume')).toBe(false);
  expect(isInapplicable(makeMeasured({ concentration: '0.1' }))('vitality')).toBe(false);
});

test('H-B1, E-10.1013: no volume is aspermia, and needs no pellet', () => {
  const values = makeMeasured({ volume: '0', concentration: '0' });
  expect(words(values)).toEqual(['aspermia']);
  expect(warnings(values)).toEqual([]);
});

test('H-B1, E-10.1013: cryptozoospermia names the pellet', () => {
  const values = makeMeasured({ concentration: '0' }, { pellet: 'seen' });
  const [suggestion] = suggestWords(values, null);
  expect(suggestion).toMatchObject({ word: 'criptozoospermia' });
  expect(suggestion?.rule).toContain('sedimento centrifugado');
  const set = { values, collectedAt: null, analyzedAt: null, abstinenceDays: null };
  expect(checkResults(set)).toMatchObject([{ check: 'noneSeen', level: 'ok' }]);
});

test.each([
  ['none', { urineSpermTotal: '3' }, true],
  ['none', { urineSpermCount: '0.2' }, true],
  ['none', { urineSpermTotal: '0' }, false],
  ['seen', { urineSpermTotal: '0' }, true],
  ['seen', { urineSpermTotal: '3' }, false],
])('H-B1, E-10.1013: urine with %s against %j warns: %s', (spermInUrine, typed, warns) => {
  expect(warnings(makeMeasured(typed, { spermInUrine }))).toEqual(warns ? ['urine'] : []);
});

test.each([
  // The dead are 40 %, the immotile 25 %; by chance alone they differ by at most 10 points.
  [{ vitality: '60', totalMotility: '75' }, 'vitality'],
  [{ vitality: '60', immotile: '25' }, 'vitality'],
  [{ vitality: '60', immotile: '31' }, null],
  [{ vitality: '90', immotile: '40' }, null],
  [{ leukocytes: '2', roundCells: '1.5' }, 'leukocytes'],
  [{ leukocytes: '1.5', roundCells: '1.5' }, null],
  [{ progressiveMotility: '40', totalMotility: '35' }, 'progressiveOverTotal'],
  [{ rapidMotility: '50', progressiveMotility: '40' }, 'progressiveOverTotal'],
  [
    { rapidMotility: '20', slowMotility: '10', nonProgressiveMotility: '10', immotile: '70' },
    'motilitySum',
  ],
  [{ vitality: '30', progressiveMotility: '70' }, 'vitality'],
  [{ vitality: '95', rapidMotility: '60', slowMotility: '50' }, null],
  [{ progressiveMotility: '35', totalMotility: '35' }, null],
  [{ totalMotility: '60', immotile: '55' }, 'motilityWhole'],
  [{ totalMotility: '60', immotile: '41' }, null],
  [{ liquefaction: '75' }, 'liquefaction'],
  [{ liquefaction: '60' }, null],
  [{ firstCount: '210' }, 'oneCount'],
  [{ firstCount: '210', secondCount: '120' }, 'counts'],
] as const)('H-B2, E-10.1014, E-10.4097: %j has a warning about %s', (typed, check) => {
  expect(warnings(makeMeasured(typed))).toEqual(check === null ? [] : [check]);
});

test('E-10.2743: a sample that was taken before its patient’s birth needs confirmation', () => {
  const taken = { collectedAt: '1926-10-06T15:00:00Z', analyzedAt: null, abstinenceDays: null };
  const warnings = (isBeforeBirth: boolean) =>
    checkResults({ values: [], ...taken, isBeforeBirth }).map(({ check }) => check);
  expect([warnings(true), warnings(false)]).toEqual([['birth'], []]);
});

test('H-B2, E-10.1014: a sample is received after it was collected and before it was analysed', () => {
  const [nine, ten, eleven] = [9, 10, 11].map(
    (hour) => `2026-10-12T${hour < 10 ? '0' : ''}${hour}:00:00Z`,
  );
  const times = (receivedAt: string | undefined) => ({
    collectedAt: ten ?? null,
    receivedAt: receivedAt ?? null,
    analyzedAt: ten ?? null,
  });
  expect(warnings([], times(nine))).toEqual(['received']);
  expect(warnings([], times(eleven))).toEqual(['received']);
  expect(warnings([], times(ten))).toEqual([]);
});

test('E-10.2883: shares of living spermatozoa beside none seen are a warning, unless the pellet has them', () => {
  const find = (
    typed: Partial<Record<AnalyteKey, string>>,
    choices: Partial<Record<AnalyteKey, string>> = {},
  ) =>
    checkResults({
      values: makeMeasured(typed, choices),
      collectedAt: null,
      analyzedAt: null,
      abstinenceDays: null,
    }).find(({ check }) => check === 'shareOfNone');
  expect(find({ concentration: '0', progressiveMotility: '35' })).toMatchObject({
    level: 'warning',
    message:
      'Se indicó que no hay espermatozoides, y no son cero: Movilidad progresiva (PR). Revisa el reporte del laboratorio.',
    analytes: ['progressiveMotility'],
  });
  expect(find({ volume: '0', vitality: '60', normalForms: '4' })?.message).toContain(
    'Vitalidad y Formas normales',
  );
  expect(find({ concentration: '0', totalMotility: '0', immotile: '100' })).toBeUndefined();
  expect(find({ concentration: '0', totalMotility: '5' }, { pellet: 'seen' })).toBeUndefined();
  expect(find({ concentration: '4', totalMotility: '5' })).toBeUndefined();
});

test('H-B3, E-10.3512: two of three shares of motility are together at most 100 %', () => {
  expect(warnings(makeMeasured({ progressiveMotility: '60', immotile: '55' }))).toContain(
    'motilitySum',
  );
  expect(warnings(makeMeasured({ nonProgressiveMotility: '50', immotile: '52' }))).toContain(
    'motilitySum',
  );
  expect(warnings(makeMeasured({ progressiveMotility: '40', immotile: '55' }))).toEqual([]);
});
