import { notifications } from '@mantine/notifications';
import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { formatAppointment, formatClinicTime } from '@simiente/contract/format/dates';
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queries } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { renderRouted } from '../../../testing/render.tsx';
import { ToastHost } from '../../../ui/toasts/ToastHost.tsx';
import { makeDoctorAppointment } from '../testing/records.ts';
import { DoctorCard } from './DoctorAppointmentsPage.tsx';

const MEXICO = 'America/Mexico_City';
/** Two half hours of one day and one of the next, in Mexico City. */
const FREE = ['2026-11-23T18:30:00.000Z', '2026-11-23T19:30:00.000Z', '2026-11-24T15:00:00.000Z'];

/** `current` is the appointment that the server has after the answer. */
type Answer = { status: number; body: unknown; current?: DoctorAppointment };

let sent: unknown[] = [];
let answers: Answer[] = [];
/** The appointment that the server has. */
let stored: DoctorAppointment;

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/doctor/free-times') {
      return Response.json({ status: 200, data: { times: FREE } });
    }
    if (request.method === 'GET') {
      return Response.json({ status: 200, data: makeHistory(stored) });
    }
    expect(`${request.method} ${pathname}`).toBe('PUT /v1/doctor/update_appointment_status');
    sent.push(await request.json());
    const { status, body, current } = answers.shift() ?? { status: 500, body: {} };
    stored = current ?? stored;
    return Response.json(body, { status });
  });
});

afterEach(() => {
  act(() => notifications.clean());
  queryClient.clear();
  vi.unstubAllGlobals();
});

const savedAnswer = (appointment: DoctorAppointment, outsideWorkingHours = false): Answer => ({
  status: 200,
  body: { status: 200, data: { appointment, outsideWorkingHours } },
  current: appointment,
});

const rejectedAnswer = (
  code: string,
  details?: { readonly [name: string]: unknown; readonly current?: DoctorAppointment },
  status = 409,
): Answer => ({
  status,
  body: { status, code, errorMessage: `No: ${code}`, details },
  ...(details?.current && { current: details.current }),
});

/** The card of the appointment, as the page renders it. */
function LoadedCard() {
  const { data } = useQuery(
    queries.patients.getMedicalHistory.queryOptions({ input: { idUser: 'usr_1' } }),
  );
  return data?.data.appointments.doctorAppointments.map((appointment) => (
    <DoctorCard key={appointment.id} appointment={appointment} onOpen={() => {}} />
  ));
}

const makeHistory = (appointment: DoctorAppointment): MedicalHistory => ({
  idUser: 'usr_1',
  name: 'Alejandro Villaseñor',
  email: null,
  phone: null,
  userData: { test: { userName: null } },
  historyName: null,
  allExamns: { exams: [] },
  MedicalReportData: { examReportIA: { message: '' }, firstMedicalReport: { message: '' } },
  appointments: { recipeAppointments: [], doctorAppointments: [appointment] },
});

async function show(appointment = makeDoctorAppointment()) {
  stored = appointment;
  renderRouted(
    <>
      <LoadedCard />
      <ToastHost />
    </>,
  );
  await screen.findByRole('button', { name: 'Ver Detalles' });
}

async function open() {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Ver Detalles' }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar Cita' });
  return { user, dialog, form: within(dialog) };
}

function set(label: string | RegExp, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));

test('E-9.14: a card shows the doctor, the first specialty, the status, and the time in both zones', async () => {
  await show();
  const card = within(screen.getByRole('listitem'));
  expect(card.getByRole('heading').textContent).toBe('Cita Médica');
  expect(card.getByText('Dr Ignacio Ferrer Lozano')).toBeTruthy();
  expect(card.getByText('Urología')).toBeTruthy();
  expect(card.getByText('Pendiente')).toBeTruthy();
  expect(card.getByText(/^vie 6 nov.*, 11:00–11:30$/).title).toBe('Hora de Ciudad de México');
  expect(card.getByText('11/06/2026 | 5:00 PM').parentElement?.textContent).toContain('UTC');
  expect(card.queryByText(/Se empalma/)).toBeNull();
});

