import { expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import {
  addDoctor,
  addDoctorAppointment,
  addPatient,
  addRecipeAppointment,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

interface ShownNote {
  readonly idNote: string;
  readonly text: string;
  readonly createdBy: string | null;
  readonly idAppointment: string | null;
  readonly isPinned: boolean;
}

async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await testApp().staff.request({ method, url, ...(payload && { payload }) });
  const { data } = answer.json<{ data?: { notes: ShownNote[] } }>();
  return { status: answer.statusCode, notes: data?.notes ?? [] };
}
const add = (idUser: string, text: string, idAppointment?: string) =>
  send('POST', '/v1/user/add-note', { idUser, text, idAppointment });
const change = (idUser: string, idNote: string, changes: object) =>
  send('PUT', '/v1/user/change-note', { idUser, idNote, ...changes });
const pinned = (notes: readonly ShownNote[]) =>
  notes.filter(({ isPinned }) => isPinned).map(({ text }) => text);

test('E-10.1900: notes have an author and are listed newest first, and at most one is pinned', async () => {
  const patient = await addPatient(db());
  await add(patient, 'Uno');
  const { notes } = await add(patient, '  Dos\ncon renglón ');
  expect(notes).toMatchObject([
    { text: 'Dos\ncon renglón', createdBy: 'Mariana Solórzano', isPinned: false },
    { text: 'Uno', idAppointment: null },
  ]);
  const [second, first] = notes.map(({ idNote }) => idNote);
  await change(patient, first ?? '', { isPinned: true });
  expect(pinned((await change(patient, second ?? '', { isPinned: true })).notes)).toEqual([
    'Dos\ncon renglón',
  ]);
  expect(pinned((await change(patient, second ?? '', { isPinned: false })).notes)).toEqual([]);
});

test('E-10.1900: a restored note keeps its date and author', async () => {
  const patient = await addPatient(db());
  const { notes } = await add(patient, 'Uno');
  const id = notes[0]?.idNote ?? '';
  expect((await change(patient, id, {})).notes).toEqual(notes);
  expect((await change(patient, id, { isDeleted: true })).notes).toEqual([]);
  expect((await change(patient, id, { isDeleted: false })).notes).toEqual(notes);
});

test('E-10.1901: a note can refer to an appointment of either kind, and only of this patient', async () => {
  const [patient, other] = [await addPatient(db()), await addPatient(db())];
  const visit = await addDoctorAppointment(db(), {
    patientId: patient,
    doctorId: await addDoctor(db()),
  });
  const recipe = await addRecipeAppointment(db(), patient);
  await add(patient, 'Uno', visit);
  expect((await add(patient, 'Dos', recipe)).notes).toMatchObject([
    { text: 'Dos', idAppointment: recipe },
    { text: 'Uno', idAppointment: visit },
  ]);
  expect((await add(other, 'Tres', visit)).status).toBe(404);
  const { notes } = await send('GET', `/v1/user/notes?idUser=${patient}`);
  expect((await change(other, notes[0]?.idNote ?? '', { isDeleted: true })).status).toBe(404);
  expect((await add(patient, '  ')).status).toBe(400);
});
