import { describe, expect, test } from 'vitest';
import {
  describeAppointmentSpan,
  describeCalendarDay,
  describeDay,
  formatAppointment,
  formatAppointmentSpan,
  formatClinicTime,
  formatDay,
  formatLongDay,
  type ZonedDayFormat,
  zoneName,
} from './dates.ts';

const MEXICO = 'America/Mexico_City';

function format(now: string, timeZone = MEXICO): ZonedDayFormat {
  return { now: new Date(now), timeZone };
}

const noon = format('2026-11-04T18:00:00Z');

describe('the three wire forms of a date show the same day', () => {
  const instant = Date.parse('2026-10-12T15:42:00Z');
  test.each([
    ['ISO text', '2026-10-12T15:42:00Z'],
    ['ISO text with an offset', '2026-10-12T09:42:00-06:00'],
    ['milliseconds', instant],
    ['seconds', instant / 1000],
    ['the legacy object', { _seconds: instant / 1000, _nanoseconds: 5_000_000 }],
    ['the legacy object without nanoseconds', { _seconds: instant / 1000 }],
  ])('%s', (_form, value) => {
    expect(formatDay(value, noon)).toBe('12 oct 2026');
  });
});

describe('recent days', () => {
  test('today and yesterday are words, with a 24-hour time', () => {
    expect(formatDay('2026-11-04T15:42:00Z', noon)).toBe('hoy, 9:42');
    expect(formatDay('2026-11-04T01:03:00Z', noon)).toBe('ayer, 19:03');
    expect(formatDay('2026-11-02T18:00:00Z', noon)).toBe('2 nov 2026');
  });

  test('days change at midnight, to the second, which is 0:00', () => {
    expect(formatDay('2026-11-04T06:00:00Z', noon)).toBe('hoy, 0:00');
    expect(formatDay('2026-11-04T05:59:59Z', noon)).toBe('ayer, 23:59');
    expect(formatDay('2026-11-03T06:00:00Z', noon)).toBe('ayer, 0:00');
    expect(formatDay('2026-11-03T05:59:59Z', noon)).toBe('2 nov 2026');
  });

  test('yesterday may be in another month and another year', () => {
    expect(formatDay('2026-12-31T20:00:00Z', format('2027-01-01T18:00:00Z'))).toBe('ayer, 14:00');
    expect(formatDay('2028-02-29T20:00:00Z', format('2028-03-01T18:00:00Z'))).toBe('ayer, 14:00');
  });

  test('a future day is shown as a date, unless it is today', () => {
    expect(formatDay('2026-11-05T20:00:00Z', noon)).toBe('5 nov 2026');
    expect(formatDay('2026-11-04T23:30:00Z', noon)).toBe('hoy, 17:30');
  });

  test('the day is the day in the requested zone, not in UTC', () => {
    const instant = '2026-11-04T03:00:00Z';
    expect(formatDay(instant, noon)).toBe('ayer, 21:00');
    expect(formatDay(instant, format('2026-11-04T18:00:00Z', 'Asia/Tokyo'))).toBe('ayer, 12:00');
    expect(formatDay(instant, format('2026-11-04T18:00:00Z', 'UTC'))).toBe('hoy, 3:00');
  });

  test('a day of 25 hours is one day', () => {
    const madrid = format('2026-10-26T00:30:00+01:00', 'Europe/Madrid');
    expect(formatDay('2026-10-25T00:10:00+02:00', madrid)).toBe('ayer, 0:10');
    expect(formatDay('2026-10-24T23:50:00+02:00', madrid)).toBe('24 oct 2026');
  });
});

describe('a day without a time', () => {
  test('keeps its day in a zone west of Greenwich', () => {
    expect(formatDay('2026-01-01', noon)).toBe('1 ene 2026');
    expect(formatLongDay('2026-01-01', noon)).toBe('jueves, 1 de enero de 2026');
  });

  test('shows no time, even for today', () => {
    expect(formatDay('2026-11-04', noon)).toBe('4 nov 2026');
  });
});

