import { expect, test } from 'vitest';
import { formatPlaceTime } from './place-time.ts';

const CLINIC = 'America/Mexico_City';
const at = (instant: string, timeZone: string | null) =>
  formatPlaceTime(instant, { timeZone }, CLINIC).replace(/ 20\d\d/, '');

test('E-10.3164: a time leads with the clock of its place, which is named only while it differs from the clinic’s', () => {
  expect([
    at('2026-02-03T18:00:00.000Z', 'America/Tijuana'),
    at('2026-07-07T18:00:00.000Z', 'America/Tijuana'),
    at('2026-02-03T18:00:00.000Z', 'America/Ciudad_Juarez'),
    at('2026-07-07T18:00:00.000Z', 'America/Ciudad_Juarez'),
    at('2026-07-07T18:00:00.000Z', 'America/Cancun'),
    at('2026-07-07T18:00:00.000Z', null),
  ]).toEqual([
    'mar 3 feb, 10:00 · Tijuana',
    'mar 7 jul, 11:00 · Tijuana',
    'mar 3 feb, 11:00 · Ciudad Juárez',
    'mar 7 jul, 12:00',
    'mar 7 jul, 13:00 · Cancún',
    'mar 7 jul, 12:00',
  ]);
});
