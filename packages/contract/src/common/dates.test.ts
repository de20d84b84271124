import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWireDate } from './dates.ts';
import { isoInstant } from './instants.ts';

const instant = new Date('2026-03-02T21:15:07.123Z');

describe('parseWireDate reads', () => {
  test.each([
    ['an ISO instant', '2026-03-02T21:15:07.123Z', '2026-03-02T21:15:07.123Z'],
    ['an instant without milliseconds', '2026-03-02T21:15:07Z', '2026-03-02T21:15:07.000Z'],
    ['an instant without seconds', '2026-03-02T21:15Z', '2026-03-02T21:15:00.000Z'],
    ['a time at an offset', '2026-03-02T15:15:07-06:00', '2026-03-02T21:15:07.000Z'],
    ['an offset without a colon', '2026-03-02T15:15:07-0600', '2026-03-02T21:15:07.000Z'],
    ['a time without a zone as UTC', '2026-03-02T21:15:07', '2026-03-02T21:15:07.000Z'],
    ['a blank between date and time', '2026-03-02 21:15:07', '2026-03-02T21:15:07.000Z'],
    ['more digits than milliseconds', '2026-03-02T21:15:07.123456Z', '2026-03-02T21:15:07.123Z'],
    ['blanks around', ' 2026-03-02T21:15Z ', '2026-03-02T21:15:00.000Z'],
    ['a leap day', '2024-02-29T00:00Z', '2024-02-29T00:00:00.000Z'],
    ['milliseconds', 1_772_486_107_123, '2026-03-02T21:15:07.123Z'],
    ['seconds', 1_772_486_107, '2026-03-02T21:15:07.000Z'],
    ['fractions of seconds', 1_772_486_107.123, '2026-03-02T21:15:07.123Z'],
    ['the epoch', 0, '1970-01-01T00:00:00.000Z'],
    ['a time before the epoch', -86_400, '1969-12-31T00:00:00.000Z'],
    ['_seconds', { _seconds: 1_772_486_107 }, '2026-03-02T21:15:07.000Z'],
    [
      '_seconds with _nanoseconds',
      { _seconds: 1_772_486_107, _nanoseconds: 123_999_999 },
      '2026-03-02T21:15:07.123Z',
    ],
  ])('%s', (_, value, expected) => {
    expect(parseWireDate(value)).toEqual(new Date(expected));
  });

  test.each([[null], [undefined], ['']])('%j as missing', (value) => {
    expect(parseWireDate(value)).toBe('missing');
  });

  test.each([
    ['2026-03-02'],
    ['2026-02-30T00:00Z'],
    ['2025-02-29T00:00Z'],
    ['2026-13-01T00:00Z'],
    ['2026-00-10T00:00Z'],
    ['2026-01-00T00:00Z'],
    ['2026-03-02T25:00:00Z'],
    ['2026-03-02T10:61:00Z'],
    ['03/02/2026'],
    ['hoy'],
    ['0001-01-01T00:00Z'],
    ['9999-12-31T00:00Z'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [8.64e15],
    [1e300],
    [true],
    [[]],
    [{}],
    [{ _seconds: '1772486107' }],
    [{ _seconds: 1, _nanoseconds: null }],
    [{ _seconds: Number.NaN }],
    [{ seconds: 1_772_486_107 }],
    [Symbol.iterator],
    [1n],
  ])('%s as invalid', (value) => {
    expect(parseWireDate(value)).toBe('invalid');
  });
});

describe('parseWireDate', () => {
  test('never throws, and returns only dates that can be written as ISO 8601', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true }), (value) => {
        const parsed = parseWireDate(value);
        if (parsed instanceof Date)
          expect(isoInstant.safeParse(parsed.toISOString()).success).toBe(true);
        else expect(['missing', 'invalid']).toContain(parsed);
      }),
      { numRuns: 2000 },
    );
  });

  test('never throws on text that resembles a date', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(
          /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/,
        ),
        (text) => {
          const parsed = parseWireDate(text);
          if (!(parsed instanceof Date)) return;
          // Offsets of up to 99 hours shift an instant by less than 5 days.
          const written = Date.parse(`${text.slice(0, 10)}T12:00:00Z`);
          expect(Math.abs(parsed.getTime() - written)).toBeLessThan(5 * 86_400_000);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('E-3.63, E-3.64, E-3.65: reads each form as it was written', () => {
    const millisecond = fc.date({
      min: new Date('1973-03-04T00:00:00Z'),
      max: new Date('2200-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(millisecond, (date) => {
        const milliseconds = date.getTime();
        const seconds = Math.floor(milliseconds / 1000);
        const nanoseconds = (milliseconds - seconds * 1000) * 1_000_000;
        expect(parseWireDate(date.toISOString())).toEqual(date);
        expect(parseWireDate(milliseconds)).toEqual(date);
        expect(parseWireDate({ _seconds: seconds, _nanoseconds: nanoseconds })).toEqual(date);
        expect(parseWireDate(seconds)).toEqual(new Date(seconds * 1000));
      }),
    );
  });

  test('E-3.63, E-3.64, E-3.65: reads the same instant from every form', () => {
    const forms = [
      instant.toISOString(),
      instant.getTime(),
      { _seconds: 1_772_486_107, _nanoseconds: 123e6 },
    ];
    expect(forms.map(parseWireDate)).toEqual([instant, instant, instant]);
  });
});
