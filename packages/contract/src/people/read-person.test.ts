import { describe, expect, test } from 'vitest';
import {
  findProvenOrder,
  findUnclearOrder,
  findUnclearYear,
  readDay,
} from '../common/read-date.ts';
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

  test('have one reading, and need no question, if this century would put the birth in the future', () => {
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
  [['13/04/1990', '15/13/1980'], 'day', undefined],
])('E-10.2900: the dates %j prove the order %j, and %j is unclear', (cells, order, unclear) => {
  expect(findProvenOrder(cells)).toBe(order);
  expect(findUnclearOrder(cells)).toBe(unclear);
});

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
  expect(read(['birthDate', 'Cumple', 'en marzo'])).toEqual([
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

test.each<[field: PersonField, text: string, person: object]>([
  ['email', 'ana@example.org.', { email: 'ana@example.org', notes: null }],
  ['email', 'pendiente', { email: null, notes: 'Correo electrónico: pendiente' }],
  ['email', 'no@no.com', { email: null, notes: 'Correo electrónico: no@no.com' }],
  ['phone', 'p:+5215512345678', { phone: '+5215512345678', notes: null }],
  ['phone', '1111111111', { phone: null, notes: 'Teléfono: 1111111111' }],
  ['birthDate', '3 abr', { birthDate: null, notes: 'Fecha de nacimiento: 3 abr' }],
  ['state', 'Baja California Norte', { state: 'Baja California' }],
])('E-10.4070: the %s %j is parsed', (field, text, person) => {
  expect(read([field, 'X', text])).toMatchObject(person);
});

test('E-10.4070: a postal code gets back its zero only in the capital', () => {
  const readZip = (state: string) => read(['state', 'Edo', state], ['zip', 'CP', '9100']);
  expect(readZip('CDMX')).toMatchObject({ zip: '09100' });
  expect(readZip('Ver.')).toMatchObject({ zip: null, notes: 'Código postal: 9100' });
});

describe('E-10.4071: a name', () => {
  const readName = (name: string, phone = '') => {
    const columns: PersonColumn[] = [
      { index: 0, field: 'name', heading: 'Nombre' },
      { index: 1, field: 'phone', heading: 'Tel' },
    ];
    const result = readPerson([name, phone], columns, reading);
    return 'person' in result ? result.person.name : result.issues.map(({ message }) => message);
  };

  test.each([
    ['Sra. Ana Ruiz', 'Ana Ruiz'],
    ['*Ana Ruiz,', 'Ana Ruiz'],
    ['Srinivasa Rao', 'Srinivasa Rao'],
    ['José Ortega y Gasset', 'José Ortega y Gasset'],
  ])('%s is stored as %s', (name, stored) => expect(readName(name)).toBe(stored));

  test.each([
    ['Ana Ruiz y Luis Gil', 'dos personas'],
    ['Sr. y Sra. Gil', 'dos personas'],
    ['Laboratorios Paz, S.A. de C.V.', 'empresa'],
    ['=CONCATENATE(A1,B1)', 'fórmula'],
  ])('%s is a problem', (name, message) => {
    expect(readName(name, '5512345678')).toEqual([expect.stringContaining(message)]);
  });

  test.each(['Dr. Luis Paz', 'Cédula prof. 1234567', 'Elaboró: Ana'])(
    '%s without any other value is a footer of the list',
    (name) => expect(readName(name)).toEqual([expect.stringContaining('no una persona')]),
  );

  test('may begin with the title of a doctor if the row has another value', () => {
    expect(readName('Dr. Luis Paz', '5512345678')).toBe('Dr. Luis Paz');
  });
});

test.each([
  ['prueba 1', false],
  ['PRUEBA2', false],
  ['Paciente de prueba #3', false],
  ['Test prueba', false],
  ['aaaa', false],
  ['Ana Prueba', true],
  ['Testa Ruiz', true],
])('E-10.4130: the name %s is of a person: %s', (name, isPerson) => {
  const columns: PersonColumn[] = [{ index: 0, field: 'name', heading: 'Nombre' }];
  expect('person' in readPerson([name], columns, reading)).toBe(isPerson);
});

test('E-10.4131: an unknown status without an answer goes into the note, and its row is imported', () => {
  const values = { Alta: 3, Baja: '' };
  const columns: PersonColumn[] = [
    { index: 0, field: 'name', heading: 'Nombre' },
    { index: 1, field: 'status', heading: 'Estatus', values },
  ];
  const readStatus = (text: string) => readPerson(['Ana Ruiz', text], columns, reading);
  expect(readStatus('Alta')).toMatchObject({ person: { status: 3, notes: null } });
  const person = { status: null, notes: 'Estatus: Baja' };
  expect(readStatus('Baja')).toMatchObject({ person });
  // A map of the command line has no answers.
  expect(readStatus('Raro')).not.toHaveProperty('person');
});
