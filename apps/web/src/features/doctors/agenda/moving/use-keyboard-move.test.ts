import { expect, test } from 'vitest';
import { makeAgendaRow } from '../../../appointments/testing/records.ts';
import type { AgendaEvent } from '../agenda-events.ts';
import { toDayRange } from '../agenda-view.ts';
import { getStepMinutes, stepMove, stepToDoctor } from './use-keyboard-move.ts';

const DAY = 24 * 60;

/** Defaults to half an hour from 9:00 of Tuesday 12 January 2027. */
function eventAt(date = '2027-01-12', time = '09:00', minutes = 30): AgendaEvent {
  const startsAt = `${date}T${time}:00Z`;
  return {
    ...makeAgendaRow({ name: 'Ana Paz', idDoctor: 'doc_2' }),
    doctor: null,
    overlaps: false,
    placeHours: null,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + minutes * 60_000).toISOString(),
    start: { date, time },
    end: { date, time },
    isMovable: true,
  };
}

function press(view: 'dia' | 'semana' | 'mes', key: string, event: AgendaEvent, from = 0) {
  const range = toDayRange(view, '2027-01-12');
  const hours = { from: '08:00', to: '20:00' };
  const shown = { view, range, hours, withSundays: false, doctors: undefined };
  return stepMove(event, from, getStepMinutes(key, view) ?? 0, shown);
}

test.each([
  ['semana', 'ArrowLeft', 0, -DAY],
  ['semana', 'ArrowUp', -45, -60],
  ['semana', 'ArrowDown', 615, 630],
  // Skips the hidden Sunday.
  ['mes', 'ArrowRight', 4 * DAY, 6 * DAY],
  ['mes', 'ArrowDown', 0, 7 * DAY],
] as const)('an appointment in the view %s moves by %s from %i to %i', (view, key, from, to) => {
  expect(press(view, key, eventAt(), from)).toEqual({ minutes: to });
});

test.each([
  ['dia', 'ArrowLeft', 0, 'Ya es el primer día visible.'],
  ['dia', 'ArrowRight', 0, 'Ya es el último día visible.'],
  ['semana', 'ArrowLeft', -DAY, 'Ya es el primer día visible.'],
  // Saturday, because Sunday is hidden.
  ['semana', 'ArrowRight', 4 * DAY, 'Ya es el último día visible.'],
  ['semana', 'ArrowUp', -60, 'Ya es la primera hora visible.'],
  ['semana', 'ArrowDown', 630, 'Ya es la última hora visible.'],
  ['mes', 'ArrowUp', -14 * DAY, 'Ya es la primera semana visible.'],
  ['mes', 'ArrowDown', 14 * DAY, 'Ya es la última semana visible.'],
] as const)(
  'an appointment in the view %s does not move by %s from %i, with a notice',
  (view, key, from, edge) => {
    expect(press(view, key, eventAt(), from)).toEqual({ minutes: from, edge });
  },
);

test('an appointment beyond the shown hours can be moved back into them', () => {
  const afterHours = eventAt('2027-01-12', '19:30', 60);
  expect(press('dia', 'ArrowUp', afterHours)).toEqual({ minutes: -15 });
  expect(press('dia', 'ArrowDown', afterHours)).toMatchObject({ minutes: 0 });
});

test('E-10.1490: on a day of doctors side by side, an appointment moves to the doctor beside', () => {
  const doctors = ['doc_1', 'doc_2', 'doc_3'].map((idDoctor) => ({ idDoctor, name: idDoctor }));
  const event = eventAt();
  const start = { event, minutes: 15 };
  const right = stepToDoctor(start, 1, doctors);
  expect(right).toEqual({ event, minutes: 15, idDoctor: 'doc_3' });
  expect(stepToDoctor(right, 1, doctors)).toEqual({
    ...right,
    edge: 'Ya es el último médico visible.',
  });
  expect(stepToDoctor(right, -1, doctors)).toEqual({ ...start, idDoctor: undefined });
});
