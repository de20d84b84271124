import type { Doctor } from '@simiente/contract/doctors/calls';
import { expect, test } from 'vitest';
import { type FieldValues, readFields, rebase, toFieldValues } from '../record-form/fields.ts';
import { fields } from './DoctorForm.tsx';

const doctor: Doctor = {
  idDoctor: 'doc_1',
  name: 'Renata Olvera',
  email: 'renata@example.org',
  specialties: ['Andrología', 'Urología'],
  appointmentMinutes: 45,
  workingDays: [],
  absences: [],
  workedHolidays: [],
  clinicHolidays: { added: [], removed: [] },
  retiredAt: null,
  upcoming: 3,
  version: 4,
};

type DoctorValues = FieldValues<typeof fields>;
const toValues = (base: Doctor | null) => toFieldValues(fields, base);
const names = Object.keys(fields) as (keyof DoctorValues)[];
const read = (values: Partial<DoctorValues>, base: Doctor | null = doctor) =>
  readFields(fields, { ...toValues(base), ...values }, { names, base });

test('the values of a doctor have every field', () => {
  const { name, email, specialties, appointmentMinutes } = doctor;
  const { payload, errors } = read({});
  expect(errors).toEqual({});
  expect(payload).toMatchObject({ name, email, specialties, minutes: appointmentMinutes });
});

test('a specialty with a comma stays complete, also beside others that change', () => {
  const imported = { ...doctor, specialties: ['Andrología, reproductiva', 'Urología'] };
  const specialties = 'Cirugía, Andrología, reproductiva, Andrología';
  expect(read({ specialties }, imported).payload).toMatchObject({
    specialties: ['Cirugía', 'Andrología, reproductiva', 'Andrología'],
  });
});

test('own edits are rebased on saved changes, field by field', () => {
  const start = toValues(doctor);
  const values = { ...start, minutes: '60' };
  const now = { ...start, name: 'Otra', minutes: '15' };
  expect(rebase(fields, { values, start, current: now })).toEqual({ ...now, minutes: '60' });
});

test('a new doctor has half an hour for each appointment', () => {
  expect(toValues(null)).toMatchObject({ name: '', minutes: '30' });
});

test('surrounding spaces, empty or repeated specialties and an empty e-mail are removed', () => {
  expect(
    read({ name: ' Ana ', email: '  ', specialties: ' Urología,, Andrología ,Urología, ' }).payload,
  ).toMatchObject({ name: 'Ana', email: null, specialties: ['Urología', 'Andrología'] });
});

test.each([
  [{ name: '  ' }, 'name', 'Escribe el nombre.'],
  [{ email: 'nadie' }, 'email', 'El correo no es válido.'],
  [{ email: 'a b@c.mx' }, 'email', 'El correo no es válido.'],
  [
    { specialties: Array.from({ length: 11 }, (_, index) => `E${index}`).join() },
    'specialties',
    'Escribe 10 especialidades como máximo.',
  ],
  [{ specialties: 'a'.repeat(101) }, 'specialties', 'Como máximo 100 caracteres.'],
  [{ minutes: '' }, 'minutes', 'Escribe los minutos.'],
  [{ minutes: '4' }, 'minutes', 'Escribe de 5 a 240 minutos.'],
  [{ minutes: '241' }, 'minutes', 'Escribe de 5 a 240 minutos.'],
  [{ minutes: '30.5' }, 'minutes', 'Escribe de 5 a 240 minutos.'],
] as const)('the doctor’s value %j is rejected at %s', (values, name, message) => {
  expect(read(values).errors).toMatchObject({ [name]: message });
});
