import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UnitName } from '../analytes/units.ts';
import { compareDecimals } from '../decimal.ts';
import { centileWords, findCentile, isUnderFifth } from './centile.ts';
import { checkResults, largestDifference, samplingError } from './checks.ts';
import { consensusWords } from './consensus.ts';
import {
  type CentileAnalyte,
  type CentileNumber,
  centiles,
  findCentileRow,
  findFifthEdition,
  whoCentiles,
} from './who-centiles.ts';

/** WHO manual, 6th edition, table 8.3, typed a second time: key | unit | n | 2.5 | 5 (interval) | 10 | 25 | 50 | 75 | 90 | 95 | 97.5 */
const table = `
volume | mL | 3586 | 1.0 | 1.4 (1.3–1.5) | 1.8 | 2.3 | 3.0 | 4.2 | 5.5 | 6.2 | 6.9
concentration | 10*6/mL | 3587 | 11 | 16 (15–18) | 22 | 36 | 66 | 110 | 166 | 208 | 254
totalNumber | 10*6/{ejaculate} | 3584 | 29 | 39 (35–40) | 58 | 108 | 210 | 363 | 561 | 701 | 865
totalMotility | % | 3488 | 35 | 42 (40–43) | 47 | 55 | 64 | 73 | 83 | 90 | 92
progressiveMotility | % | 3389 | 24 | 30 (29–31) | 36 | 45 | 55 | 63 | 71 | 77 | 81
nonProgressiveMotility | % | 3387 | 1 | 1 (1–1) | 2 | 4 | 8 | 15 | 26 | 32 | 38
immotile | % | 2800 | 15 | 20 (19–20) | 23 | 30 | 37 | 45 | 53 | 58 | 65
vitality | % | 1337 | 45 | 54 (50–56) | 60 | 69 | 78 | 88 | 95 | 97 | 98
normalForms | % | 3335 | 3 | 4 (3.9–4.0) | 5 | 8 | 14 | 23 | 32 | 39 | 45`;
const fifthEdition =
  'volume 1.5 (1.4–1.7); concentration 15 (12–16); totalNumber 39 (33–46); totalMotility 40 (38–42); progressiveMotility 32 (31–34); vitality 58 (55–63); normalForms 4 (3.0–4.0)';

const same = (one: string | undefined, other: string | undefined) =>
  Number(one) === Number(other) && one !== undefined && other !== undefined;

const golden = table
  .trim()
  .split('\n')
  .map((line) => {
    const [key = '', unit = '', men = '', ...cells] = line.split('|').map((cell) => cell.trim());
    const [low, high] = /\((.+)–(.+)\)/.exec(cells[1] ?? '')?.slice(1) ?? [];
    const ticks = cells.map((cell) => cell.replace(/ .*/, ''));
    return { key: key as CentileAnalyte, unit, men: Number(men), low, high, ticks };
  });

test('E-10.406: the table of the 6th edition equals the published one', () => {
  expect(golden.map(({ key }) => key).toSorted()).toEqual(Object.keys(whoCentiles).toSorted());
  for (const { key, unit, men, low, high, ticks } of golden) {
    const row = findCentileRow(key);
    expect(row, key).toMatchObject({ unit, men });
    expect(same(row?.interval.low, low) && same(row?.interval.high, high), key).toBe(true);
    expect(ticks).toHaveLength(9);
    for (const [index, tick] of ticks.entries()) {
      expect(same(row?.ticks[index], tick), `${key} ${centiles[index]}`).toBe(true);
    }
  }
});

test('E-10.406: the 5th centiles of the 5th edition equal the published ones', () => {
  const rows = fifthEdition.split(';').map((part) => /^ ?(\w+) (.+) \((.+)–(.+)\)$/.exec(part));
  expect(rows).toHaveLength(7);
  for (const [, key = '', fifth, low, high] of rows.map((row) => row ?? [])) {
    const found = findFifthEdition(key);
    expect(same(found?.fifth, fifth), key).toBe(true);
    expect(same(found?.interval.low, low) && same(found?.interval.high, high), key).toBe(true);
  }
  expect(findFifthEdition('immotile')).toBeNull();
});

const at = (
  key: CentileAnalyte,
  value: string,
  comparator: '<' | '>' | null = null,
  edition: 5 | 6 | null = null,
) => findCentile(key, { comparator, value }, whoCentiles[key].unit, edition);

test('E-10.407: the nine centiles are on their ticks, and under the 5th means strictly less', () => {
  for (const { key, ticks } of golden) {
    for (const [index, tick] of ticks.entries()) {
      const value = String(Number(tick));
      const last = ticks.findLastIndex((one) => same(one, tick));
      const next = ticks.findIndex((one) => Number(one) > Number(tick));
      expect(at(key, value), `${key} ${centiles[index]}`).toEqual({
        above: centiles[last],
        below: next < 0 ? null : centiles[next],
      });
    }
    const fifth = String(Number(ticks[1]));
    const quantity = { comparator: null, value: fifth };
    expect(isUnderFifth(key, quantity, whoCentiles[key].unit, null)).toBe(false);
  }
  expect(at('normalForms', '3')).toEqual({ above: 2.5, below: 5 });
  expect(at('volume', '0.9')).toEqual({ above: null, below: 2.5 });
  expect(at('volume', '7')).toEqual({ above: 97.5, below: null });
});

