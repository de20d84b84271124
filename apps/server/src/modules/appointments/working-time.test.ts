import { MAX_APPOINTMENT } from '@simiente/contract/doctors/calls';
import {
  listFreeTime,
  listWorkingTime,
  type TimeSpan,
} from '@simiente/contract/doctors/working-time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSchedule } from '../../testing/schedules.ts';
import { calendlyWebhook } from '../../testing/services/calendly.ts';
import { mergeEvents, readEvent } from '../calendly/booking.ts';
import { findFreeTime, listSearchedPeriods, nextFreeTimes } from './doctor-time.ts';
import { toPrescriptionEnd } from './same-time.ts';

const CLINIC = 'America/Mexico_City';
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const hours = fc
  .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 2 })
  .map((ends) => ends.toSorted((one, other) => one - other).map(clock))
  .map(([from = '', to = '']) => ({ from, to }));
const weekday = fc.integer({ min: 0, max: 6 });
const timeZone = fc.constantFrom(null, 'America/Tijuana', 'America/Cancun', 'America/Ojinaga');
/** Days at most nine days before or after a date. */
const dayAround = (date: string) =>
  fc.integer({ min: -9, max: 9 }).map((offset) => {
    const day = new Date(Date.parse(`${date}T00:00:00Z`) + offset * 24 * 60 * MINUTE);
    return day.toISOString().slice(0, 10);
  });

/** Around both clock changes of the United States, and a Mexican holiday. */
const situation = fc
  .constantFrom('2026-03-08', '2026-11-01', '2026-11-15')
  .chain((change) =>
    fc.record({
      from: fc
        .integer({ min: -8 * 1440, max: 4 * 1440 })
        .map((minutes) => new Date(Date.parse(`${change}T10:00:00Z`) + minutes * MINUTE)),
      workingDays: fc.array(
        fc
          .record({ weekday, timeZone })
          .chain((place) => hours.map((span) => ({ ...place, ...span }))),
        { maxLength: 12 },
      ),
      absences: fc.array(
        fc
          .tuple(dayAround(change), dayAround(change), fc.option(weekday), fc.option(hours))
          .map(([one, other, every, span]) => ({
            reason: 'Congreso',
            firstDay: [one, other].toSorted()[0] ?? one,
            lastDay: [one, other].toSorted()[1] ?? one,
            weekday: every,
            from: span?.from ?? null,
            to: span?.to ?? null,
          })),
        { maxLength: 5 },
      ),
      workedHolidays: fc.subarray(['2026-03-16', '2026-11-16']),
      taken: fc.array(
        fc.tuple(fc.integer({ min: 0, max: WEEK / MINUTE }), fc.integer({ min: 1, max: 240 })),
        { maxLength: 25 },
      ),
      booked: fc.array(
        fc.tuple(fc.integer({ min: 0, max: WEEK / MINUTE }), fc.integer({ min: -30, max: 800 })),
        { maxLength: 10 },
      ),
      appointmentMinutes: fc.constantFrom(5, 20, 30, 45, 240),
    }),
  )
  .map(({ from, workingDays, absences, workedHolidays, taken, booked, appointmentMinutes }) => ({
    from,
    booked: booked.map(([start, length]) => makeBooking(from.getTime() + start * MINUTE, length)),
    schedule: buildSchedule({ workingDays, absences, workedHolidays }),
    taken: taken.map(([start, length]) => ({
      startsAt: new Date(from.getTime() + start * MINUTE),
      endsAt: new Date(from.getTime() + (start + length) * MINUTE),
    })),
    appointmentMinutes,
  }));

/** A booking as Calendly sends it, even with an impossible length. */
function makeBooking(start: number, minutes: number): TimeSpan {
  const at = (instant: number) => new Date(instant).toISOString();
  const facts = { invitee: 'A', startsAt: at(start), endsAt: at(start + minutes * MINUTE) };
  const read = readEvent(calendlyWebhook(facts));
  const booking = 'event' in read ? mergeEvents([read.event]) : null;
  if (!booking) throw new Error('The event of Calendly was not read as a booking');
  return {
    startsAt: booking.startsAt,
    endsAt: booking.endsAt ?? toPrescriptionEnd(booking.startsAt),
  };
}

const length = ({ startsAt, endsAt }: TimeSpan) => endsAt.getTime() - startsAt.getTime();
const total = (timeSpans: readonly TimeSpan[]) =>
  timeSpans.reduce((sum, one) => sum + length(one), 0);