test('a card notes an imported overlap', async () => {
  await show(makeDoctorAppointment({ overlaps: true }));
  expect(screen.getByText('Se empalma con otra cita importada')).toBeTruthy();
});

test('E-10.26: a card without a date has a notice without a time zone, and an odd name is plain text', async () => {
  const name = "<b>Ulises</b> Peña O'Farrill";
  await show(
    makeDoctorAppointment({
      appointmentDate: { date: null, endDate: null },
      doctor: { name, specialty_formatted: [], email: null },
    }),
  );
  expect(screen.getByText(`Dr ${name}`)).toBeTruthy();
  expect(screen.getByText('Fecha no disponible')).toBeTruthy();
  expect(screen.queryByText('UTC')).toBeNull();
});

test('status and time are saved with their version, and the card shows the answer', async () => {
  await show();
  const { user, form } = await open();
  expect(form.getByLabelText('Fecha')).toHaveProperty('value', '06/11/2026');
  expect(form.getByLabelText('Hora (Ciudad de México)')).toHaveProperty('value', '11:00');
  expect(form.getByText('En UTC: 11/06/2026 | 5:00 PM.')).toBeTruthy();

  await user.click(await form.findByRole('combobox', { name: 'Estado' }));
  await user.click(await form.findByRole('option', { name: 'Asignado' }));
  set('Fecha', '31/12/2026');
  set(/^Hora/, '18:30');
  expect(form.getByText('En UTC: 01/01/2027 | 12:30 AM.')).toBeTruthy();

  const date = '2027-01-01T00:30:00.000Z';
  const next = makeDoctorAppointment({
    status: 'assigned',
    appointmentDate: { date, endDate: '2027-01-01T01:00:00.000Z' },
    version: 4,
  });
  answers = [savedAnswer(next)];
  save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ idAppointment: 'apt_1', status: 'assigned', date, version: 3 }]);
  expect(screen.getByText('01/01/2027 | 12:30 AM')).toBeTruthy();
  expect(screen.getByText('Asignado')).toBeTruthy();
  expect(await screen.findByText('Cita actualizada')).toBeTruthy();
});

