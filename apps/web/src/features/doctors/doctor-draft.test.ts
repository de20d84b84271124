import type { Doctor } from '@simiente/contract/doctors';
import { expect, test } from 'vitest';
import { checkDraft, type DoctorDraft, draftOf, rebase } from './doctor-draft.ts';

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

const withFields = (fields: Partial<DoctorDraft>, base: Doctor | null = doctor) =>
  checkDraft({ ...draftOf(doctor), ...fields }, base);
const errorsOf = (fields: Partial<DoctorDraft>) => {
  const checked = withFields(fields);
  return 'errors' in checked ? checked.errors : {};
};

test('what the form holds of a new doctor is all of the doctor, whatever the order of the days', () => {
  const { name, email, specialties, appointmentMinutes, workingDays } = doctor;
  expect(checkDraft(draftOf(doctor), null)).toEqual({
    fields: {
      name,
      email,
      specialties,
      appointmentMinutes,
      workingDays: workingDays.toReversed(),
    },
  });
});

test('of a doctor who was there only what was touched is sent, and looked at', () => {
  const imported = { ...doctor, name: '', email: 'nadie', appointmentMinutes: 1 };
  const draft = draftOf(imported);
  expect(checkDraft(draft, imported)).toEqual({ fields: {} });
  const days = draft.days.map((day) => ({ ...day, works: day.weekday === 2 }));
  expect(checkDraft({ ...draft, days }, imported)).toEqual({
    fields: { workingDays: [{ weekday: 2, from: '09:00', to: '14:00' }] },
  });
  expect(checkDraft({ ...draft, email: 'nada' }, imported)).toEqual({
    errors: { email: 'El correo no es válido.' },
  });
});

test('a specialty that holds a comma stays whole, also beside others that change', () => {
  const imported = { ...doctor, specialties: ['Andrología, reproductiva', 'Urología'] };
  const specialties = 'Cirugía, Andrología, reproductiva, Andrología';
  expect(checkDraft({ ...draftOf(imported), specialties }, imported)).toEqual({
    fields: { specialties: ['Cirugía', 'Andrología, reproductiva', 'Andrología'] },
  });
});

test('one’s own edits stand on what others saved meanwhile, field by field and day by day', () => {
  const base = draftOf(doctor);
  const closed = (weekday: number, draft: DoctorDraft) =>
    draft.days.map((day) => (day.weekday === weekday ? { ...day, works: false } : day));
  const mine = { ...base, minutes: '60', days: closed(2, base) };
  const theirs = { ...base, name: 'Otra', minutes: '15', days: closed(0, base) };
  expect(rebase(mine, base, theirs)).toEqual({
    ...base,
    name: 'Otra',
    minutes: '60',
    days: closed(0, mine),
  });
});

test('a new one works Monday to Saturday from 8 to 20, half an hour for each', () => {
  const draft = draftOf(null);
  expect(draft.days.filter(({ works }) => works).map(({ weekday }) => weekday)).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
  expect(draft).toMatchObject({ name: '', minutes: '30' });
  expect(draft.days[0]).toEqual({ weekday: 1, works: true, from: '08:00', to: '20:00' });
});

test('spaces around words, empty and repeated specialties and an empty e-mail are nothing', () => {
  expect(
    withFields({ name: ' Ana ', email: '  ', specialties: ' Urología,, Andrología ,Urología, ' }),
  ).toMatchObject({
    fields: { name: 'Ana', email: null, specialties: ['Urología', 'Andrología'] },
  });
});

test.each([
  [{ name: '  ' }, 'name'],
  [{ email: 'nadie' }, 'email'],
  [{ email: 'a b@c.mx' }, 'email'],
  [{ specialties: Array.from({ length: 11 }, (_, index) => `E${index}`).join() }, 'specialties'],
  [{ specialties: 'a'.repeat(101) }, 'specialties'],
  [{ minutes: '' }, 'minutes'],
  [{ minutes: '4' }, 'minutes'],
  [{ minutes: '241' }, 'minutes'],
  [{ minutes: '30.5' }, 'minutes'],
] as const)('%j is refused at %s', (fields, name) => {
  expect(Object.keys(errorsOf(fields))).toEqual([name]);
});

test('hours are refused on the day that they are of, and not on a day off', () => {
  const days = draftOf(null).days.map((day) => ({ ...day, from: '20:00', to: '' }));
  expect(Object.keys(errorsOf({ days }).days ?? {})).toEqual(['1', '2', '3', '4', '5', '6']);
});
