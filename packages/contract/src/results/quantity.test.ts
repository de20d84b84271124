import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNoneSeen, isOver, isUnder, readQuantity, writeQuantity } from './quantity.ts';
import { readRange, toFlag } from './range.ts';

test('E-10.401: a number may have a comparator', () => {
  expect(readQuantity('< 0,5')).toEqual({ comparator: '<', value: '0.5' });
  expect(readQuantity('>200')).toEqual({ comparator: '>', value: '200' });
  expect(readQuantity(' 12,50')).toEqual({ comparator: null, value: '12.5' });
  for (const text of ['', '<', '<< 5', '< -', 'abundantes']) {
    expect(readQuantity(text), text).toBeNull();
  }
  expect(writeQuantity({ comparator: '<', value: '0.5' })).toBe('< 0.5');
});

test.each([
  ['≤ 5', { comparator: '≤', value: '5' }],
  ['<=5', { comparator: '≤', value: '5' }],
  ['‹= 5', { comparator: '≤', value: '5' }],
  ['≥ 200', { comparator: '≥', value: '200' }],
  ['=> 200', { comparator: '≥', value: '200' }],
  ['mayor o igual a 200', { comparator: '≥', value: '200' }],
  ['‹ 0.1', { comparator: '<', value: '0.1' }],
  ['1.4E7', { comparator: null, value: '14000000' }],
  ['1,4e+07', { comparator: null, value: '14000000' }],
  ['< 5E-2', { comparator: '<', value: '0.05' }],
  ['1,400E3', null],
  ['E7', null],
  ['1E99', null],
])('E-10.3251: %s is read as a bound or a number with a power of ten', (text, quantity) => {
  expect(readQuantity(text)).toEqual(quantity);
});

test('E-10.401: several phrases mean none seen', () => {
  for (const text of ['No se observaron', 'no se observan', ' NO SE OBSERVÓ.', 'Ausentes']) {
    expect(isNoneSeen(text), text).toBe(true);
  }
  expect(isNoneSeen('No se procesó')).toBe(false);
});

test('H-A10, E-10.1306: none seen may name subject and place; a text with a reason or a range is not zero', () => {
  for (const text of [
    'No se observan espermatozoides en 10 campos',
    'Sin espermatozoides tras centrifugar',
    'Azoospermia',
    '0 espermatozoides por campo',
  ]) {
    expect(isNoneSeen(text, 'concentration'), text).toBe(true);
    expect(isNoneSeen(text, 'leukocytes'), text).toBe(false);
  }
  expect(isNoneSeen('Sin leucocitos', 'leukocytes')).toBe(true);
  for (const text of [
    '0',
    '0 al 5',
    'Sin muestra',
    'No se observan por muestra insuficiente',
    'No se ven al no haber muestra',
    'No se observan en espera de repetir',
    'Azoospermia descartada',
  ]) {
    expect(isNoneSeen(text, 'concentration'), text).toBe(false);
  }
});

test('E-10.402: a comparison with a limit is true if it is true for every number within the limit', () => {
  const numbers = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(
      numbers,
      numbers,
      fc.constantFrom('<', '>', '≤', '≥', null),
      (limit, at, comparator) => {
        const quantity = { comparator, value: String(limit) };
        const allowed = Array.from({ length: 200 }, (_, index) => index / 2).filter((one) => {
          if (comparator === '<') return one < limit;
          if (comparator === '≤') return one <= limit;
          if (comparator === '≥') return one >= limit;
          return comparator === '>' ? one > limit : one === limit;
        });
        const [under, above] = [isUnder(quantity, String(at)), isOver(quantity, String(at))];
        if (under !== null) expect(allowed.every((one) => one < at === under)).toBe(true);
        if (above !== null) expect(allowed.every((one) => one > at === above)).toBe(true);
        if (comparator === null) expect([under, above]).toEqual([limit < at, limit > at]);
      },
    ),
  );
});

