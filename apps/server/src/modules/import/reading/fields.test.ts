import { parseWireDate } from '@simiente/contract/common/dates';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant as field, InvalidDate } from './fields.ts';

const number = (max: number, digits: number) =>
  fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'));

test('an instant in our own format is kept as it is, if it is valid', () => {
  const instant = fc
    .tuple(
      number(2300, 4),
      number(14, 2),
      number(32, 2),
      number(25, 2),
      number(61, 2),
      number(61, 2),
    )
    .map(([year, month, day, hour, minute, second]) => {
      return `${year}-${month}-${day}T${hour}:${minute}:${second}.123Z`;
    });
  fc.assert(
    fc.property(instant, (text) => {
      const parsed = parseWireDate(text);
      const expected = parsed instanceof Date ? parsed.toISOString() : new InvalidDate(text);
      expect(field.parse(text)).toEqual(expected);
    }),
    { numRuns: 5_000 },
  );
});
