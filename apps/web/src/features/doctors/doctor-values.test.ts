import type { Doctor } from '@simiente/contract/doctors/calls';
import { expect, test } from 'vitest';
import { readFields, rebase } from '../record-form/fields.ts';
import { type DoctorValues, fields, toValues, toWorkingDays, WEEK } from './doctor-values.ts';

const doctor: Doctor = {
  idDoctor: 'doc_1',
  name: 'Renata Olvera',
  email: 'renata@example.org',
  specialties: ['Andrología', 'Urología'],
  appointmentMinutes: 45,
  workingDays: [
    { weekday: 0, from: '10:00', to: '13:00' },
    { weekday: 2, from: '09:00', to: '14:00' },
  ],
  retiredAt: null,
  upcoming: 3,
  version: 4,
};

const names = Object.keys(fields) as (keyof DoctorValues)[];
const read = (values: Partial<DoctorValues>, base: Doctor | null = doctor) =>
  readFields(fields, { ...toValues(base), ...values }, { names, base });

test('the values of a doctor have every field, with the days in any order', () => {
  const { name, email, specialties, appointmentMinutes, workingDays } = doctor;
  const { written, errors } = read({});
  expect(errors).toEqual({});
  expect(written).toMatchObject({ name, email, specialties, minutes: appointmentMinutes });
  expect(toWorkingDays(toValues(doctor))).toEqual(workingDays.toReversed());
});

test('a specialty that holds a comma stays whole, also beside others that change', () => {
  const imported = { ...doctor, specialties: ['Andrología, reproductiva', 'Urología'] };
  const specialties = 'Cirugía, Andrología, reproductiva, Andrología';
  expect(read({ specialties }, imported).written).toMatchObject({
    specialties: ['Cirugía', 'Andrología, reproductiva', 'Andrología'],
  });
});

test('own edits are rebased on saved changes, field by field and day by day', () => {
  const start = toValues(doctor);
  const values = { ...start, minutes: '60', day2: { ...start.day2, works: false } };
  const now = { ...start, name: 'Otra', minutes: '15', day0: { ...start.day0, works: false } };
  expect(rebase(fields, { values, start, now })).toEqual({
    ...now,
    minutes: '60',
    day2: { ...start.day2, works: false },
  });
});

test('a new doctor works Monday to Saturday from 8 to 20, half an hour for each appointment', () => {
  const values = toValues(null);
  expect(toWorkingDays(values)).toEqual(
    [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '20:00' })),
  );
  expect(values).toMatchObject({ name: '', minutes: '30' });
});

test('surrounding spaces, empty or repeated specialties and an empty e-mail are removed', () => {
  expect(
    read({ name: ' Ana ', email: '  ', specialties: ' Urología,, Andrología ,Urología, ' }).written,
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
] as const)('%j is refused at %s', (values, name, message) => {
  expect(read(values).errors).toMatchObject({ [name]: message });
});

test('hours are refused on the day that they are of, and not on a day off', () => {
  const late = Object.fromEntries(
    WEEK.map((weekday) => [
      `day${weekday}`,
      { ...toValues(null)[`day${weekday}`], from: '20:00', to: '08:00' },
    ]),
  );
  const { errors } = read(late, null);
  const days = Object.keys(errors).filter((path) => /^day\d$/.test(path));
  expect(days).toEqual(['day1', 'day2', 'day3', 'day4', 'day5', 'day6']);
  expect(errors.day1).toBe('El horario termina antes de empezar.');
});
