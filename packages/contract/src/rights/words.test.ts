import { expect, test } from 'vitest';
import { addBusinessDays } from './words.ts';

const noHolidays = { added: [], removed: [] };

test.each([
  // 16 November 2026 is the Día de la Revolución, 25 December Navidad, 1 January Año Nuevo.
  ['2026-11-12', 1, '2026-11-13'],
  ['2026-11-13', 1, '2026-11-17'],
  ['2026-11-14', 1, '2026-11-17'],
  ['2026-11-26', 20, '2026-12-24'],
  ['2026-12-24', 1, '2026-12-28'],
  ['2026-12-28', 20, '2027-01-26'],
])('E-10.1855: the due day of %s after %i business days is %s', (day, days, due) => {
  expect(addBusinessDays(day, days, noHolidays)).toBe(due);
});

test('E-10.1855: the clinic’s holidays are not business days', () => {
  const changes = {
    added: [{ day: '2026-11-13', name: 'Aniversario' }],
    removed: ['2026-11-16'],
  };
  expect(addBusinessDays('2026-11-12', 1, changes)).toBe('2026-11-16');
});
