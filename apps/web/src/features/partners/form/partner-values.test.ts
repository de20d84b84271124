import type { Partner } from '@simiente/contract/partners/calls';
import { describe, expect, test } from 'vitest';
import { ApiFailure, parseFailure } from '../../../lib/api/failure.ts';
import { noAnswer } from '../../../lib/api/send.ts';
import { changedFields, readFields, rebase, toFieldValues } from '../../record-form/fields.ts';
import { makePartner } from '../testing/partners.ts';
import {
  describeFailure,
  examChoices,
  fields,
  getAlert,
  type PartnerValues,
} from './partner-values.ts';

const partner = makePartner({
  website: 'https://almena.example',
  logo_url: 'laboratorio_almena',
  all_exams_available: ['Seminograma', 'RC', 'ERM de Cráneo', 'Algo raro'],
  branches: 3,
});
const image = new File(['x'], 'almena.png', { type: 'image/png' });
const toValues = (base: Partner | null) => toFieldValues(fields, base);
const full: PartnerValues = {
  ...toValues(null),
  name: 'Almena',
  country: 'México',
  type: 'Clínica',
  website: 'almena.example',
  exams: ['Seminograma'],
  logo_app_login: image,
};

test('E-9.6, E-9.7: the studies are offered in the spelling of the partner form', () => {
  expect(examChoices(null).map(({ label }) => label)).toEqual([
    'Ecografía Testicular',
    'Seminograma',
    'Perfil Hormonal',
    'Cultivo de Orina',
    'Cultivo de Semen',
    'Marcadores Bioquímicos Seminales',
    'Ecografía Testículo-Escrotal',
    'RMN de Cráneo',
    'Alfaglucosidasa',
    'Pefil tiroideo',
    'Hemoglobina glicosidada',
    'Orina postorgasmo',
    'Ecografia prostatica transrectal',
  ]);
});

test('stored studies are kept: codes, names of either form, and unknown ones', () => {
  expect(toValues(partner).exams).toEqual(['Seminograma', 'RMN de Cráneo', 'Algo raro']);
  expect(examChoices(partner).at(-1)?.label).toBe('Algo raro');
});

describe('the alert of a partner’s form', () => {
  const names = Object.keys(full) as (keyof PartnerValues)[];
  const check = (changes: Partial<PartnerValues>) => {
    const values = { ...full, ...changes };
    const { errors } = readFields(fields, values, { names, base: null });
    return { errors, alert: getAlert(errors, values) };
  };
  const FIELDS = 'Por favor completa todos los campos obligatorios';
  const EXAMS = 'Por favor selecciona al menos un estudio disponible';

  test('is absent if the form is complete', () => {
    expect(check({})).toEqual({ errors: {}, alert: undefined });
  });

  test.each([
    [{ name: ' ', exams: [], logo_app_login: null }, FIELDS],
    [{ country: '', exams: [] }, FIELDS],
    [{ website: '', logo_app_login: null }, FIELDS],
    [{ type: '' }, FIELDS],
    [{ exams: [], logo_app_login: null }, EXAMS],
    [{ type: 'Laboratorio', logo_app_login: null }, 'Por favor sube el logotipo de login'],
    [{ type: 'Hospital', logo_app_login: null }, 'Por favor sube todas las imágenes requeridas'],
  ])('S-8: is, for %j: %s', (draft, alert) => {
    const found = check(draft);
    expect(found.alert).toBe(alert);
    expect(Object.keys(found.errors).sort()).toEqual(
      Object.keys(draft)
        .filter(
          (field) =>
            draft[field as never] !== 'Laboratorio' && draft[field as never] !== 'Hospital',
        )
        .sort(),
    );
  });

  test('is absent for an invalid value, which has only the message of its field', () => {
    expect(check({ website: 'nada', id: 'Ñandú' })).toEqual({
      errors: {
        website: 'Escribe una dirección web, como https://ejemplo.com.',
        id: 'Usa solo letras minúsculas sin acento, números y guiones.',
      },
      alert: undefined,
    });
  });
});

test('unchanged fields take the current values of the server, including images and studies', () => {
  const base = toValues(partner);
  const file = {
    fileUrl: '/v1/files/1',
    fileName: 'a.png',
    mediaType: 'image/png',
    fileSize: 1,
    uploadedAt: '2026-01-01T00:00:00.000Z',
    uploadedBy: null,
  };
  const now = toValues({ ...partner, country: 'Perú', logo_app_nav: file });
  const typedValues = { ...base, name: 'El mío', logo_app_login: image };
  expect(rebase(fields, { values: typedValues, start: base, current: now })).toEqual({
    ...now,
    name: 'El mío',
    logo_app_login: image,
  });
  // An equal image is not a change.
  expect(changedFields(fields, now, { ...now, logo_app_nav: { ...file } })).toEqual([]);
});

test.each([
  [
    'with a text',
    new ApiFailure('PARTNER_ID_TAKEN', 'Ese id ya existe.'),
    'Error al crear el partner: Ese id ya existe.',
  ],
  [
    'with a code alone',
    parseFailure({ code: 'INTERNAL' }),
    'Error al crear el partner: Error desconocido',
  ],
  ['that is a page', parseFailure('<html>'), 'Error al crear el partner: Error desconocido'],
])('E-8.22: an answer %s is described as a failed creation with its message', (_, error, title) => {
  expect(describeFailure(error, true).title).toBe(title);
});

test.each([
  ['no answer', noAnswer()],
  ['an exception', new TypeError('x is not a function')],
])('E-8.23: %s is described as a creation that threw', (_, error) => {
  expect(describeFailure(error, true).title).toBe('Error al crear el partner');
});
