import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRuler, placeOnRuler, rulerTicks } from './ruler.ts';
import { centiles, findCentileRow, whoCentiles } from './who-centiles.ts';

const analytes = Object.keys(whoCentiles);
const findRow = (analyte: string) => {
  const row = findCentileRow(analyte);
  if (row === null) throw new Error(analyte);
  return row;
};

test('E-10.460: each of the nine centiles is on its tick, and equal ones are on the highest', () => {
  for (const analyte of analytes) {
    const row = findRow(analyte);
    row.ticks.forEach((tick, index) => {
      const highest = row.ticks.lastIndexOf(tick, 8);
      expect(placeOnRuler(row, Number(tick)), `${analyte} p${centiles[index]}`).toBeCloseTo(
        rulerTicks[highest]?.at ?? Number.NaN,
      );
    });
  }
  expect(rulerTicks.map(({ at }) => Math.round(at * 1000) / 10)).toEqual([
    7.4, 14.2, 22.1, 35.3, 50, 64.7, 77.9, 85.8, 92.6,
  ]);
});

test('E-10.460: a higher value is never further left, and every value is on the ruler', () => {
  const value = fc.double({ min: 0, max: 2000, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...analytes), value, value, (analyte, one, other) => {
      const row = findRow(analyte);
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(placeOnRuler(row, low)).toBeLessThanOrEqual(placeOnRuler(row, high));
      expect(placeOnRuler(row, low)).toBeGreaterThanOrEqual(0);
      expect(placeOnRuler(row, high)).toBeLessThanOrEqual(0.985);
    }),
  );
});

test('E-10.460: a limit has no dot, another unit has the same position, and other analytes have no ruler', () => {
  const exact = { analyte: 'concentration', comparator: null, value: '14', unit: '10*6/mL' };
  expect(makeRuler({ ...exact, comparator: '<' })?.dot).toBeNull();
  expect(makeRuler({ ...exact, value: '14000000', unit: '/mL' })?.dot).toBe(makeRuler(exact)?.dot);
  expect(makeRuler({ ...exact, analyte: 'fsh', unit: 'mUI/mL' })).toBeNull();
});
