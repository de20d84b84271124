import type { AgendaRow } from '@simiente/contract/doctors/calls';
import { expect, test } from 'vitest';
import { makeAgendaRow } from '../../appointments/testing/records.ts';
import { addWallMinutes, formatSpan, moveRow, toEvents, toInstants } from './agenda-events.ts';
import { gridHours } from './grid/doctor-columns.ts';

const CITY = 'America/Mexico_City';
const at = (startsAt: string, endsAt: string, fields: Partial<AgendaRow> = {}) =>
  makeAgendaRow({ startsAt, endsAt, ...fields });

test('appointments are sorted, in the time zone of the clinic', () => {
  const events = toEvents(
    [
      at('2026-12-01T01:30:00Z', '2026-12-01T02:00:00Z', { id: 'apt_b' }),
      at('2026-11-30T15:00:00Z', '2026-11-30T15:45:00Z', { id: 'apt_a' }),
    ],
    CITY,
  );
  expect(events.map(({ id, start }) => [id, start.date])).toEqual([
    ['apt_a', '2026-11-30'],
    ['apt_b', '2026-11-30'],
  ]);
  expect(events.map(formatSpan)).toEqual(['9:00–9:45', '19:30–20:00']);
});

test('a cancelled appointment, or one with a legacy status, cannot be moved', () => {
  const events = toEvents(
    ['pending', 'assigned', 'cancelled', 'otro'].map((status) =>
      at('2026-11-30T15:00:00Z', '2026-11-30T15:45:00Z', { status }),
    ),
    CITY,
  );
  expect(events.map(({ isMovable }) => isMovable)).toEqual([true, true, false, false]);
});

test('E-10.1702: a booking of Calendly cannot be moved, and it and the appointment at its time are marked', () => {
  const rows = [
    at('2026-11-30T15:00:00Z', '2026-11-30T16:00:00Z', { id: 'rec_1', kind: 'booking' }),
    at('2026-11-30T15:15:00Z', '2026-11-30T15:30:00Z', { id: 'cancelled', status: 'cancelled' }),
    at('2026-11-30T15:30:00Z', '2026-11-30T16:00:00Z', { id: 'apt_1' }),
    at('2026-11-30T15:30:00Z', '2026-11-30T16:00:00Z', { id: 'other', idDoctor: 'doc_2' }),
    at('2026-11-30T16:00:00Z', '2026-11-30T16:30:00Z', { id: 'after' }),
  ];
  const events = toEvents(rows, CITY);
  expect(events.filter(({ overlaps }) => overlaps).map(({ id }) => id)).toEqual(['rec_1', 'apt_1']);
  expect(events.map(({ isMovable }) => isMovable)).toEqual([false, false, true, true, true]);
});

test('a move keeps the length of the appointment', () => {
  const moved = moveRow(at('2026-11-30T15:00:00Z', '2026-11-30T15:45:00Z'), '2026-12-01T16:00:00Z');
  expect(moved).toMatchObject({
    startsAt: '2026-12-01T16:00:00.000Z',
    endsAt: '2026-12-01T16:45:00.000Z',
  });
});

test('adding minutes to a wall time crosses midnight and years', () => {
  const newYear = { date: '2026-12-31', time: '23:50' };
  expect(addWallMinutes(newYear, 15)).toEqual({ date: '2027-01-01', time: '00:05' });
  expect(addWallMinutes(newYear, -24 * 60)).toEqual({ date: '2026-12-30', time: '23:50' });
});

test('days begin at midnight in the clinic, or later if a clock shift skips midnight', () => {
  expect(toInstants({ first: '2026-11-23', last: '2026-11-29' }, CITY)).toEqual({
    from: '2026-11-23T06:00:00.000Z',
    to: '2026-11-30T06:00:00.000Z',
  });
  expect(toInstants({ first: '2026-09-06', last: '2026-09-06' }, 'America/Santiago').from).toBe(
    '2026-09-06T04:00:00.000Z',
  );
  // Tijuana has daylight saving time: that week is an hour longer.
  expect(toInstants({ first: '2026-10-26', last: '2026-11-01' }, 'America/Tijuana')).toEqual({
    from: '2026-10-26T07:00:00.000Z',
    to: '2026-11-02T08:00:00.000Z',
  });
});

test('the grid covers the working hours and appointments outside them', () => {
  const DAY = '2026-11-30';
  const days = [{ weekday: 1, from: '09:30', to: '13:15' }];
  const event = (start: string, end: string) => toEvents([at(start, end)], 'UTC');
  expect(gridHours(days, [], DAY)).toEqual({ from: '09:00', to: '14:00' });
  expect(gridHours([], [], DAY)).toEqual({ from: '08:00', to: '20:00' });
  expect(gridHours(days, event('2026-11-30T06:45:00Z', '2026-11-30T07:15:00Z'), DAY).from).toBe(
    '06:00',
  );
  expect(gridHours(days, event('2026-11-30T20:00:00Z', '2026-11-30T20:30:00Z'), DAY).to).toBe(
    '21:00',
  );
  expect(gridHours(days, event('2026-11-30T23:50:00Z', '2026-12-01T00:20:00Z'), DAY).to).toBe(
    '24:00',
  );
  // An appointment that began the day before is shown from midnight until its end.
  const overNight = event('2026-11-29T23:50:00Z', '2026-11-30T00:20:00Z');
  expect(gridHours(days, overNight, DAY)).toEqual({ from: '00:00', to: '14:00' });
});
