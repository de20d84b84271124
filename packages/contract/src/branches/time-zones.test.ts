import { expect, test } from 'vitest';
import { readWallTime } from '../common/wall-time.ts';
import { findBranchTimeZone } from './time-zones.ts';

const guess = (state: string | null, lat?: number, lng?: number) =>
  findBranchTimeZone({
    timeZone: null,
    state,
    location: lat === undefined || lng === undefined ? null : { lat, lng },
  });

test.each([
  ['Baja California', 32.51, -117.03, 'America/Tijuana'],
  ['B.C.S.', 24.14, -110.31, 'America/Mazatlan'],
  ['Sonora', 29.07, -110.96, 'America/Hermosillo'],
  ['Sinaloa', undefined, undefined, 'America/Mazatlan'],
  ['Quintana Roo', 21.16, -86.85, 'America/Cancun'],
  ['Jalisco', 20.67, -103.34, 'America/Mexico_City'],
  // Towns of Chihuahua: the capital, Villa Ahumada, Ciudad Juárez, Janos, Ojinaga.
  ['Chihuahua', 28.63, -106.09, 'America/Mexico_City'],
  ['Chihuahua', 30.62, -106.51, 'America/Mexico_City'],
  ['Chihuahua', 31.69, -106.42, 'America/Ciudad_Juarez'],
  ['Chihuahua', 30.89, -108.19, 'America/Ciudad_Juarez'],
  ['Chihuahua', 29.56, -104.41, 'America/Ojinaga'],
  ['Chihuahua', undefined, undefined, 'America/Mexico_City'],
  ['Coahuila', 28.7, -100.52, 'America/Matamoros'],
  ['Coahuila', 25.54, -103.41, 'America/Mexico_City'],
  ['Tamaulipas', 26.09, -98.28, 'America/Matamoros'],
  ['Tamaulipas', 22.23, -97.86, 'America/Mexico_City'],
  ['Nayarit', 20.7, -105.3, 'America/Bahia_Banderas'],
  ['Nayarit', 21.5, -104.89, 'America/Mazatlan'],
  // The position decides alone if it is unambiguous.
  [null, 32.51, -117.03, 'America/Tijuana'],
  [null, 19.43, -99.13, 'America/Mexico_City'],
] as const)(
  'E-10.1510: a branch in %s at %j, %j keeps the hours of %s',
  (state, lat, lng, zone) => {
    expect(guess(state, lat, lng)).toBe(zone);
  },
);

test('E-10.1510: a branch in an unknown state has the zone of the clinic, and a chosen zone takes precedence', () => {
  expect(guess('Texas')).toBeNull();
  expect(guess(null)).toBeNull();
  const tijuana = { state: 'Baja California', location: null };
  expect(findBranchTimeZone({ ...tijuana, timeZone: 'America/Hermosillo' })).toBe(
    'America/Hermosillo',
  );
});

test('E-10.1510: ten o’clock in Tijuana on 3 February 2026 is 18:00Z', () => {
  const zone = guess('Baja California') ?? '';
  expect(readWallTime({ date: '2026-02-03', time: '10:00' }, zone)).toEqual({
    kind: 'exact',
    instant: '2026-02-03T18:00:00.000Z',
  });
  expect(readWallTime({ date: '2026-07-03', time: '10:00' }, zone)).toMatchObject({
    instant: '2026-07-03T17:00:00.000Z',
  });
});
