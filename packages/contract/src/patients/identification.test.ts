import { describe, expect, test } from 'vitest';
import {
  describeAge,
  describeMissing,
  findAddressIssues,
  findBirthDateProblem,
  findCurpConflicts,
  findMissingParts,
  identificationFields,
} from './identification.ts';

const complete = {
  birthDate: '1992-03-12',
  sex: 'male',
  curp: 'BOXW310820HNERXN09',
  identityDocument: null,
  street: 'Av. Vallarta 1200',
  municipality: 'Guadalajara',
  state: 'Jalisco',
  phone: '33 0078 4209',
  emergencyName: 'Ana Ruiz',
  emergencyPhone: '33 0078 4210',
} as const;

test('E-10.291, E-10.1853: six parts count, and a partial address or contact does not count', () => {
  expect(findMissingParts(complete)).toEqual([]);
  expect(findMissingParts({ ...complete, state: null })).toEqual(['address']);
  expect(findMissingParts({ ...complete, curp: null })).toEqual(['curp']);
  expect(findMissingParts({ ...complete, curp: null, identityDocument: 'Pasaporte G1' })).toEqual(
    [],
  );
  expect(findMissingParts({ ...complete, street: '' })).toEqual(['address']);
  expect(findMissingParts({ ...complete, emergencyPhone: null })).toEqual(['emergencyContact']);
  expect(findMissingParts({ ...complete, phone: 'no tiene' })).toEqual(['phone']);
  const emptyFields = Object.fromEntries(Object.keys(complete).map((field) => [field, null]));
  expect(
    findMissingParts(emptyFields as unknown as Parameters<typeof findMissingParts>[0]),
  ).toHaveLength(6);
});

test('E-10.291: the missing parts of an identification are named in words', () => {
  expect(describeMissing(complete)).toBe('');
  expect(describeMissing({ ...complete, curp: null })).toBe('Falta CURP');
  expect(
    describeMissing({
      ...complete,
      ...{ street: null, municipality: '', state: null },
      ...{ curp: null, emergencyName: null, emergencyPhone: null },
    }),
  ).toBe('Faltan domicilio, CURP y contacto de emergencia');
});

test('E-10.291: missing fields of a partial address or contact are named', () => {
  expect(describeMissing({ ...complete, state: null })).toBe('Falta estado del domicilio');
  expect(describeMissing({ ...complete, street: null, municipality: null })).toBe(
    'Faltan calle y municipio del domicilio',
  );
  expect(describeMissing({ ...complete, emergencyPhone: null, sex: null })).toBe(
    'Faltan sexo al nacer y teléfono del contacto de emergencia',
  );
  expect(describeMissing({ ...complete, emergencyName: null })).toBe(
    'Falta nombre del contacto de emergencia',
  );
});

describe('the age of a patient', () => {
  test.each([
    ['1992-03-12', '2026-03-11', '33 años'],
    ['1992-03-12', '2026-03-12', '34 años'],
    ['2024-02-29', '2026-02-28', '23 meses'],
    ['2024-02-29', '2026-03-01', '2 años'],
    ['2026-01-31', '2026-02-28', 'Menos de un mes'],
    ['2026-01-31', '2026-03-01', '1 mes'],
    ['2025-06-10', '2026-11-09', '16 meses'],
  ])('E-10.292: for a birth on %s is, on %s, %s', (born, today, age) => {
    expect(describeAge(born, today)).toBe(age);
  });

  test('E-10.292: a day in the future or more than 120 years ago is not a date of birth', () => {
    expect(findBirthDateProblem('2026-11-23', '2026-11-23')).toBeUndefined();
    expect(findBirthDateProblem('2026-11-24', '2026-11-23')).toContain('futura');
    expect(findBirthDateProblem('1905-11-24', '2026-11-23')).toBeUndefined();
    expect(findBirthDateProblem('1905-11-23', '2026-11-23')).toContain('120 años');
  });
});

test('E-10.290: a CURP that contradicts the record causes a warning, except for an intersex person', () => {
  const { curp } = complete;
  expect(findCurpConflicts({ curp, birthDate: '1931-08-20', sex: 'male' })).toEqual([]);
  expect(findCurpConflicts({ curp, birthDate: null, sex: null })).toEqual([]);
  expect(findCurpConflicts({ curp, birthDate: '1931-08-20', sex: 'intersex' })).toEqual([]);
  expect(findCurpConflicts({ curp, birthDate: '1931-08-21', sex: 'female' })).toEqual([
    'La CURP no coincide con la fecha de nacimiento.',
    'La CURP no coincide con el sexo al nacer.',
  ]);
  expect(findCurpConflicts({ curp: 'otra cosa', birthDate: '1931-08-21', sex: 'female' })).toEqual(
    [],
  );
});

test('E-10.1853: an address abroad has any state and postal code, and an address in Mexico has not', () => {
  const texas = { state: 'Texas', zip: 'SW1A 1AA' };
  expect(findAddressIssues({ ...texas, country: 'Estados Unidos' })).toEqual([]);
  for (const country of [null, ' ', 'MÉXICO']) {
    expect(findAddressIssues({ ...texas, country })).toEqual([
      { path: 'state', message: 'Elige un estado.' },
      { path: 'zip', message: 'El código postal tiene 5 dígitos.' },
    ]);
    expect(findAddressIssues({ country, state: 'Jalisco', zip: '44160' })).toEqual([]);
  }
});

test('E-10.290: the messages of the form are instructions', () => {
  const messageFor = (field: keyof typeof identificationFields, value: unknown) =>
    identificationFields[field].safeParse(value).error?.issues[0]?.message;
  expect(messageFor('curp', ' boxw310820hnerxn09 ')).toBeUndefined();
  expect(messageFor('curp', 'BOXW310820HNERXN08')).toBe(
    'La CURP no es válida. Revisa que los 18 caracteres estén bien.',
  );
  expect(messageFor('birthDate', '2026-02-30')).toBe('La fecha no existe.');
});
