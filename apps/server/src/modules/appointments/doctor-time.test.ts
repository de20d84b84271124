import { expect, test } from 'vitest';
import { buildSchedule } from '../../testing/schedules.ts';
import { nextFreeTimes } from './doctor-time.ts';

const ZONE = 'America/Mexico_City';
const week = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '20:00' }));
const hours = { schedule: buildSchedule({ workingDays: week }), appointmentMinutes: 30 };
const at = (instant: string) => new Date(instant);
const busy = (start: string, end: string) => ({ startsAt: at(start), endsAt: at(end) });
const free = (from: string, taken: ReturnType<typeof busy>[] = [], limit = 3) =>
  nextFreeTimes(at(from), limit, hours, taken, ZONE).map((time) => time.toISOString());

test("free times begin at the next step of the working day, in the clinic's zone", () => {
  // Friday 20 November 2026, 9:10 in Mexico City.
  expect(free('2026-11-20T15:10:00Z')).toEqual([
    '2026-11-20T15:30:00.000Z',
    '2026-11-20T16:00:00.000Z',
    '2026-11-20T16:30:00.000Z',
  ]);
});

test('wholly or partly taken times are skipped', () => {
  expect(
    free('2026-11-20T15:30:00Z', [busy('2026-11-20T15:45:00Z', '2026-11-20T16:15:00Z')]),
  ).toEqual(['2026-11-20T16:30:00.000Z', '2026-11-20T17:00:00.000Z', '2026-11-20T17:30:00.000Z']);
});

test('the first free time of Monday follows the last one of Saturday', () => {
  expect(free('2026-11-22T01:30:00Z')).toEqual([
    '2026-11-22T01:30:00.000Z',
    '2026-11-23T14:00:00.000Z',
    '2026-11-23T14:30:00.000Z',
  ]);
});

test('a doctor without working hours has no free time', () => {
  expect(
    nextFreeTimes(at('2026-11-20T15:00:00Z'), 3, { ...hours, schedule: buildSchedule() }, [], ZONE),
  ).toEqual([]);
});

test('free times keep their distance when clocks skip or repeat an hour', () => {
  const night = {
    schedule: buildSchedule({ workingDays: [{ weekday: 0, from: '01:00', to: '04:00' }] }),
    appointmentMinutes: 60,
  };
  const inTijuana = (from: string) =>
    nextFreeTimes(at(from), 4, night, [], 'America/Tijuana').map((time) => time.toISOString());
  // 1:00, 3:00, and the Sunday after: 1:00, 2:00.
  expect(inTijuana('2027-03-14T08:00:00Z')).toEqual([
    '2027-03-14T09:00:00.000Z',
    '2027-03-14T10:00:00.000Z',
    '2027-03-21T08:00:00.000Z',
    '2027-03-21T09:00:00.000Z',
  ]);
  // 1:00, a second 1:00, 2:00, 3:00.
  expect(inTijuana('2027-11-07T07:00:00Z')).toEqual([
    '2027-11-07T08:00:00.000Z',
    '2027-11-07T09:00:00.000Z',
    '2027-11-07T10:00:00.000Z',
    '2027-11-07T11:00:00.000Z',
  ]);
});