describe('a missing or invalid date', () => {
  test.each([[null], [undefined], ['']])('E-3.66: %j is missing', (value) => {
    expect(formatDay(value, noon)).toBe('Fecha no disponible');
    expect(formatDay(value, { ...noon, missing: 'N/A' })).toBe('N/A');
    expect(describeDay(value, noon).iso).toBeUndefined();
  });

  test.each([
    ['no es una fecha'],
    ['2026-02-30'],
    ['2026-13-01T00:00:00Z'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [8.65e15],
    [-8.65e15],
    [1e300],
    [true],
    [{}],
    [[]],
    [{ _seconds: 'ayer' }],
    [{ _seconds: Number.NaN }],
    [{ _seconds: 1e18 }],
  ])('E-3.68: %j is invalid', (value) => {
    expect(formatDay(value, { ...noon, missing: 'N/A' })).toBe('Fecha inválida');
    expect(formatAppointment(value)).toBe('Fecha inválida');
  });
});

describe('dates in both locales', () => {
  test('E-9.11: every month has three letters and no full stop', () => {
    const months = [
      'ene',
      'feb',
      'mar',
      'abr',
      'may',
      'jun',
      'jul',
      'ago',
      'sep',
      'oct',
      'nov',
      'dic',
    ];
    for (const locale of ['es-MX', 'es'] as const) {
      const written = months.map((_, month) =>
        formatDay(Date.UTC(2025, month, 5, 18), { ...noon, locale }),
      );
      expect(written).toEqual(months.map((month) => `5 ${month} 2025`));
    }
  });
});

test('the long form has the weekday and the time', () => {
  expect(formatLongDay('2026-10-12T15:42:00Z', noon)).toBe('lunes, 12 de octubre de 2026, 9:42');
});

test('a relative date uses the clock of the machine by default', () => {
  expect(formatDay(Date.now(), { timeZone: 'UTC' })).toMatch(/^hoy, \d{1,2}:\d{2}$/);
});

describe('appointments, in UTC in any zone', () => {
  test.each([
    ['2026-11-06T15:30:00Z', '11/06/2026 | 3:30 PM'],
    ['2026-11-06T15:30:00-06:00', '11/06/2026 | 9:30 PM'],
    ['2026-01-01T00:00:00Z', '01/01/2026 | 12:00 AM'],
    ['2026-12-31T23:59:59Z', '12/31/2026 | 11:59 PM'],
    ['2026-07-04T12:05:00Z', '07/04/2026 | 12:05 PM'],
    ['2026-07-04T09:00:00Z', '07/04/2026 | 9:00 AM'],
    ['2026-07-04T12:00:00Z', '07/04/2026 | 12:00 PM'],
  ])('%s is shown as %s', (value, expected) => {
    expect(formatAppointment(value)).toBe(expected);
    expect(formatAppointment(Date.parse(value))).toBe(expected);
  });

  test('a missing time has its own text', () => {
    expect(formatAppointment(null)).toBe('Fecha no disponible');
  });
});

describe('appointments with their end, and in the clinic’s zone', () => {
  test('a span shows its day once, unless it ends on another day', () => {
    expect(formatAppointmentSpan('2026-11-06T17:00:00Z', '2026-11-06T17:30:00Z')).toBe(
      '11/06/2026 | 5:00 PM – 5:30 PM',
    );
    expect(formatAppointmentSpan('2026-12-31T23:45:00Z', '2027-01-01T00:15:00Z')).toBe(
      '12/31/2026 | 11:45 PM – 01/01/2027 | 12:15 AM',
    );
  });

  test('the clinic’s clock has 24 hours, and shows only other years', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    const at = (start: string, end?: string) => formatClinicTime(start, MEXICO, { end, now });
    expect(at('2026-11-24T01:00:00Z')).toBe('lun 23 nov, 19:00');
    expect(at('2026-11-23T18:00:00Z', '2026-11-23T18:30:00Z')).toBe('lun 23 nov, 12:00–12:30');
    expect(at('2027-01-06T15:05:00Z')).toBe('mié 6 ene 2027, 9:05');
    // The clinic's calendar is still in this year.
    expect(at('2027-01-01T05:45:00Z', '2027-01-01T06:15:00Z')).toBe(
      'jue 31 dic, 23:45 – vie 1 ene 2027, 0:15',
    );
  });

  test('E-10.25: a sentence has both zones, the clinic’s first, also across midnight and with daylight saving', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    expect(
      describeAppointmentSpan('2026-11-06T17:00:00Z', '2026-11-06T17:30:00Z', MEXICO, now),
    ).toBe('vie 6 nov, 11:00–11:30 (11/06/2026 | 5:00 PM – 5:30 PM UTC)');
    expect(
      describeAppointmentSpan(
        '2026-07-02T06:45:00Z',
        '2026-07-02T07:15:00Z',
        'America/Tijuana',
        now,
      ),
    ).toBe('mié 1 jul, 23:45 – jue 2 jul, 0:15 (07/02/2026 | 6:45 AM – 7:15 AM UTC)');
  });
});

describe('a time for every day, or no year', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const describeIn = (value: unknown, format: object) =>
    describeDay(value, { now, timeZone: 'UTC', locale: 'es', missing: 'N/A', ...format });

  test.each([
    ['2026-11-04T10:24:00Z', { hour: true }, '4 nov 2026, 10:24'],
    ['2026-11-04T10:24:00Z', { hour: true, year: false }, '4 nov, 10:24'],
    ['2026-11-04T10:24:00Z', { year: false }, '4 nov'],
    ['2026-11-20T09:08:00Z', { hour: true, year: false }, 'hoy, 9:08'],
    ['2026-11-04', { hour: true }, '4 nov 2026'],
    [null, { hour: true }, 'N/A'],
    ['no es fecha', { hour: true }, 'Fecha inválida'],
  ])('E-3.67, E-9.12: %j with %j is %j', (value, format, text) => {
    expect(describeIn(value, format).text).toBe(text);
  });

  test('the long form has weekday and time', () => {
    const long = formatLongDay('2026-11-04T10:24:00Z', { timeZone: 'UTC', year: false });
    expect(long).toBe('miércoles, 4 de noviembre de 2026, 10:24');
  });
});

test('a day of the calendar is the same in every zone', () => {
  expect(describeCalendarDay('2026-11-18')).toBe('18 nov 2026');
  expect(describeCalendarDay('1900-01-01')).toBe('1 ene 1900');
});

test('zones have their common names', () => {
  expect(zoneName('America/Mexico_City')).toBe('Ciudad de México');
  expect(zoneName('America/Tijuana')).toBe('Tijuana');
  expect(zoneName('America/Cancun')).toBe('Cancún');
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(zoneName('UTC')).toBe('UTC');
});