test('E-10.3165: the toast of an edit names doctor and time, and Deshacer restores the earlier ones', async () => {
  await show();
  await open();
  set('Fecha', '31/12/2026');
  const moved = makeDoctorAppointment({
    idDoctor: 'doc_2',
    doctor: { name: 'Renata Olvera', specialty_formatted: [], email: null },
    appointmentDate: { date: '2026-12-31T17:00:00.000Z', endDate: '2026-12-31T17:30:00.000Z' },
    version: 4,
  });
  answers = [savedAnswer(moved), savedAnswer(makeDoctorAppointment({ version: 5 }))];
  save();
  expect(await screen.findByText(/^Dr Renata Olvera, jue 31 dic.*, 11:00$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Cambio deshecho')).toBeTruthy();
  expect(sent.at(-1)).toEqual({
    idAppointment: 'apt_1',
    idDoctor: 'doc_1',
    status: 'pending',
    date: '2026-11-06T17:00:00.000Z',
    version: 4,
    despiteSameTime: true,
  });
  expect(await screen.findByText('11/06/2026 | 5:00 PM')).toBeTruthy();
});

test('E-10.3165: an undo that another change overtook shows that change', async () => {
  await show();
  await open();
  set('Fecha', '31/12/2026');
  const current = makeDoctorAppointment({ status: 'assigned', version: 5 });
  answers = [
    savedAnswer(makeDoctorAppointment({ version: 4 })),
    rejectedAnswer('STALE_VERSION', { current }),
  ];
  save();
  fireEvent.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Otra persona cambió la cita después.')).toBeTruthy();
  expect(await screen.findByText('Asignado')).toBeTruthy();
});

test('a time outside the doctor’s hours is saved with a warning', async () => {
  await show();
  await open();
  set(/^Hora/, '12:00');
  answers = [savedAnswer(makeDoctorAppointment({ version: 4 }), true)];
  save();
  expect(await screen.findByText(/Está fuera del horario del médico\.$/)).toBeTruthy();
});

test('E-10.2981: another time is warned of before it is saved, and the saved time is not', async () => {
  const appointmentDate = { date: '2020-11-06T17:00:00.000Z', endDate: '2020-11-06T17:30:00.000Z' };
  await show(makeDoctorAppointment({ appointmentDate }));
  await open();
  const warning = 'Esa hora ya pasó; la cita se guardará en el historial.';
  expect(screen.queryByText(warning)).toBeNull();
  set(/^Hora/, '12:00');
  await screen.findByText(warning);
  set(/^Hora/, '11:00');
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
});

test('E-2.162: free times are grouped by day, show only the hour, and the chosen one is marked', async () => {
  await show();
  const { user, form } = await open();
  const free = within(await form.findByRole('group', { name: /Próximos horarios disponibles/ }));
  const days = free.getAllByRole('list').map((day) => day.textContent);
  expect(days).toEqual(['12:3013:30', '9:00']);
  expect(free.getByText('2 libres')).toBeTruthy();
  await user.click(await free.findByRole('button', { name: '13:30' }));
  expect(form.getByLabelText('Fecha')).toHaveProperty('value', '23/11/2026');
  expect(form.getByLabelText(/^Hora/)).toHaveProperty('value', '13:30');
  expect(free.getByRole('button', { name: '13:30' }).getAttribute('aria-pressed')).toBe('true');
});

test('an overlap names the other patient, and a free time fills the fields', async () => {
  await show();
  const { user, form } = await open();
  set(/^Hora/, '12:00');
  answers = [
    rejectedAnswer('APPOINTMENT_OVERLAP', {
      patientName: 'Bruno Salas',
      startsAt: '2026-11-06T17:00:00.000Z',
      endsAt: '2026-11-06T17:30:00.000Z',
      freeTimes: ['2026-11-06T17:30:00.000Z', '2026-11-07T14:00:00.000Z'],
    }),
  ];
  save();
  await waitFor(() =>
    expect(form.getByRole('alert').textContent).toMatch(
      /^No: APPOINTMENT_OVERLAPCon Bruno Salas: vie 6 nov.*, 11:00–11:30 \(11\/06\/2026 \| 5:00 PM – 5:30 PM UTC\)\.$/,
    ),
  );
  const free = within(form.getByRole('group', { name: /Próximos horarios disponibles/ }));
  expect(free.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '11:30',
    '8:00',
  ]);
  await user.click(await free.findByRole('button', { name: '8:00' }));
  expect(form.getByLabelText('Fecha')).toHaveProperty('value', '07/11/2026');
  expect(form.getByLabelText(/^Hora/)).toHaveProperty('value', '08:00');
  expect(form.getByRole('alert').textContent).toBe('');
  // The doctor's next free times replace those of the rejection.
  expect(await form.findByRole('button', { name: '12:30' })).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText(/^Hora/));
});

test('an overlap with a patient in the trash names no patient', async () => {
  await show();
  const { form } = await open();
  set(/^Hora/, '12:00');
  const [startsAt, endsAt] = ['2026-11-06T17:00:00.000Z', '2026-11-06T17:30:00.000Z'];
  answers = [
    rejectedAnswer('APPOINTMENT_OVERLAP', {
      patientName: null,
      startsAt,
      endsAt,
      freeTimes: [endsAt],
    }),
  ];
  save();
  await waitFor(() => expect(form.getByRole('alert').textContent).toMatch(/Otra cita: vie 6 nov/));
});

