import { expect, test } from 'vitest';
import { makeAgendaRow } from '../../../appointments/testing/records.ts';
import { type AgendaEvent, toEvents } from '../agenda-events.ts';
import {
  type DoctorColumns,
  fromDrawnTime,
  listClosedTimes,
  listGridColumns,
  spanOn,
  toDrawnTime,
} from './doctor-columns.ts';
import { snapToSlot, toSlotColumns } from './FreeSlots.tsx';

const DAY = '2026-11-30';

function eventAt(idDoctor: string, startsAt: string, endsAt: string): AgendaEvent {
  const [event] = toEvents([makeAgendaRow({ idDoctor, startsAt, endsAt })], 'UTC');
  if (event === undefined) throw new Error('The appointment is not in the agenda');
  return event;
}

const day: DoctorColumns = {
  date: DAY,
  columns: [
    {
      id: 'doc_a',
      name: 'doc_a',
      header: null,
      parts: [
        { date: DAY, from: '08:00', to: '12:00', blockedBy: null },
        { date: DAY, from: '12:00', to: '13:00', blockedBy: 'Comité' },
        { date: DAY, from: '13:00', to: '20:00', blockedBy: null },
      ],
      slotMinutes: 45,
    },
    { id: 'doc_b', name: 'doc_b', header: null, parts: [], slotMinutes: 30 },
  ],
  getColumn: ({ idDoctor }) => idDoctor ?? '',
};

const columns = listGridColumns(
  { range: { first: DAY, last: DAY }, withSundays: true, parts: [], slotMinutes: null },
  day,
);

test('S-240: an appointment is drawn in the column of its doctor, and read back from there', () => {
  const event = eventAt('doc_b', `${DAY}T09:15:00Z`, `${DAY}T10:00:00Z`);
  const { start, minutes } = toDrawnTime(day, event);
  expect([start, minutes]).toEqual([{ date: '2001-01-02', time: '09:15' }, 45]);
  expect(fromDrawnTime(day, start)).toEqual({
    column: day.columns[1],
    wall: { date: DAY, time: '09:15' },
  });
});

test.each([
  ['2026-11-29T23:45:00Z', `${DAY}T00:15:00Z`, { from: 0, to: 15 }],
  [`${DAY}T23:45:00Z`, '2026-12-01T00:15:00Z', { from: 1425, to: 1440 }],
])('only the day’s part of an appointment from %s to %s is drawn', (from, to, span) => {
  expect(spanOn(DAY, eventAt('doc_a', from, to))).toEqual(span);
});

test('E-10.1511: times outside working hours and blocks are closed; a day off is closed throughout', () => {
  expect(listClosedTimes(columns)).toEqual([
    { start: '2001-01-01T00:00:00Z', end: '2001-01-01T08:00:00Z', title: '' },
    { start: '2001-01-01T12:00:00Z', end: '2001-01-01T13:00:00Z', title: 'Comité' },
    { start: '2001-01-01T20:00:00Z', end: '2001-01-02T00:00:00Z', title: '' },
    { start: '2001-01-02T00:00:00Z', end: '2001-01-03T00:00:00Z', title: '' },
  ]);
});

test('E-10.1709: free hours follow the doctor’s own grid, and a click snaps to them', () => {
  const taken = eventAt('doc_a', `${DAY}T09:00:00Z`, `${DAY}T09:10:00Z`);
  const [first, second] = toSlotColumns(columns, [taken], day.getColumn);
  const hours = first?.starts.map((start) => start / 60);
  // From 8:00 on, without 8:45 and the blocked hour; from 13:00 on the grid begins again.
  expect(hours?.slice(0, 5)).toEqual([8, 9.5, 10.25, 11, 13]);
  expect(second?.starts).toEqual([]);
  const click = (time: string, id = 'doc_a') =>
    snapToSlot(toSlotColumns(columns, [taken], day.getColumn), { date: DAY, time }, id).time;
  expect([click('10:00'), click('13:30'), click('08:50'), click('12:15')]).toEqual([
    ...['09:30', '13:00', '08:50', '12:15'],
  ]);
});
