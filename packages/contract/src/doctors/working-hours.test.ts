import { expect, test } from 'vitest';
import { isWithinWorkingHours } from './working-hours.ts';

/** Monday to Saturday. */
const workingDays = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '20:00' }));

test('an appointment is within the hours from their first to their last minute', () => {
  const within = (start: string, end: string) =>
    isWithinWorkingHours(
      { startsAt: new Date(start), endsAt: new Date(end) },
      workingDays,
      'America/Mexico_City',
    );
  expect(within('2026-11-20T14:00:00Z', '2026-11-20T14:30:00Z')).toBe(true);
  expect(within('2026-11-21T01:30:00Z', '2026-11-21T02:00:00Z')).toBe(true);
  expect(within('2026-11-20T13:45:00Z', '2026-11-20T14:15:00Z')).toBe(false);
  expect(within('2026-11-21T01:45:00Z', '2026-11-21T02:15:00Z')).toBe(false);
  // A Sunday at noon, and one that runs past midnight.
  expect(within('2026-11-22T18:00:00Z', '2026-11-22T18:30:00Z')).toBe(false);
  expect(within('2026-11-21T05:45:00Z', '2026-11-21T06:15:00Z')).toBe(false);
});

test('the hours are those of the clinic’s zone, also where clocks skip or repeat an hour', () => {
  const within = (start: string, end: string) =>
    isWithinWorkingHours(
      { startsAt: new Date(start), endsAt: new Date(end) },
      [{ weekday: 0, from: '01:30', to: '03:30' }],
      'America/Tijuana',
    );
  // The change of the clock leaves half an hour between 1:30 and 3:00.
  expect(within('2027-03-14T09:30:00Z', '2027-03-14T10:00:00Z')).toBe(true);
  expect(within('2027-03-14T10:00:00Z', '2027-03-14T10:45:00Z')).toBe(false);
  // 1:30 comes twice; from the first to the second it is an hour.
  expect(within('2027-11-07T08:30:00Z', '2027-11-07T09:30:00Z')).toBe(true);
  expect(within('2027-11-07T08:15:00Z', '2027-11-07T09:30:00Z')).toBe(false);
});