test('E-8.25: a rejected edit of an appointment is shown in the form', async () => {
  await show();
  const { form } = await open();
  set(/^Hora/, '12:00');
  answers = [rejectedAnswer('NOT_FOUND', undefined, 404)];
  save();
  await waitFor(() => expect(form.getByRole('alert').textContent).toBe('No: NOT_FOUND'));
});

const storedAppointment = makeDoctorAppointment({
  status: 'cancelled',
  appointmentDate: { date: '2026-11-09T15:00:00.000Z', endDate: '2026-11-09T15:30:00.000Z' },
  version: 9,
});

/** The product's format: 'lun 9 nov, 9:00 11/09/2026 3:00 PM UTC'. */
const formatBothZones = (instant: string) =>
  `${formatClinicTime(instant, MEXICO)} ${formatAppointment(instant)} UTC`;

async function collide(current = storedAppointment) {
  await show();
  const opened = await open();
  set(/^Hora/, '12:00');
  answers = [rejectedAnswer('STALE_VERSION', { current })];
  save();
  await screen.findByRole('region', { name: 'Estado' });
  return opened;
}

test('a concurrent edit is shown field by field beside the user’s own', async () => {
  await collide();
  const form = within(screen.getByRole('dialog', { name: 'Otra persona guardó cambios' }));
  expect(form.getByRole('region', { name: 'Estado' }).textContent).toBe(
    'EstadoIgualDatos actualesCanceladoTus cambiosCancelado',
  );
  expect(form.getByRole('region', { name: 'Fecha y hora' }).textContent).toBe(
    [
      'Fecha y horaDistinto',
      `Datos actuales${formatBothZones('2026-11-09T15:00:00.000Z')}`,
      `Tus cambios${formatBothZones('2026-11-06T18:00:00.000Z')}`,
    ].join(''),
  );
  expect(within(screen.getByRole('listitem')).getByText('Cancelado')).toBeTruthy();
});

test('E-10.3943: a patient whom another user merged during the edit is shown by name', async () => {
  const patient = { ...storedAppointment.patient, name: 'Ulises Peña Soto' };
  await collide({ ...storedAppointment, idUser: 'usr_9', patient });
  expect(screen.getByRole('region', { name: 'Paciente' }).textContent).toBe(
    'PacienteIgualDatos actualesUlises Peña SotoTus cambiosUlises Peña Soto',
  );
});

test('a legacy status is shown unchanged, and must be changed to save', async () => {
  await show(makeDoctorAppointment({ status: 'finalizada' }));
  const { user, form } = await open();
  const status = form.getByRole('combobox', { name: 'Estado' });
  expect(status).toHaveProperty('value', 'finalizada');
  set(/^Hora/, '12:00');
  save();
  expect(await form.findByText('Elige Pendiente, Asignado o Cancelado.')).toBeTruthy();
  expect(document.activeElement).toBe(status);
  expect(sent).toEqual([]);
  await user.click(status);
  expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Pendiente',
    'Asignado',
    'Cancelado',
    'finalizada',
  ]);
});

test('an empty date and hour are reported as missing', async () => {
  await show();
  const { form } = await open();
  set('Fecha', '');
  set(/^Hora/, '');
  save();
  expect(await form.findByText('Elige la fecha.')).toBeTruthy();
  expect(form.getByText('Elige la hora.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('E-3.68: an invalid date of an export is shown without a zone, and can be replaced', async () => {
  const appointment = makeDoctorAppointment();
  const shown = { ...appointment, appointmentDate: { date: '31/02/2026', endDate: null } };
  await show(shown);
  expect(screen.getByText('Fecha inválida').parentElement?.textContent).not.toContain('UTC');
  await open();
  expect((screen.getByLabelText('Fecha') as HTMLInputElement).value).toBe('');
  answers = [savedAnswer(appointment)];
  set('Fecha', '06/11/2026');
  set(/^Hora/, '11:00');
  save();
  await waitFor(() => expect(sent).toMatchObject([{ date: '2026-11-06T17:00:00.000Z' }]));
});
