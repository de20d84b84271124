import { describe, expect, test } from 'vitest';
import { type AgendaView, agendaSearch } from './agenda-search.ts';
import {
  addMonths,
  daysBetween,
  findMonday,
  rangeTitle,
  shiftDate,
  toDayRange,
} from './agenda-view.ts';

test.each([
  ['dia', '2026-11-22', '2026-11-22', '2026-11-22'],
  ['semana', '2026-11-22', '2026-11-16', '2026-11-22'],
  ['lista', '2026-11-16', '2026-11-16', '2026-11-22'],
  // A month includes the whole weeks of its first and last day.
  ['mes', '2026-11-22', '2026-10-26', '2026-12-06'],
  ['mes', '2027-02-10', '2027-02-01', '2027-02-28'],
] as const)('a %s of %s goes from %s to %s', (view, date, first, last) => {
  expect(toDayRange(view, date)).toEqual({ first, last });
  // The server accepts a range of this length.
  expect(daysBetween(first, last).length).toBeLessThanOrEqual(45);
});

test.each([
  ['dia', '2026-12-31', 1, '2027-01-01'],
  ['semana', '2026-11-22', -1, '2026-11-15'],
  ['mes', '2027-01-31', 1, '2027-02-28'],
  ['mes', '2027-03-31', -1, '2027-02-28'],
  ['mes', '2026-12-15', 1, '2027-01-15'],
] as const)('from a %s of %s a step of %i leads to %s', (view, date, direction, reached) => {
  expect(shiftDate(view, date, direction)).toBe(reached);
});

test.each([
  ['dia', '2026-11-23', true, 'lun 23 nov 2026'],
  ['semana', '2026-11-04', false, '2–7 nov 2026'],
  ['semana', '2026-11-04', true, '2–8 nov 2026'],
  ['semana', '2026-12-01', false, '30 nov – 5 dic 2026'],
  ['semana', '2026-12-31', false, '28 dic 2026 – 2 ene 2027'],
  ['mes', '2026-09-04', true, 'septiembre 2026'],
] as const)('a %s of %s is headed', (view: AgendaView, date, withSundays, title) => {
  expect(rangeTitle(view, date, toDayRange(view, date), withSundays)).toBe(title);
});

describe('a day of the agenda', () => {
  test('in a week with a clock shift is still one day', () => {
    expect(daysBetween(findMonday('2026-10-25'), '2026-10-27')).toHaveLength(9);
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  });

  test.each(['2026-02-30', '2026-13-01', '1026-01-01', '2026-1-1', 'hoy', '', 7, null])(
    '%j is invalid, and the URL counts as empty',
    (text) => {
      const search = { fecha: text, vista: text } as never;
      expect(agendaSearch.route.validateSearch(search)).toEqual({
        fecha: undefined,
        vista: undefined,
      });
    },
  );
});