test('E-10.403: printed ranges are parsed, and ambiguous ones are not', () => {
  for (const [text, low, high] of [
    ['≥ 1.4', '1.4', null],
    ['1,5 – 12,4', '1.5', '12.4'],
    ['249 - 836', '249', '836'],
    ['De 4 a 10', '4', '10'],
    ['< 60', null, '60'],
    ['Hasta 5', null, '5'],
    ['Mayor o igual a 58', '58', null],
    ['menor que 1', null, '1'],
  ] as const) {
    expect(readRange(text), text).toMatchObject({ low, high });
  }
  for (const text of ['', 'Negativo', '12 - 2', '1-2; 3-4', 'Ver nota', '< 1/2']) {
    expect(readRange(text), text).toBeNull();
  }
});

test('E-10.480: only the value’s own unit may follow the bounds of a range; other texts are rejected', () => {
  for (const [text, unit, low, high] of [
    ['≥ 16 millones/mL', '10*6/mL', '16', null],
    ['15 – 200 x10^6/mL', '10*6/mL', '15', '200'],
    ['≥ 30 %', '%', '30', null],
    ['250-827 ng/dL', 'ng/dL', '250', '827'],
    ['2 a 7 días', 'días', '2', '7'],
  ] as const) {
    expect(readRange(text, unit), text).toMatchObject({ low, high });
  }
  for (const [text, unit] of [
    ['20-49 años: 250 - 827', 'ng/dL'],
    ['20-49 años', 'ng/dL'],
    ['250 - 827 (20-49 años)', 'ng/dL'],
    ['< 5 x 10^6', '10*6/mL'],
    ['≥ 16 millones/mL', '/mL'],
    ['≥ 16 millones/mL', null],
    ['1-3 > 5', '%'],
    ['> 4 y < 10', '%'],
    ['4 - 10 - 20', '%'],
    ['12-10-2026', '%'],
    ['≥ 16\n≥ 20', '%'],
    ['1 -\n2', '%'],
    ['≥ 5 1', '1'],
    ['1,200 - 2,400', '%'],
    ['hasta 5 veces', '%'],
  ] as const) {
    expect(readRange(text, unit), text).toBeNull();
    expect(toFlag({ comparator: null, value: '3' }, text, unit), text).toBeNull();
  }
});

test('E-10.480: a text with another number or comparator besides its bounds is rejected', () => {
  const number = fc.integer({ min: 0, max: 999 }).map(String);
  const bounds = fc.oneof(
    number.map((high) => `< ${high}`),
    number.map((low) => `≥ ${low}`),
    number.map((high) => `menor que ${high}`),
    fc.tuple(number, number).map(([low, high]) => `${low} - ${high}`),
  );
  const words = fc.constantFrom(
    ' ',
    ' años: ',
    ' x 10^',
    '; ',
    ' (',
    ' > ',
    ' - ',
    ' mL/',
    '\n',
    ', ',
  );
  fc.assert(
    fc.property(bounds, words, number, fc.boolean(), (range, between, further, isBefore) => {
      const text = isBefore ? `${further}${between}${range}` : `${range}${between}${further}`;
      for (const unit of [null, '%', 'mL', '1', '10*6/mL']) {
        expect(readRange(text, unit), text).toBeNull();
      }
    }),
  );
});

test('E-10.403: a flag is set only if it is certain', () => {
  const number = (value: string, comparator: '<' | '>' | null = null) => ({ comparator, value });
  expect(toFlag(number('231'), '249 - 836', null)).toBe('below');
  expect(toFlag(number('249'), '249 - 836', null)).toBe('within');
  expect(toFlag(number('836.01'), '249 - 836', null)).toBe('above');
  expect(toFlag(number('1.4'), '≥ 1.4', null)).toBe('within');
  expect(toFlag(number('60'), '< 60', null)).toBe('above');
  expect(toFlag(number('59.9'), '< 60', null)).toBe('within');
  expect(toFlag(number('1', '<'), '< 1', null)).toBe('within');
  expect(toFlag(number('300', '<'), '249 - 836', null)).toBeNull();
  expect(toFlag(number('100', '<'), '249 - 836', null)).toBe('below');
  expect(toFlag(number('900', '>'), '249 - 836', null)).toBe('above');
  expect(toFlag(number('5'), null, null)).toBeNull();
  expect(toFlag(number('5'), 'Ver nota', null)).toBeNull();
  expect(toFlag(null, '1 - 2', null)).toBeNull();
});
