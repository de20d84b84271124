import { describe, expect, test } from 'vitest';
import { checkPeriod } from '../HomePage.tsx';
import { compareCount, sparklinePath } from './CountSection.tsx';
import { examShares } from './ExamTypes.tsx';

describe('the change of a count', () => {
  test.each([
    [1124, 1000, 'up', '+12.4\u00A0%'],
    [968, 1000, 'down', '−3.2\u00A0%'],
    [0, 7, 'down', '−100.0\u00A0%'],
    [5, 5, 'same', 'Sin cambio'],
    [0, 0, 'same', 'Sin cambio'],
    // A change from zero has no percentage, and less than 0.1 % shows none.
    [1250, 0, 'up', '+1,250'],
    [100_001, 100_000, 'up', '+1'],
  ] as const)(
    'from the counts %d now and %d before is %s, %j',
    (value, previous, direction, text) => {
      expect(compareCount({ value, previous })).toEqual({ direction, text });
    },
  );

  test('is shown in units if the numbers are small', () => {
    expect(compareCount({ value: 37, previous: 35 }, true).text).toBe('+2');
    expect(compareCount({ value: 35, previous: 37 }, true).text).toBe('−2');
  });
});

describe('the exams by type', () => {
  const types = (...counts: number[]) =>
    counts.map((count, index) => ({ examType: `Tipo ${index}`, count }));
  const shares = (counts: number[], otherExams: number, { isExpanded = false } = {}) => {
    const value = counts.reduce((sum, count) => sum + count, otherExams);
    const exams = { value, previous: 0, series: [] };
    const { shown, isExpandable } = examShares(
      { exams, examTypes: types(...counts), otherExams },
      isExpanded,
    );
    return {
      shown: shown.map(({ name, count, share }) => `${name}: ${count}, ${share}`),
      isExpandable,
    };
  };

  test('are the six most frequent and the sum of the others, or all of them', () => {
    const counts = [40, 26, 16, 11, 6, 3, 2, 1];
    const fiveShares = shares(counts, 5);
    expect(fiveShares.isExpandable).toBe(true);
    expect(fiveShares.shown).toHaveLength(7);
    expect(fiveShares.shown.at(-1)).toBe('Otros tipos: 8, 7\u00A0%');
    const all = shares(counts, 5, { isExpanded: true });
    expect(all.shown).toHaveLength(9);
    expect(all.shown.at(-1)).toBe('Otros tipos: 5, 5\u00A0%');
  });

  test('are listed individually if they fit', () => {
    expect(shares([5, 4, 3, 2, 1, 1, 1], 0)).toMatchObject({ isExpandable: false });
    expect(shares([199, 1], 0).shown.at(-1)).toBe('Tipo 1: 1, 1\u00A0%');
    expect(shares([999, 1], 0).shown.at(-1)).toBe('Tipo 1: 1, <1\u00A0%');
    expect(shares([], 0).shown).toEqual([]);
  });
});

describe('a sparkline', () => {
  test('is scaled from its minimum to its maximum', () => {
    expect(sparklinePath([1000, 1010])).toBe('M0 29C42 29 42 3 84 3');
    expect(sparklinePath([10, 0])).toBe('M0 3C42 3 42 29 84 29');
  });

  test('is level for equal values, and at the bottom for zeros', () => {
    expect(sparklinePath([7, 7])).toBe('M0 16C42 16 42 16 84 16');
    expect(sparklinePath([7])).toBe(sparklinePath([7, 7]));
    expect(sparklinePath([0, 0])).toBe('M0 29C42 29 42 29 84 29');
    expect(sparklinePath([])).toBe('');
  });
});

test.each([
  ['2026-08-03', '2026-11-01', {}],
  ['2026-11-01', '2026-11-01', {}],
  ['2016-11-01', '2026-11-01', {}],
  ['2026-11-02', '2026-11-01', { start: 'La fecha de inicio no puede ser posterior a la de fin.' }],
  ['2016-10-31', '2026-11-01', { start: 'El periodo no puede ser mayor a diez años.' }],
  ['', '2026-11-01', { start: 'Elige la fecha de inicio.' }],
  ['0026-11-01', '', { start: 'Elige la fecha de inicio.', end: 'Elige la fecha de fin.' }],
])('the period from %j to %j has the expected errors', (start, end, errors) => {
  expect(checkPeriod({ start, end })).toEqual(errors);
});
