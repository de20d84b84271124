import { notifications } from '@mantine/notifications';
import type { OfferedDoctor } from '@simiente/contract/appointments/calls';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { makePatientSummary } from '../../../testing/patients.ts';
import { findAlert, renderRouted, unlocked } from '../../../testing/render.tsx';
import {
  type Answers,
  answerRequests,
  errorResponse,
  networkError,
} from '../../../testing/wire.ts';
import { sessionQuery } from '../../session/session.ts';
import { makeDoctorAppointment } from '../testing/records.ts';
import { AppointmentForm, type AppointmentFormProps } from './AppointmentForm.tsx';
import { toDateTime } from './appointment-fields.tsx';

const IGNACIO: Doctor = {
  idDoctor: 'doc_1',
  name: 'Ignacio Ferrer',
  email: 'ignacio@example.org',
  specialties: ['Urología'],
  appointmentMinutes: 30,
  workingDays: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    from: '00:00',
    to: '23:59',
    idBranch: null,
    placeName: null,
    timeZone: null,
  })),
  absences: [],
  workedHolidays: [],
  clinicHolidays: { added: [], removed: [] },
  retiredAt: null,
  upcoming: 0,
  version: 1,
};
const makePatient = (idUser: string, name: string) =>
  makePatientSummary({ idUser, name, email: `${idUser}@example.org` });

let doctor = IGNACIO;
let patients = [makePatient('usr_1', 'Alejandro Villaseñor')];
let nextCursor: string | null = null;
let searches: (string | null)[] = [];
/** Delays the answers of searches. */
let answered: Promise<void> = Promise.resolve();
let sent: unknown[] = [];
let keys: (string | null)[] = [];
/** Error answer for free times and creations. */
let rejection: unknown;

beforeEach(() => {
  // In the year before the appointments, whose day then has its year.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00.000Z') });
  doctor = IGNACIO;
  patients = [makePatient('usr_1', 'Alejandro Villaseñor')];
  nextCursor = null;
  searches = [];
  answered = Promise.resolve();
  sent = [];
  keys = [];
  rejection = undefined;
});

const page = () => ({ nextCursor, total: 1, totalIsCapped: false });

const server: Answers = {
  'GET /v1/doctor/get-one': () => doctor,
  'GET /v1/doctor/free-times': () => rejection ?? { times: ['2027-03-15T17:00:00.000Z'] },
  'GET /v1/user/list': async ({ query }) => {
    searches.push(query.get('search'));
    await answered;
    const counts = { 1: 1, 2: 0, 3: 0, 4: 0 };
    return { userData: patients, counts, countsAreCapped: false, ...page() };
  },
  'POST /v1/doctor/create_appointment': ({ body, headers }) => {
    sent.push(body);
    keys.push(headers.get('idempotency-key'));
    const appointment = makeDoctorAppointment({ version: 1 });
    return rejection ?? { appointment, outsideWorkingHours: false };
  },
};

afterEach(() => {
  vi.useRealTimers();
  act(() => notifications.clean());
  queryClient.clear();
});

/** The form opened from a doctor's agenda, in Tijuana, which still has daylight saving time. */
async function show({
  startsAt,
  choosesDoctor = false,
  ...props
}: Partial<AppointmentFormProps> & { startsAt?: string; choosesDoctor?: boolean } = {}) {
  answerRequests(server);
  queryClient.setQueryData(sessionQuery.queryKey, () => ({
    user: { name: 'Mariana', email: 'mariana@example.org' },
    clinicTimeZone: 'America/Tijuana',
    mapTiles: null,
    twoFactor: 'off' as const,
  }));
  renderRouted(
    <AppointmentForm
      requested={{
        record: null,
        ...(startsAt && { start: { when: toDateTime(startsAt, 'America/Tijuana') } }),
      }}
      {...(!choosesDoctor && { doctor: { idDoctor: 'doc_1', name: 'Ignacio Ferrer' } })}
      {...props}
    />,
  );
  const dialog = await screen.findByRole('dialog');
  // Its first field gets the focus a moment after it opened.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return { user: userEvent.setup(), form: within(dialog) };
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

function set(label: string | RegExp, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Crear cita' }));
const alejandro = { patient: { idUser: 'usr_1', name: 'Alejandro Villaseñor' } };

test('E-5.30: an hour skipped by the clock shift is rejected at its field, and nothing is sent', async () => {
  const { form } = await show(alejandro);
  set('Fecha', '14/03/2027');
  set('Hora (Tijuana)', '02:30');
  save();
  expect(
    await form.findByText('Esa hora no existe ese día en Tijuana por el cambio de horario.'),
  ).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText(/^Hora/)));
  expect(sent).toEqual([]);
});

