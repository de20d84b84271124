import { expect, test } from 'vitest';
import { DEFAULT_WORKING_DAYS } from '../../schema/doctors.ts';
import { nextFreeTimes } from './free-times.ts';

const ZONE = 'America/Mexico_City';
const hours = { workingDays: DEFAULT_WORKING_DAYS, appointmentMinutes: 30 };
const at = (instant: string) => new Date(instant);
const busy = (start: string, end: string) => ({ startsAt: at(start), endsAt: at(end) });
const free = (from: string, taken: ReturnType<typeof busy>[] = [], limit = 3) =>
  nextFreeTimes(at(from), limit, hours, taken, ZONE).map((time) => time.toISOString());

test('free times begin at the next step of the working day, in the zone of the clinic', () => {
  // Friday 20 November 2026, 9:10 in Mexico City.
  expect(free('2026-11-20T15:10:00Z')).toEqual([
    '2026-11-20T15:30:00.000Z',
    '2026-11-20T16:00:00.000Z',
    '2026-11-20T16:30:00.000Z',
  ]);
});

test('what is taken is passed over, also where it only touches a part', () => {
  expect(
    free('2026-11-20T15:30:00Z', [busy('2026-11-20T15:45:00Z', '2026-11-20T16:15:00Z')]),
  ).toEqual(['2026-11-20T16:30:00.000Z', '2026-11-20T17:00:00.000Z', '2026-11-20T17:30:00.000Z']);
});

test('after the last one of a Saturday comes the first one of the Monday', () => {
  expect(free('2026-11-22T01:30:00Z')).toEqual([
    '2026-11-22T01:30:00.000Z',
    '2026-11-23T14:00:00.000Z',
    '2026-11-23T14:30:00.000Z',
  ]);
});

test('a doctor who never works has no free time', () => {
  expect(
    nextFreeTimes(at('2026-11-20T15:00:00Z'), 3, { ...hours, workingDays: [] }, [], ZONE),
  ).toEqual([]);
});