const overlap = (one: TimeSpan, other: TimeSpan) =>
  Math.max(0, Math.min(+one.endsAt, +other.endsAt) - Math.max(+one.startsAt, +other.startsAt));

/** Taken time without its overlaps. */
function merge(taken: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = [];
  for (const one of taken.toSorted((first, second) => +first.startsAt - +second.startsAt)) {
    const last = merged.at(-1);
    if (last && one.startsAt <= last.endsAt) {
      const endsAt = new Date(Math.max(+last.endsAt, +one.endsAt));
      merged[merged.length - 1] = { startsAt: last.startsAt, endsAt };
    } else merged.push(one);
  }
  return merged;
}

test('E-10.1513, E-10.1704, E-10.2100: no offered hour collides or lies outside working time, and free + busy = working time', () => {
  fc.assert(
    fc.property(situation, ({ from, schedule, booked, appointmentMinutes, ...rest }) => {
      for (const booking of booked) expect(length(booking)).toBeGreaterThan(0);
      const taken = [...rest.taken, ...booked];
      const period = { startsAt: from, endsAt: new Date(from.getTime() + WEEK) };
      const working = listWorkingTime(schedule, period, CLINIC);
      for (const [index, part] of working.entries()) {
        expect(length(part)).toBeGreaterThan(0);
        const before = working[index - 1];
        if (before) expect(+part.startsAt).toBeGreaterThanOrEqual(+before.endsAt);
      }
      const open = working.filter(({ blockedBy }) => blockedBy === null);
      const busy = merge(taken);
      const busyInside = open.flatMap((part) => busy.map((one) => overlap(part, one)));
      const free = listFreeTime(working, taken);
      expect(total(free) + busyInside.reduce((sum, one) => sum + one, 0)).toBe(total(open));
      for (const one of free) {
        expect(busy.every((other) => overlap(one, other) === 0)).toBe(true);
      }

      const offered = nextFreeTimes(from, 40, { schedule, appointmentMinutes }, taken, CLINIC);
      const later = { startsAt: from, endsAt: new Date(from.getTime() + 10 * WEEK) };
      const openLater = listWorkingTime(schedule, later, CLINIC).filter(
        ({ blockedBy }) => blockedBy === null,
      );
      for (const [index, startsAt] of offered.entries()) {
        const endsAt = new Date(startsAt.getTime() + appointmentMinutes * MINUTE);
        const slot = { startsAt, endsAt };
        expect(+startsAt).toBeGreaterThanOrEqual(+from);
        expect(+startsAt).toBeGreaterThan(+(offered[index - 1] ?? 0));
        expect(taken.every((one) => overlap(slot, one) === 0)).toBe(true);
        expect(openLater.some((part) => overlap(part, slot) === length(slot))).toBe(true);
      }

      // For 'Próximo horario', the appointments of each searched period and shortly after it are enough.
      const [next] = listSearchedPeriods(from).flatMap((searched) => {
        const until = searched.endsAt.getTime() + MAX_APPOINTMENT * MINUTE;
        const read = taken.filter((one) => +one.startsAt < until && one.endsAt > searched.startsAt);
        return findFreeTime(searched, { schedule, appointmentMinutes }, read, CLINIC).starts;
      });
      expect(next).toEqual(offered[0]);
    }),
    { numRuns: 150 },
  );
});

test('E-10.1513: hours of Tijuana keep their clock time across both changes of daylight saving', () => {
  const schedule = buildSchedule({
    workingDays: [0, 6].map((day) => ({
      ...{ weekday: day, from: '01:00', to: '04:00' },
      ...{ idBranch: 'brn_1', placeName: 'Tijuana', timeZone: 'America/Tijuana' },
    })),
  });
  const spans = (day: string) => {
    const startsAt = new Date(`${day}T08:00:00Z`);
    const period = { startsAt, endsAt: new Date(startsAt.getTime() + 36 * 60 * MINUTE) };
    return listWorkingTime(schedule, period, CLINIC).map(
      (part) =>
        `${part.startsAt.toISOString().slice(11, 16)}–${part.endsAt.toISOString().slice(11, 16)}`,
    );
  };
  // Two hours on the short Sunday, four on the long one.
  expect(spans('2026-03-07')).toEqual(['09:00–12:00', '09:00–11:00']);
  expect(spans('2026-10-31')).toEqual(['08:00–11:00', '08:00–12:00']);
});