test('E-5.30: an ambiguous hour is saved as the first one, with a note', async () => {
  const { form } = await show(alejandro);
  set('Fecha', '07/11/2027');
  set('Hora (Tijuana)', '01:30');
  expect(
    form.getByText(
      'En UTC: 11/07/2027 | 8:30 AM. Esa hora ocurre dos veces ese día; se toma la primera.',
    ),
  ).toBeTruthy();
  save();
  await isClosed();
  expect(sent).toEqual([
    { idUser: 'usr_1', idDoctor: 'doc_1', status: 'pending', date: '2027-11-07T08:30:00.000Z' },
  ]);
});

test('the second of two equal hours is kept when it was chosen in the agenda', async () => {
  const { form } = await show({ ...alejandro, startsAt: '2027-11-07T09:30:00.000Z' });
  expect(form.getByLabelText('Fecha')).toHaveProperty('value', '07/11/2027');
  expect(form.getByLabelText(/^Hora/)).toHaveProperty('value', '01:30');
  save();
  await isClosed();
  expect(sent).toMatchObject([{ date: '2027-11-07T09:30:00.000Z' }]);
});

test('E-2.161: the form of an agenda searches the patient, and Enter chooses the only match', async () => {
  const { user, form } = await show({ startsAt: '2027-03-15T17:00:00.000Z' });
  expect(form.getByText('Dr Ignacio Ferrer')).toBeTruthy();
  expect(await form.findByText('Urología')).toBeTruthy();
  const patient = form.getByRole('combobox', { name: 'Paciente' });
  // Screen readers announce no results while the list is closed.
  expect(searches).toEqual([]);
  await user.type(patient, 'villasenor');
  await waitFor(() => expect(searches).toContain('villasenor'));
  expect(await form.findByText('usr_1@example.org')).toBeTruthy();
  await form.findByText('1 resultado');
  await user.keyboard('{Enter}');
  expect(patient).toHaveProperty('value', 'Alejandro Villaseñor');
  expect(form.queryByRole('listbox')).toBeNull();
  expect(sent).toEqual([]);
  save();
  await isClosed();
  expect(sent).toMatchObject([{ idUser: 'usr_1', date: '2027-03-15T17:00:00.000Z' }]);
});

test('a patient is chosen among several matches, and a partial list is marked', async () => {
  patients = [makePatient('usr_1', 'Ana Pérez'), makePatient('usr_2', 'Ana Pérez')];
  nextCursor = 'more';
  const { user, form } = await show();
  const patient = form.getByRole('combobox', { name: 'Paciente' });
  await user.click(patient);
  await form.findByText('Hay más resultados; escribe para acotar la búsqueda.');
  await user.type(patient, 'ana{Enter}');
  expect(form.queryByText('Elige la fecha.')).toBeNull();
  await user.click(await form.findByText('usr_2@example.org'));
  set('Fecha', '15/03/2027');
  set(/^Hora/, '10:00');
  save();
  await waitFor(() => expect(sent).toMatchObject([{ idUser: 'usr_2' }]));
});

