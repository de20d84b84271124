import type { Absence, Schedule } from '@simiente/contract/doctors/schedule';
import { expect, test } from 'vitest';
import { makeAgendaRow } from '../../appointments/testing/records.ts';
import { findAffected, isDuring } from './schedule-values.ts';

const CLINIC = 'America/Mexico_City';
const tijuana = { idBranch: 'brn_1', name: 'Tijuana', timeZone: 'America/Tijuana' };
/** On Friday, 6 November 2026, from 21:00 to 21:30 in Mexico City, and from 19:00 in Tijuana. */
const late = makeAgendaRow({
  startsAt: '2026-11-07T03:00:00.000Z',
  endsAt: '2026-11-07T03:30:00.000Z',
});

const absence = (fields: Partial<Absence>): Absence => ({
  reason: 'Congreso',
  firstDay: '2026-11-06',
  lastDay: '2026-11-06',
  weekday: null,
  from: null,
  to: null,
  ...fields,
});

test('E-10.3168: an absence lists its appointments outside working hours too', () => {
  const schedule: Schedule = {
    workingDays: [],
    absences: [],
    workedHolidays: [],
    clinicHolidays: { added: [], removed: [] },
  };
  const after = { ...schedule, absences: [absence({})] };
  expect(findAffected([late], schedule, after, CLINIC)).toEqual([late]);
  const renamed = { ...schedule, absences: [absence({ reason: 'Congreso de urología' })] };
  expect(findAffected([late], after, renamed, CLINIC)).toEqual([]);
});

test('E-10.3168: the hours of an absence are in the zone of each appointment’s place', () => {
  const inTijuana = { ...late, place: tijuana };
  const hours = [absence({ from: '19:00', to: '20:00' }), absence({ from: '21:15', to: '22:00' })];
  expect(hours.map((block) => isDuring(late, block, CLINIC))).toEqual([false, true]);
  expect(hours.map((block) => isDuring(inTijuana, block, CLINIC))).toEqual([true, false]);
  const weekly = absence({ firstDay: null, lastDay: null, weekday: 5, from: '08:00', to: '21:00' });
  expect(isDuring(late, weekly, CLINIC)).toBe(false);
  expect(isDuring(late, absence({ firstDay: '2026-11-07', lastDay: '2026-11-08' }), CLINIC)).toBe(
    false,
  );
});
