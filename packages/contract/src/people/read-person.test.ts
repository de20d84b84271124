import { describe, expect, test } from 'vitest';
import { findUnclearOrder, findUnclearYear, provenOrder, readDay } from '../common/read-date.ts';
import type { PersonColumn, PersonField } from './columns.ts';
import { type PersonReading, readPerson } from './read-person.ts';

const today = '2026-11-27';
const reading: PersonReading = { kind: 'patients', today, is1904: false };

/** A row of Ana Ruiz with further cells. */
function read(...cells: readonly (readonly [field: PersonField, heading: string, text: string])[]) {
  const all = [['name', 'Nombre', 'Ana Ruiz'] as const, ...cells];
  const columns = all.map(([field, heading], index): PersonColumn => ({ index, field, heading }));
  const result = readPerson(
    all.map(([, , text]) => text),
    columns,
    reading,
  );
  return 'person' in result ? result.person : result.issues;
}

describe('E-10.2900: years of two digits', () => {
  const read = (text: string, century?: '1900' | 'latest') =>
    readDay(text, { order: 'day-first', century, is1904: false, today });

  test('have one reading, and no question, if the year of this century is in the future', () => {
    expect(findUnclearYear(['25/12/85', '24 de dic de 27', ''], today)).toBeUndefined();
    expect(read('25/12/85')).toMatchObject({ day: '1985-12-25' });
  });

  test('are asked about with a date that has two readings', () => {
    expect(findUnclearYear(['25/12/85', '01/02/1990', '24/12/26 10:30'], today)).toBe(
      '24/12/26 10:30',
    );
    expect(read('24/12/26')).toMatchObject({ problem: expect.stringContaining('dos cifras') });
    expect(read('24/12/26', 'latest')).toMatchObject({ day: '2026-12-24' });
    expect(read('24/12/26', '1900')).toMatchObject({ day: '1926-12-24' });
  });
});

test.each([
  ['31/02/1990', 'Esa fecha no existe.'],
  ['01/01/1800', 'Escribe un año entre 1900 y 2200.'],
  ['2999-01-01', 'Escribe un año entre 1900 y 2200.'],
])('E-10.3796: the date %s is rejected: %s', (text, problem) => {
  const reading = { order: 'day-first', century: undefined, is1904: false, today } as const;
  expect(readDay(text, reading)).toEqual({ problem });
});

test.each([
  [['05/05/1990', '1990-01-02', '03/04/1990'], null, '03/04/1990'],
  [['03/04/1990', '13/04/1990'], 'day', '03/04/1990'],
  [['13/04/1990', '04/13/1990'], null, undefined],
  [['05/05/1990', 'ayer'], 'day', undefined],
])(
  'E-10.2900: the dates %j prove the order %j, and are asked about with %j',
  (cells, order, asked) => {
    expect(provenOrder(cells)).toBe(order);
    expect(findUnclearOrder(cells)).toBe(asked);
  },
);

test('E-10.2901: placeholders of other programs count as empty', () => {
  expect(
    read(
      ['phone', 'Tel', '0'],
      ['phone', 'Cel', 'Sin cel.'],
      ['email', 'Correo', 'no tiene correo'],
      ['birthDate', 'Birthday', '0/0/00'],
    ),
  ).toMatchObject({ phone: null, email: null, birthDate: null, notes: null });
});

test('E-10.2901: a text that its field cannot hold is kept in the note', () => {
  expect(
    read(
      ['email', 'Correo', 'Ana Ruiz <ana@example.org>'],
      ['sex', 'Gender', 'Unspecified'],
      ['phone', 'Tel', '55 1234 5678 ext. 12'],
      ['note', 'Hijos', '0'],
    ),
  ).toMatchObject({
    email: 'ana@example.org',
    sex: null,
    phone: '55 1234 5678',
    notes: 'Hijos: 0\nTeléfono: 55 1234 5678 ext. 12\nSexo al nacer: Unspecified',
  });
});

test('E-10.2901: the number of a street may have a column of its own, and MX is Mexico', () => {
  expect(
    read(
      ['street', 'Calle', 'Insurgentes Sur'],
      ['street', 'Núm. ext.', '1602'],
      ['state', 'Estado', 'CDMX'],
      ['country', 'País', 'MX'],
    ),
  ).toMatchObject({ street: 'Insurgentes Sur 1602', state: 'Ciudad de México' });
});

test('E-10.2901: a text that is not a date gets a message with the expected form', () => {
  expect(read(['birthDate', 'Cumple', '14 marzo'])).toEqual([
    { field: 'birthDate', message: 'No es una fecha completa. Escríbela como 31/12/1990.' },
  ]);
});

test.each([
  ['1.- Ana Paz', 'Ana Paz'],
  ['23) Ana Paz', 'Ana Paz'],
  ['EVA SOTO, MD', 'EVA SOTO, MD'],
  ['Luis Gil, Jr.', 'Luis Gil, Jr.'],
  ['Soto Lara, Iván', 'Iván Soto Lara'],
])('E-10.3195: the name %j is read as %j', (text, name) => {
  const columns: PersonColumn[] = [{ index: 0, field: 'name', heading: 'Nombre' }];
  expect(readPerson([text], columns, reading)).toMatchObject({ person: { name } });
});

test.each(['--07-15', '15/07'])(
  'E-10.3195: a birthday without a year, %s, is kept in the note',
  (text) => {
    expect(read(['birthDate', 'Birthday', text])).toMatchObject({
      birthDate: null,
      notes: `Fecha de nacimiento: ${text}`,
    });
  },
);

test('E-10.3547: the mobile becomes the phone of a person, and the landline goes into the note', () => {
  const phones = [
    ['phone', 'Tel. casa', '55 5574 1122'],
    ['phone', 'Celular / WhatsApp', '55-3412-9087'],
  ] as const;
  expect(read(...phones)).toMatchObject({
    phone: '55-3412-9087',
    notes: 'Tel. casa: 55 5574 1122',
  });
  expect(read(...phones.toReversed())).toMatchObject({
    phone: '55-3412-9087',
    notes: 'Tel. casa: 55 5574 1122',
  });
});

test('E-10.3547: words in parentheses after a name go into the note', () => {
  expect(read(['name', 'Nombre', '(esposa de 0012)'])).toMatchObject({
    name: 'Ana Ruiz',
    notes: 'Nombre: (esposa de 0012)',
  });
});

test('E-10.3547: March may be written as mzo', () => {
  expect(read(['birthDate', 'F. Nac.', '7/mzo/1979'])).toMatchObject({ birthDate: '1979-03-07' });
});