test('people who do not match disappear before the answer arrives, which moves no option', async () => {
  patients = [makePatient('usr_1', 'Ana Pérez'), makePatient('usr_2', 'Inés Núñez')];
  const { user, form } = await show();
  const patient = form.getByRole('combobox', { name: 'Paciente' });
  await user.click(patient);
  const names = () => form.getAllByRole('option').map(({ textContent }) => textContent);
  await form.findByText('2 resultados');
  expect(names()).toHaveLength(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  answered = promise;
  fireEvent.change(patient, { target: { value: 'nunez' } });
  expect(names()).toEqual([expect.stringContaining('Inés Núñez')]);
  await form.findByText('Buscando…');
  patients = [makePatient('usr_2', 'Inés Núñez')];
  resolve();
  await form.findByText('1 resultado');
  expect(names()).toEqual([expect.stringContaining('Inés Núñez')]);
});

test('a retired doctor is reported immediately, without free times', async () => {
  doctor = { ...IGNACIO, retiredAt: '2026-01-31T12:00:00.000Z' };
  const { form } = await show(alejandro);
  expect(await form.findByText(/^Este médico está inactivo/)).toBeTruthy();
  expect(form.queryByText(/[Hh]orarios/)).toBeNull();
});

test('E-2.162: free times that fail to load show an error, and Reintentar loads them', async () => {
  rejection = errorResponse('INTERNAL');
  const { user, form } = await show(alejandro);
  await form.findByText('No se pudieron cargar los horarios.');
  rejection = undefined;
  await user.click(await form.findByRole('button', { name: 'Reintentar' }));
  await form.findByRole('group', { name: /^Próximos horarios disponibles/ });
});

test('E-5.31: a doctor who retires while the form is open is rejected, and other input stays', async () => {
  const { form } = await show({ ...alejandro, startsAt: '2027-03-15T17:00:00.000Z' });
  rejection = errorResponse('DOCTOR_RETIRED');
  save();
  expect(await findAlert(form)).toContain(
    'Este médico está inactivo: no se le pueden agendar citas ni reprogramar las que tiene.',
  );
  expect(form.getByLabelText(/^Hora/)).toHaveProperty('value', '10:00');
});

test('C7, E-10.1011: a simultaneous appointment of the patient is named, and can be saved anyway', async () => {
  const { user, form } = await show({ ...alejandro, startsAt: '2027-03-15T17:00:00.000Z' });
  rejection = errorResponse('SAME_TIME', {
    details: {
      ...{ doctorName: null, isRecipe: true },
      startsAt: '2027-03-15T17:00:00.000Z',
      endsAt: '2027-03-15T17:30:00.000Z',
    },
  });
  save();
  expect(await findAlert(form)).toMatch(
    /El paciente ya tiene otra cita a esa hora\..*Validación de receta: /,
  );
  rejection = undefined;
  await user.click(await form.findByRole('button', { name: 'Agendar de todos modos' }));
  await isClosed();
  expect(sent.at(-1)).toMatchObject({ despiteSameTime: true });
});

test('T-H2: a lost answer is retried with the same key, and the input stays', async () => {
  const { form } = await show({ ...alejandro, startsAt: '2027-03-15T17:00:00.000Z' });
  rejection = networkError();
  save();
  await form.findByText('Sin conexión con el servidor. Revisa tu conexión a internet.');
  expect(form.getByLabelText(/^Hora/)).toHaveProperty('value', '10:00');
  rejection = undefined;
  await unlocked();
  save();
  await isClosed();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

test('E-10.1491: an unknown name is created with its phone, at the slot of the agenda', async () => {
  patients = [];
  const { user, form } = await show({ startsAt: '2027-03-15T17:00:00.000Z' });
  answerRequests({ ...server, 'POST /v1/user/duplicates': () => ({ duplicates: [] }) });
  await user.type(await form.findByRole('combobox', { name: 'Paciente' }), 'Zulema Quiroga');
  await user.click(await form.findByRole('option', { name: 'Crear paciente «Zulema Quiroga»' }));
  await user.type(await form.findByLabelText('Teléfono'), '5512345678');
  save();
  await isClosed();
  expect(sent).toEqual([
    {
      newPatient: { name: 'Zulema Quiroga', phone: '5512345678' },
      ...{ idDoctor: 'doc_1', status: 'pending', date: '2027-03-15T17:00:00.000Z' },
    },
  ]);
});

test('E-10.1492, E-10.1850: the form opens with the day of the page, and a short phone needs confirmation', async () => {
  patients = [];
  const { user, form } = await show({ day: '2027-03-15' });
  answerRequests({ ...server, 'POST /v1/user/duplicates': () => ({ duplicates: [] }) });
  expect(form.getByLabelText('Fecha')).toHaveProperty('value', '15/03/2027');
  await user.type(await form.findByRole('combobox', { name: 'Paciente' }), 'Zulema');
  await user.click(await form.findByRole('option', { name: 'Crear paciente «Zulema»' }));
  await user.type(await form.findByLabelText('Teléfono'), '551234567');
  expect(form.getByText(/^El teléfono tiene 9 dígitos; en México tienen 10/)).toBeTruthy();
  await user.type(await form.findByLabelText('Teléfono'), '8');
  expect(form.queryByText(/^El teléfono tiene/)).toBeNull();
  await user.clear(await form.findByLabelText('Teléfono'));
  await user.type(await form.findByLabelText('Teléfono'), '(619) 555-0123');
  await user.click(await form.findByRole('button', { name: 'Estados Unidos: +1 619 555 0123' }));
  expect(form.getByLabelText('Teléfono')).toHaveProperty('value', '+1 619 555 0123');
  expect(form.queryByText(/¿De qué país es el número\?/)).toBeNull();
});

test('E-10.2101: «Cualquiera» chooses a doctor who is free at the chosen hour, otherwise the earliest free hour', async () => {
  const [nine, eleven] = ['2027-03-15T16:00:00.000Z', '2027-03-15T18:00:00.000Z'];
  const offer = (idDoctor: string, name: string, fields: Partial<OfferedDoctor>) => ({
    ...{ idDoctor, name, email: null, specialties: ['Urología'], isFree: false, nextFree: null },
    ...fields,
  });
  const busyDoctor = offer('doc_1', 'Ignacio Ferrer', { nextFree: eleven });
  const requests: (string | null)[] = [];
  let offered = [
    busyDoctor,
    offer('doc_2', 'Olga Ríos', { nextFree: nine }),
    offer('doc_3', 'Úrsula', {}),
  ];
  const { user, form } = await show({ ...alejandro, choosesDoctor: true, day: '2027-03-15' });
  answerRequests({
    ...server,
    'GET /v1/doctor/next-free': ({ query }) => {
      requests.push(query.get('from'));
      return { doctors: offered, moreDoctors: false };
    },
  });
  await user.click(await form.findByRole('combobox', { name: 'Médico' }));
  await form.findByText('3 resultados');
  expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Cualquiera Olga Ríos · lun 15 mar 2027, 9:00'),
    expect.stringContaining('Ignacio Ferrer Urología · Próximo: lun 15 mar 2027, 11:00'),
    expect.stringContaining('Olga Ríos Urología · Próximo: lun 15 mar 2027, 9:00'),
    expect.stringContaining('Úrsula Urología · Sin horarios disponibles'),
  ]);
  await user.click(await form.findByRole('option', { name: /Cualquiera/ }));
  expect(form.getByRole('combobox', { name: 'Médico' })).toHaveProperty('value', 'Olga Ríos');
  expect(form.getByLabelText(/^Hora/)).toHaveProperty('value', '09:00');

  // With a chosen hour, the first doctor who is free then.
  offered = [busyDoctor, offer('doc_4', 'Vera', { nextFree: eleven, isFree: true })];
  set(/^Hora/, '09:10');
  await user.clear(await form.findByRole('combobox', { name: 'Médico' }));
  await user.click(await form.findByRole('option', { name: /Cualquiera Vera/ }));
  expect(requests.at(-1)).toBe('2027-03-15T16:10:00.000Z');
  save();
  await isClosed();
  expect(sent).toMatchObject([{ idDoctor: 'doc_4', date: '2027-03-15T16:10:00.000Z' }]);
});
