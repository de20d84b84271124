import { expect, test } from 'vitest';
import { readPostalCode } from './postal-codes.ts';

test.each([
  ['04210', { state: 'Ciudad de México', municipality: 'Coyoacán' }],
  ['44100', { state: 'Jalisco', municipality: 'Guadalajara' }],
  ['45050', { state: 'Jalisco' }],
  ['52760', { state: 'Estado de México' }],
  ['66220', { state: 'Nuevo León' }],
  ['22000', { state: 'Baja California' }],
  ['97133', { state: 'Yucatán' }],
  ['99999', { state: 'Zacatecas' }],
  ['00100', undefined],
  ['18000', undefined],
  ['4210', undefined],
  ['92101-1234', undefined],
])('E-10.2158: the postal code %s identifies %o', (code, expected) => {
  expect(readPostalCode(code)).toEqual(expected);
});
