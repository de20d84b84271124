import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWallTime, toWallTime } from './wall-time.ts';

const MEXICO = 'America/Mexico_City';
const TIJUANA = 'America/Tijuana';
const zones = [MEXICO, TIJUANA, 'America/Cancun', 'America/Ciudad_Juarez', 'UTC'];

const wall = (text: string) => {
  const [date = '', time = ''] = text.split(' ');
  return { date, time };
};

describe('a wall time is converted to one instant and back', () => {
  test.each([
    ['no daylight saving in summer', MEXICO, '2026-07-04 09:30', '2026-07-04T15:30:00.000Z'],
    ['no daylight saving in winter', MEXICO, '2026-12-04 09:30', '2026-12-04T15:30:00.000Z'],
    [
      'daylight saving in the summer of 2022',
      MEXICO,
      '2022-07-04 09:30',
      '2022-07-04T14:30:00.000Z',
    ],
    [
      'daylight saving at the border in summer',
      TIJUANA,
      '2026-07-04 09:30',
      '2026-07-04T16:30:00.000Z',
    ],
    [
      'no daylight saving at the border in winter',
      TIJUANA,
      '2026-12-04 09:30',
      '2026-12-04T17:30:00.000Z',
    ],
    ['midnight', MEXICO, '2026-11-06 00:00', '2026-11-06T06:00:00.000Z'],
    ['a minute before midnight', MEXICO, '2026-11-06 23:59', '2026-11-07T05:59:00.000Z'],
    ['the last minute of a year', MEXICO, '2026-12-31 23:59', '2027-01-01T05:59:00.000Z'],
    ['the first minute of a year', TIJUANA, '2027-01-01 00:00', '2027-01-01T08:00:00.000Z'],
    ['29 February', MEXICO, '2028-02-29 18:00', '2028-03-01T00:00:00.000Z'],
    ['the minute before the gap', TIJUANA, '2026-03-08 01:59', '2026-03-08T09:59:00.000Z'],
    ['the minute after the gap', TIJUANA, '2026-03-08 03:00', '2026-03-08T10:00:00.000Z'],
    ['the day after the gap', TIJUANA, '2026-03-09 02:30', '2026-03-09T09:30:00.000Z'],
    ['after the repeated hour', TIJUANA, '2026-11-01 02:00', '2026-11-01T10:00:00.000Z'],
    ['before the repeated hour', TIJUANA, '2026-11-01 00:59', '2026-11-01T07:59:00.000Z'],
  ])('%s: %s %s', (_case, timeZone, text, instant) => {
    expect(readWallTime(wall(text), timeZone)).toEqual({ kind: 'exact', instant });
    expect(toWallTime(instant, timeZone)).toEqual(wall(text));
  });

  test('an hour that the clocks skip does not exist', () => {
    for (const time of ['02:00', '02:30', '02:59']) {
      expect(readWallTime({ date: '2026-03-08', time }, TIJUANA)).toEqual({ kind: 'skipped' });
    }
    expect(readWallTime(wall('2022-04-03 02:30'), MEXICO)).toEqual({ kind: 'skipped' });
  });

  test('the first of a repeated hour is used', () => {
    expect(readWallTime(wall('2026-11-01 01:30'), TIJUANA)).toEqual({
      kind: 'repeated',
      instant: '2026-11-01T08:30:00.000Z',
    });
    expect(toWallTime('2026-11-01T08:30:00Z', TIJUANA)).toEqual(wall('2026-11-01 01:30'));
    expect(toWallTime('2026-11-01T09:30:00Z', TIJUANA)).toEqual(wall('2026-11-01 01:30'));
  });

  test.each([
    [''],
    ['2026-11-06 '],
    [' 09:30'],
    ['2026-02-30 09:30'],
    ['2026-11-06 24:30'],
    ['2026-11-06 09:60'],
    ['0026-11-06 09:30'],
    ['20261-11-06 09:30'],
    ['mañana 09:30'],
  ])('«%s» is rejected', (text) => {
    expect(readWallTime(wall(text), MEXICO)).toEqual({ kind: 'invalid' });
  });

  test('every minute of every zone converts back to its wall time', () => {
    const minute = fc.integer({
      min: Date.UTC(2000, 0) / 60_000,
      max: Date.UTC(2060, 0) / 60_000,
    });
    fc.assert(
      fc.property(minute, fc.constantFrom(...zones), (minutes, timeZone) => {
        const instant = new Date(minutes * 60_000).toISOString();
        const shown = toWallTime(instant, timeZone);
        const read = readWallTime(shown, timeZone);
        if (read.kind !== 'exact' && read.kind !== 'repeated') throw new Error(read.kind);
        expect(toWallTime(read.instant, timeZone)).toEqual(shown);
        if (read.kind === 'exact') expect(read.instant).toBe(instant);
      }),
    );
  });
});
