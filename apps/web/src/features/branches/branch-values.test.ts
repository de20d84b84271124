import type { Branch } from '@simiente/contract/branches/calls';
import { examCodes } from '@simiente/contract/exams/catalogue';
import { describe, expect, test } from 'vitest';
import { readFields, toFieldValues } from '../record-form/fields.ts';
import {
  type BranchValues,
  examNames,
  fields,
  firstExams,
  getAlert,
  parsePosition,
  readDegrees,
} from './branch-values.ts';

const FULL: BranchValues = {
  name: 'Almena Roma Norte',
  phone: '55 5264 1180',
  website: 'almena.example',
  address: 'Álvaro Obregón 182',
  state: 'Ciudad de México',
  zip: '06700',
  lat: '19.41844',
  lng: '-99.16231',
  exams: ['SEM'],
  utm: false,
  timeZone: '',
};

describe('degrees of a position', () => {
  test.each([
    ['19.41844', 19.41844],
    [' -99,1 ', -99.1],
    ['90', 90],
    ['-90.0', -90],
    ['.5', 0.5],
    ['0', 0],
  ])('%j are read as %d', (text, degrees) => {
    expect(readDegrees(text, 90 + (degrees < -90 ? 90 : 0))).toBe(degrees);
  });

  test.each([
    '',
    ' ',
    'NaN',
    '91',
    '-90.01',
    '1e309',
    '1e1',
    '0x10',
    'Infinity',
    '19,4,3',
    '--1',
    '.',
  ])('%j are rejected', (text) => {
    expect(readDegrees(text, 90)).toBeNull();
  });

  test('are a position only if both are given', () => {
    expect(parsePosition(FULL)).toEqual({ lat: 19.41844, lng: -99.16231 });
    expect(parsePosition({ lat: '19', lng: '' })).toBeNull();
    expect(parsePosition({ lat: '19', lng: '181' })).toBeNull();
  });
});

const MISSING_FIELDS = 'Por favor completa todos los campos obligatorios';
const MISSING_EXAMS = 'Por favor selecciona al menos un estudio disponible';

describe('a new branch is rejected', () => {
  const names = Object.keys(FULL) as (keyof BranchValues)[];
  const reject = (changes: Partial<BranchValues>) => {
    const values = { ...FULL, ...changes };
    const { errors } = readFields(fields, values, { names, base: null });
    return { errors, message: getAlert(errors, values) };
  };

  test.each(['name', 'address', 'lat', 'lng', 'phone', 'state', 'website', 'zip'] as const)(
    'E-5.8: without %s',
    (field) => {
      expect(reject({ [field]: '  ' })).toEqual({
        message: MISSING_FIELDS,
        errors: { [field]: expect.stringMatching(/^Escribe /) },
      });
    },
  );

  test('E-5.8, E-5.9: for missing fields first, then for its studies, then for invalid values', () => {
    expect(reject({ name: '', exams: [], lat: '91' }).message).toBe(MISSING_FIELDS);
    expect(reject({ exams: [], lat: '91' }).message).toBe(MISSING_EXAMS);
    expect(reject({ lat: '91', website: 'nada' })).toEqual({
      message: 'Revisa los campos marcados',
      errors: {
        lat: expect.stringContaining('entre -90 y 90'),
        website: expect.stringContaining('dirección web'),
      },
    });
    expect(reject({ name: 'N'.repeat(301) }).errors).toEqual({
      name: 'Como máximo 300 caracteres.',
    });
    expect(reject({ address: 'N'.repeat(1001) }).errors).toEqual({
      address: 'Como máximo 1000 caracteres.',
    });
    expect(reject({}).errors).toEqual({});
  });
});

const BRANCH: Branch = {
  id: 'brn_1',
  idBranch: 'brn_1',
  name: 'Centro',
  address: { city: 'Mérida', street: 'Calle 20' },
  location: null,
  phone: null,
  state: null,
  website: null,
  zip: null,
  exam_available: ['Seminograma', 'SEM', 'Estudio de antes'],
  namePartner: 'Almena',
  partner: { id: 'almena', name: 'Almena' },
  utm: true,
  timeZone: null,
  version: 1,
};

test('the values of a branch have the address in one line and studies as codes', () => {
  expect(toFieldValues(fields, BRANCH)).toEqual({
    ...toFieldValues(fields, null),
    name: 'Centro',
    address: 'Calle 20, Mérida',
    exams: ['SEM', 'Estudio de antes'],
    utm: true,
  });
});

test('codes and names are shown as names, without duplicates', () => {
  expect(examNames(['SEM', 'Perfil Hormonal', 'HORMO', 'RC', 'Estudio de antes'])).toEqual([
    'Seminograma',
    'Perfil Hormonal',
    'ERM de Cráneo',
    'Estudio de antes',
  ]);
});

test('the first exam names that fit are listed, and the others counted', () => {
  const first = (...exams: string[]) => firstExams(examNames(exams));
  expect(first('SEM', 'HORMO', 'CULOR', 'PT')).toEqual({
    shown: 'Seminograma, Perfil Hormonal',
    more: 2,
  });
  expect(first(...examCodes)).toEqual({ shown: 'Ecografía Testicular', more: 12 });
  expect(first('BIO', 'EPT')).toEqual({ shown: 'Marcadores Bioquímicos Seminales', more: 1 });
  expect(first('SEM')).toEqual({ shown: 'Seminograma', more: 0 });
  expect(first()).toEqual({ shown: '', more: 0 });
});
