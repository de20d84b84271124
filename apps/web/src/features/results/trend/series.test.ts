import { expect, test } from 'vitest';
import { concentration, makeSet } from '../testing/results.ts';
import { spacedPoints, splitRuns, toSeries } from './series.ts';

const at = (day: string, value: string, fields = {}) =>
  makeSet({
    idResultSet: `res_${day}`,
    collectedAt: `${day}T14:00:00.000Z`,
    values: [concentration(value)],
    ...fields,
  });

test('E-10.465: a line breaks where laboratory, method or edition changes, and at a value such as <1', () => {
  const limit = at('2026-06-01', '1');
  const sets = [
    at('2026-01-01', '20'),
    at('2026-02-01', '21', { laboratory: null }),
    at('2026-03-01', '22', { laboratory: null, method: 'CASA' }),
    at('2026-04-01', '23', { laboratory: null, method: 'CASA', whoEdition: 5 }),
    at('2026-05-01', '24', { laboratory: null, method: 'CASA', whoEdition: 5 }),
    {
      ...limit,
      laboratory: null,
      method: 'CASA',
      whoEdition: 5 as const,
      values: [concentration('1', { comparator: '<' })],
    },
  ];
  const { points } = toSeries(sets.toReversed(), concentration('1'));
  expect(points.map(({ quantity }) => quantity.value)).toEqual(['20', '21', '22', '23', '24', '1']);
  expect(points.map(({ breaks }) => breaks)).toEqual([
    [],
    ['laboratory'],
    ['method'],
    ['edition'],
    [],
    ['limit'],
  ]);
  expect(splitRuns(points).map((run) => run.length)).toEqual([1, 1, 1, 2, 1]);
});

test('E-10.465: an unnamed edition is the current one; units convert, and incompatible ones are counted', () => {
  const sets = [
    at('2026-01-01', '20', { whoEdition: null }),
    at('2026-02-01', '0', { values: [concentration('21000000', { unit: '/mL' })] }),
    at('2026-03-01', '0', { values: [concentration('22', { unit: 'por campo' })] }),
  ];
  const { points, unconverted } = toSeries(sets, concentration('1'));
  expect(points.map(({ quantity }) => quantity.value)).toEqual(['20', '21']);
  expect(points[1]?.breaks).toEqual([]);
  expect(unconverted).toBe(1);
});

test('E-10.3320: two values of the same minute are two points that no line joins', () => {
  const sets = [
    at('2026-03-01', '20'),
    at('2026-03-01', '26', { collectedAt: '2026-03-01T14:00:30.000Z' }),
    at('2026-04-01', '21'),
  ];
  const { points } = toSeries(sets, concentration('1'));
  expect(points.map(({ breaks }) => breaks)).toEqual([[], ['time'], []]);
  expect(splitRuns(points).map((run) => run.length)).toEqual([1, 2]);
});

test('E-10.706: a result of an unknown day is not in the line, however late it was entered', () => {
  const undated = at('2026-01-01', '90', {
    collectedAt: null,
    enteredAt: '2030-01-01T14:00:00.000Z',
  });
  const sets = [at('2026-03-01', '21'), at('2026-02-01', '20'), undated];
  const series = toSeries(sets, concentration('1'));
  expect(series.points.map(({ quantity, breaks }) => [quantity.value, breaks])).toEqual([
    ['20', []],
    ['21', []],
  ]);
  expect(series.undated.map(({ quantity }) => quantity.value)).toEqual(['90']);
  expect(series.unconverted).toBe(0);
});

test('E-10.465: sixty points show as many labels as fit, including the latest', () => {
  const days = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)));
  const sets = days.map((day, index) => at(day.toISOString().slice(0, 10), String(index + 1)));
  const { points } = toSeries(sets, concentration('1'));
  const spaced = points.filter((point) => spacedPoints(points, 6).has(point));
  expect(spaced.map(({ quantity }) => quantity.value)).toEqual([
    '10',
    '20',
    '30',
    '40',
    '50',
    '60',
  ]);
  const sparsePoints = points.filter((_, index) => index % 15 === 0);
  expect(spacedPoints(sparsePoints, 6).size).toBe(sparsePoints.length);
});
