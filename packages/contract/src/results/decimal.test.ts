import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  compareDecimals,
  divide,
  isDecimal,
  multiply,
  readAmbiguousDecimal,
  readDecimal,
  round,
  subtract,
} from './decimal.ts';

test('E-10.400: a decimal has one canonical form, however it is written', () => {
  for (const [written, canonical] of [
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    [' 012.500 ', '12.5'],
    ['7', '7'],
    [' 1.4E7 ', '14000000'],
    ['7,0', '7'],
    ['0,000', '0'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['-0', '0'],
    ['−3,10', '-3.1'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ] as const) {
    expect(readDecimal(written), written).toBe(canonical);
  }
});

test('E-10.400: an invalid or ambiguous number is rejected', () => {
  for (const written of ['', ' ', '1.234,5', '1,234.5', '1 234', '12.', 'NaN', '٣', '1-2']) {
    expect(readDecimal(written), written).toBeNull();
    expect(readAmbiguousDecimal(written), written).toBeNull();
  }
  for (const [written, readings] of [
    ['1,200', ['1200', '1.2']],
    [' 12,345 ', ['12345', '12.345']],
    ['-999,999', ['-999999', '-999.999']],
  ] as const) {
    expect(readDecimal(written), written).toBeNull();
    expect(readAmbiguousDecimal(written), written).toEqual(readings);
  }
  // Texts that cannot be thousands.
  for (const [written, canonical] of [
    ['1.200', '1.2'],
    ['0,123', '0.123'],
    ['012,345', '12.345'],
    ['1234,567', '1234.567'],
    ['1,2000', '1.2'],
    [',200', '0.2'],
  ] as const) {
    expect(readDecimal(written), written).toBe(canonical);
    expect(readAmbiguousDecimal(written), written).toBeNull();
  }
  expect(readDecimal('1'.repeat(31))).toBeNull();
});

/** A decimal as its digits and its point, independent of the tested code. */
const written = fc
  .record({ units: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), places: fc.nat(9) })
  .map(({ units, places }) => {
    const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
    const [whole, part] = [digits.slice(0, digits.length - places), digits.slice(-places)];
    const text = `${units < 0n ? '-' : ''}${places === 0 ? digits : `${whole}.${part}`}`;
    return { text, units, places };
  });
type Written = { text: string; units: bigint; places: number };
const over = ({ units, places }: Written, scale: number) => units * 10n ** BigInt(scale - places);
const canonical = (text: string) => readDecimal(text) ?? '';

describe('arithmetic on decimals', () => {
  test('E-10.400: reading is idempotent, and comma and point are the same', () => {
    fc.assert(
      fc.property(written, ({ text }) => {
        const read = canonical(text);
        expect(isDecimal(read)).toBe(true);
        expect(readDecimal(read)).toBe(read);
        const withComma = text.replace('.', ',');
        expect(readDecimal(withComma)).toBe(readAmbiguousDecimal(withComma) === null ? read : null);
      }),
    );
  });

  test('E-10.400: sums, differences and products are exact', () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        const [a, b] = [canonical(one.text), canonical(other.text)];
        expect(subtract(add(a, b), b)).toBe(a);
        expect(add(a, b)).toBe(add(b, a));
        const product = one.units * other.units;
        const digits = (product < 0n ? -product : product)
          .toString()
          .padStart(one.places + other.places + 1, '0');
        const places = one.places + other.places;
        const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
        expect(multiply(a, b)).toBe(canonical(product < 0n ? `-${text}` : text));
      }),
    );
  });

  test('E-10.400: their order is the order of the numbers', () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        const difference = over(one, 9) - over(other, 9);
        const order = compareDecimals(canonical(one.text), canonical(other.text));
        expect(Math.sign(order)).toBe(difference < 0n ? -1 : Number(difference > 0n));
      }),
    );
    const near = [
      '-10',
      '-9.5',
      '-9.05',
      '-1',
      '0',
      '0.05',
      '0.5',
      '0.51',
      '1',
      '9.9',
      '9.91',
      '10',
      '10.1',
    ];
    expect(near.toReversed().toSorted(compareDecimals)).toEqual(near);
  });

  test('E-10.400: a quotient is the nearest one with that many decimals', () => {
    fc.assert(
      fc.property(written, written, fc.nat(6), (one, other, places) => {
        fc.pre(other.units !== 0n);
        const [a, b] = [canonical(one.text), canonical(other.text)];
        const rest = subtract(a, multiply(divide(a, b, places), b));
        const half = multiply(
          b.replace('-', ''),
          places === 0 ? '0.5' : `0.${'0'.repeat(places)}5`,
        );
        expect(compareDecimals(rest.replace('-', ''), half)).toBeLessThanOrEqual(0);
      }),
    );
    expect(() => divide('1', '0', 2)).toThrow(RangeError);
    expect(round('2.675', 2)).toBe('2.68');
    expect(round('-2.675', 2)).toBe('-2.68');
  });
});
