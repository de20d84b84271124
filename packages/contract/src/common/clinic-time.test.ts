import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter, instantOf, wallTimeOf } from './clinic-time.ts';

const iso = (day: string, clock: string, zone: string) =>
  instantOf({ day, clock }, zone).toISOString();

test('Mexico City keeps its winter time all year since 2022', () => {
  expect(iso('2026-01-15', '09:00', 'America/Mexico_City')).toBe('2026-01-15T15:00:00.000Z');
  expect(iso('2026-07-15', '09:00', 'America/Mexico_City')).toBe('2026-07-15T15:00:00.000Z');
  expect(iso('2022-07-15', '09:00', 'America/Mexico_City')).toBe('2022-07-15T14:00:00.000Z');
});

test('the border zones still change their clocks', () => {
  expect(iso('2026-01-15', '09:00', 'America/Tijuana')).toBe('2026-01-15T17:00:00.000Z');
  expect(iso('2026-07-15', '09:00', 'America/Tijuana')).toBe('2026-07-15T16:00:00.000Z');
  expect(iso('2026-07-15', '09:00', 'America/Ciudad_Juarez')).toBe('2026-07-15T15:00:00.000Z');
});

test('a time that the clocks skip is moved on, and one that they show twice is the first', () => {
  expect(iso('2026-03-08', '02:30', 'America/Tijuana')).toBe('2026-03-08T10:30:00.000Z');
  expect(iso('2026-11-01', '01:30', 'America/Tijuana')).toBe('2026-11-01T08:30:00.000Z');
});

test('midnight and the turn of the year stand on the right day', () => {
  expect(iso('2026-12-31', '23:30', 'America/Mexico_City')).toBe('2027-01-01T05:30:00.000Z');
  expect(wallTimeOf(new Date('2027-01-01T06:00:00Z'), 'America/Mexico_City')).toEqual({
    day: '2027-01-01',
    clock: '00:00',
    weekday: 5,
  });
});

test('what a clock shows leads back to the instant that it shows, in any zone', () => {
  const zones = ['America/Mexico_City', 'America/Tijuana', 'America/Cancun', 'UTC', 'Asia/Kolkata'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 0) }),
      (zone, at) => {
        const instant = new Date(Math.floor(at / 60_000) * 60_000);
        const back = instantOf(wallTimeOf(instant, zone), zone).getTime();
        // The second of two equal wall times leads to the first.
        expect([0, 3_600_000]).toContain(instant.getTime() - back);
      },
    ),
  );
});

test('a day or time that does not exist is refused', () => {
  expect(() => instantOf({ day: '2026-13-01', clock: '09:00' }, 'UTC')).toThrow(RangeError);
  expect(() => instantOf({ day: '2026-01-01', clock: '25:00' }, 'UTC')).toThrow(RangeError);
});

test('days follow the calendar', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
});
