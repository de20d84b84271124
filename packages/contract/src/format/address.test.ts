import { expect, test } from 'vitest';
import { addressLine, countAddressParts, describeAddressParts } from './address.ts';

test('the parts of an address are shown in their usual order, in any order of input', () => {
  const address = { city: 'Mérida', note: 'Piso 2', street: 'Calle 20', neighborhood: 'Altabrisa' };
  expect(addressLine(address)).toBe('Calle 20, Altabrisa, Mérida, Piso 2');
  expect(countAddressParts(address)).toBe(4);
  expect(describeAddressParts(address)).toBe('Dirección en 4 datos: calle, colonia, ciudad, note');
});

test('parts with Spanish names have the same order as those with English names', () => {
  expect(
    addressLine({ cp: '97130', ciudad: 'Mérida', colonia: 'Altabrisa', calle: 'Calle 20' }),
  ).toBe('Calle 20, Altabrisa, Mérida, 97130');
});

test('E-2.123: an address of one text is one part, with or without commas; an empty one has no parts', () => {
  expect(addressLine('Calle 20, Altabrisa, Mérida')).toBe('Calle 20, Altabrisa, Mérida');
  expect(countAddressParts('Calle 20, Altabrisa, Mérida')).toBe(1);
  expect([addressLine(null), countAddressParts(null)]).toEqual(['', 0]);
  expect([addressLine({}), countAddressParts({})]).toEqual(['', 0]);
});

test('C4, E-10.1004: an empty part or one without a text does not count, and leaves no comma', () => {
  expect(addressLine({ street: 'Calle 20', city: ' ' })).toBe('Calle 20');
  expect(countAddressParts({ street: 'Calle 20', city: ' ' })).toBe(1);
  expect(countAddressParts({ street: 'Calle 20', city: null as never })).toBe(1);
  expect(describeAddressParts({ street: ' ' })).toBe('Sin dirección');
});