test('E-10.407: “<11” has a centile only if all numbers below 11 have the same one', () => {
  expect(at('concentration', '11', '<')).toEqual({ above: null, below: 2.5 });
  expect(at('concentration', '15', '<')).toEqual({ above: null, below: null });
  expect(at('concentration', '254', '>')).toEqual({ above: 97.5, below: null });
  expect(at('concentration', '100', '>')).toEqual({ above: null, below: null });
  const unit = '10*6/mL';
  expect(isUnderFifth('concentration', { comparator: '<', value: '15' }, unit, null)).toBe(true);
  expect(isUnderFifth('concentration', { comparator: '<', value: '17' }, unit, null)).toBeNull();
});

test('E-10.407: a result of the 5th edition has only that edition’s 5th centile', () => {
  expect(at('concentration', '15', null, 5)).toEqual({ above: 5, below: null });
  expect(at('concentration', '14.9', null, 5)).toEqual({ above: null, below: 5 });
  expect(at('concentration', '14', '<', 5)).toEqual({ above: null, below: 5 });
  expect(at('concentration', '15', '>', 5)).toEqual({ above: 5, below: null });
  expect(at('concentration', '20', '<', 5)).toEqual({ above: null, below: null });
  expect(at('immotile', '20', null, 5)).toBeNull();
});

test('E-10.407: another unit is converted first, and an analyte without WHO centiles has no centile', () => {
  const quantity = { comparator: null, value: '16000000' } as const;
  expect(findCentile('concentration', quantity, '/mL', null)).toEqual({ above: 5, below: 10 });
  expect(findCentile('fsh', quantity, 'mUI/mL', null)).toBeNull();
  expect(findCentile('ph', quantity, 'pH', null)).toBeNull();
});

describe('centiles of generated values', () => {
  const key = fc.constantFrom(...(Object.keys(whoCentiles) as CentileAnalyte[]));
  const value = fc.nat(100_000).map((units) => String(units / 100));

  test('E-10.407: a higher value never has a lower centile, and `above` and `below` are adjacent centiles', () => {
    fc.assert(
      fc.property(key, value, value, (analyte, one, other) => {
        const [less, more] = compareDecimals(one, other) <= 0 ? [one, other] : [other, one];
        const [low, high] = [at(analyte, less), at(analyte, more)];
        expect(low?.above ?? 0).toBeLessThanOrEqual(high?.above ?? 0);
        expect(low?.below ?? 100).toBeLessThanOrEqual(high?.below ?? 100);
        const place = (tick: CentileNumber | null | undefined) =>
          tick == null ? -1 : centiles.indexOf(tick);
        if (low?.below != null) expect(place(low.below)).toBe(place(low.above) + 1);
      }),
    );
  });

  test('E-10.407: findCentile and isUnderFifth agree on values under the 5th centile', () => {
    fc.assert(
      fc.property(key, value, (analyte, one) => {
        const { unit } = whoCentiles[analyte] as { unit: UnitName };
        const centile = at(analyte, one);
        const under = isUnderFifth(analyte, { comparator: null, value: one }, unit, null);
        expect(under).toBe(centile?.below != null && centile.below <= 5);
      }),
    );
  });
});

test('E-10.408: centiles are described in words, without a judgement', () => {
  const words = (key: CentileAnalyte, value: string, edition: 5 | 6 | null = null) =>
    centileWords(at(key, value, null, edition) ?? { above: null, below: null }, edition);
  expect(words('concentration', '14')).toBe(
    'por debajo del percentil 5 de hombres fértiles, OMS 2021',
  );
  expect(words('concentration', '10')).toBe(
    'por debajo del percentil 2.5 de hombres fértiles, OMS 2021',
  );
  expect(words('volume', '2.1')).toBe('entre el percentil 10 y el 25');
  expect(words('concentration', '300')).toBe(
    'en el percentil 97.5 o superior de hombres fértiles, OMS 2021',
  );
  expect(words('concentration', '14', 5)).toBe(
    'por debajo del percentil 5 de hombres fértiles, OMS 2010',
  );
  expect(words('concentration', '20', 5)).toBe(
    'en el percentil 5 o superior de hombres fértiles, OMS 2010',
  );
  expect(centileWords({ above: null, below: null }, null)).toMatch(/indeterminada/);
  for (const { key } of golden) {
    for (let value = 0; value < 900; value += 7) {
      expect(words(key, String(value))).not.toMatch(/normal|bajo$|anormal/i);
    }
  }
  expect(consensusWords({ analyte: 'ph', unit: 'pH' })).toBe('≥ 7.2');
  // E-10.4091
  expect(consensusWords({ analyte: 'leukocytes', unit: '/mL' })).toBe('< 1000000');
  expect(consensusWords({ analyte: 'volume', unit: 'mL' })).toBeNull();
});

/** ⌊1.96·√S⌋ and 100/√S, computed with a calculator. */
const counted = [
  [100, 19, 10],
  [200, 27, 7.1],
  [400, 39, 5],
  [144, 23, 8.3],
  [1000, 61, 3.2],
  [10_000, 196, 1],
] as const;

const count = (analyte: string, value: string) =>
  ({ analyte, comparator: null, value, unit: '1' }) as const;

const compareCounts = (first: string, second: string) =>
  checkResults({
    values: [count('firstCount', first), count('secondCount', second)],
    collectedAt: null,
    analyzedAt: null,
    abstinenceDays: null,
  }).map(({ level }) => level);

test('E-10.409: two counts may differ by at most 1.96 times the root of their sum', () => {
  for (const [sum, difference, error] of counted) {
    expect(largestDifference(sum), String(sum)).toBe(difference);
    expect(samplingError(sum), String(sum)).toBe(error);
  }
  expect(compareCounts('200', '239')).toEqual(['ok']);
  expect(compareCounts('200', '245')).toEqual(['warning']);
  expect(compareCounts('245', '200')).toEqual(['warning']);
  expect(compareCounts('0', '0')).toEqual([]);
});
