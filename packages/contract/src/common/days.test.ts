import { describe, expect, test } from 'vitest';
import { addDays, countDays, dayIn, isCalendarDay, parseDateIn, startOfDay } from './days.ts';
import { calendarDay } from './instants.ts';

describe('a day of the calendar', () => {
  test.each(['1900-01-01', '2026-02-28', '2028-02-29', '2200-12-31'])('%s is valid', (day) => {
    expect(isCalendarDay(day)).toBe(true);
    expect(calendarDay.safeParse(day).success).toBe(true);
  });

  test.each([
    '1899-12-31',
    '2201-01-01',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '02/03/2026',
    '2026-01-01T00:00:00Z',
    '',
    20_260_101,
    null,
    undefined,
  ])('%s is rejected', (value) => {
    expect(isCalendarDay(value)).toBe(false);
    expect(calendarDay.safeParse(value).success).toBe(false);
  });
});

test('days are counted over months, years and clock changes', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(countDays('2026-08-03', '2026-11-01')).toBe(91);
  expect(countDays('2026-11-01', '2026-11-01')).toBe(1);
  expect(countDays('2026-11-02', '2026-11-01')).toBe(0);
});

test('today is the day of the zone', () => {
  const instant = new Date('2026-11-02T05:59:59Z');
  expect(dayIn('America/Mexico_City', instant)).toBe('2026-11-01');
  expect(dayIn('UTC', instant)).toBe('2026-11-02');
});

describe('the beginning of a day', () => {
  test.each([
    ['is midnight', '2026-11-01', 'America/Mexico_City', '2026-11-01T06:00:00.000Z'],
    ['is the first of two midnights', '2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
    [
      'is one o’clock on a day without midnight',
      '2026-09-06',
      'America/Santiago',
      '2026-09-06T04:00:00.000Z',
    ],
    [
      'is that of the next day for a day that the zone skipped',
      '2011-12-30',
      'Pacific/Apia',
      '2011-12-30T10:00:00.000Z',
    ],
    [
      'is midnight in UTC before the years of the product',
      '1890-01-01',
      'America/Mexico_City',
      '1890-01-01T00:00:00.000Z',
    ],
    [
      'is midnight in UTC after the years of the product',
      '2201-01-01',
      'America/Mexico_City',
      '2201-01-01T00:00:00.000Z',
    ],
  ])('%s', (_, day, timeZone, instant) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(instant);
  });
});

test.each([
  ['America/Mexico_City', '2024-01-01', '2024-01-01T06:00:00.000Z'],
  ['America/Mexico_City', ' 2021-07-15 ', '2021-07-15T05:00:00.000Z'],
  ['Asia/Tokyo', '2024-01-01', '2023-12-31T15:00:00.000Z'],
  ['UTC', '2024-01-01T09:30:00Z', '2024-01-01T09:30:00.000Z'],
])('C2, E-10.1002: in %s the date %s is read as %s', (timeZone, value, expected) => {
  expect(parseDateIn(value, timeZone)).toEqual(new Date(expected));
});

test('C2, E-10.1002: an invalid date stays invalid in every zone', () => {
  expect(parseDateIn('2024-02-30', 'America/Mexico_City')).toBe('invalid');
  expect(parseDateIn('', 'America/Mexico_City')).toBe('missing');
});
