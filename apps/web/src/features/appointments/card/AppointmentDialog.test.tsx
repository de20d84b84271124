import { notifications } from '@mantine/notifications';
import type { AppointmentCardData } from '@simiente/contract/appointments/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { fill, renderRouted } from '../../../testing/render.tsx';
import { ToastHost } from '../../../ui/toasts/ToastHost.tsx';
import { makeDoctorAppointment, makeRecipeAppointment } from '../testing/records.ts';
import { AppointmentDialog } from './AppointmentDialog.tsx';

const patient = {
  idUser: 'usr_1',
  name: 'Alejandro Villaseñor',
  email: 'ale@example.org',
  phone: '55 1234 5678',
  status: 3,
};

const withDoctor = (
  fields: Parameters<typeof makeDoctorAppointment>[0] = {},
): AppointmentCardData => ({
  kind: 'doctor_appointment',
  appointment: makeDoctorAppointment(fields),
  patient,
  cancellationReason: null,
  sameTime: null,
  collision: null,
});

const withPrescription = (
  start_time: string | null,
  meeting_url: string | null = 'https://meet.example.org/abc',
): Extract<AppointmentCardData, { kind: 'recipe_appointment' }> => ({
  kind: 'recipe_appointment',
  appointment: makeRecipeAppointment({
    calendly_data: { start_time, end_time: null, meeting_url, place: null },
  }),
  patient,
  fromCalendly: true,
  cancellationReason: null,
  sameTime: null,
  collision: null,
});

let stored: AppointmentCardData = withDoctor();
let sent: { path: string; body: unknown }[] = [];
/** The next change is rejected with this error. */
let rejection: { code: string; errorMessage: string; details?: object } | undefined;

beforeEach(() => {
  stored = withDoctor();
  sent = [];
  rejection = undefined;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/appointment/get-one') return Response.json({ status: 200, data: stored });
    if (pathname === '/v1/doctor/free-times') {
      return Response.json({ status: 200, data: { times: [] } });
    }
    const body = (await request.json()) as {
      status?: string;
      reason?: string;
      step?: 'confirmed' | null;
    };
    sent.push({ path: pathname, body });
    if (body.step !== undefined && stored.kind === 'doctor_appointment') {
      const at = '2026-11-06T17:00:00.000Z';
      const attendance = body.step === null ? [] : [{ step: body.step, at, by: 'Mariana' }];
      const version = stored.appointment.version + 1;
      stored = { ...stored, appointment: { ...stored.appointment, attendance, version } };
      return Response.json({ status: 200, data: stored });
    }
    if (rejection) return Response.json({ status: 409, ...rejection }, { status: 409 });
    const changed = { status: body.status ?? 'pending', version: stored.appointment.version + 1 };
    if (stored.kind === 'recipe_appointment') {
      stored = { ...stored, appointment: { ...stored.appointment, ...changed } };
      return Response.json({ status: 200, data: { appointment: stored.appointment } });
    }
    const cancellationReason = body.status === 'cancelled' ? (body.reason ?? null) : null;
    stored = {
      ...stored,
      appointment: { ...stored.appointment, ...changed },
      cancellationReason,
    };
    const { appointment } = stored;
    return Response.json({ status: 200, data: { appointment, outsideWorkingHours: false } });
  });
});

afterEach(() => {
  act(() => notifications.clean());
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Page() {
  const [id, setId] = useState<string | null>(null);
  return (
    <>
      <button type="button" onClick={() => setId('apt_1')}>
        Abrir
      </button>
      <AppointmentDialog id={id} onClose={() => setId(null)} />
      <ToastHost />
    </>
  );
}

async function open(name: string, env: 'default' | 'test' = 'test') {
  renderRouted(<Page />, { env });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Abrir' }));
  return { user, card: within(await screen.findByRole('dialog', { name })) };
}

test('E-10.210: the card shows the patient with contact data, the doctor and both times', async () => {
  const { user, card } = await open('Cita Médica', 'default');
  const link = card.getByRole('link', { name: 'Alejandro Villaseñor' });
  expect(link.getAttribute('href')).toBe('/pacientes/usr_1');
  expect(card.getByText('Abordaje Gral')).toBeTruthy();
  expect(card.getByRole('link', { name: '55 1234 5678' })).toBeTruthy();
  expect(card.getByRole('link', { name: 'ale@example.org' })).toBeTruthy();
  expect(card.getByText('Dr Ignacio Ferrer Lozano')).toBeTruthy();
  expect(card.getByText(/^vie 6 nov.*, 11:00–11:30$/)).toBeTruthy();
  expect(card.getByText('11/06/2026 | 5:00 PM')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Ver expediente' }).getAttribute('href')).toBe(
    '/pacientes/usr_1/doctor-appointments',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Abrir' })),
  );
});

test('E-10.3540: the card and Reprogramar show the time for which the patient asked', async () => {
  stored = withDoctor({ request: { days: ['mar'], hours: ['16-20'], message: '' } });
  const { user, card } = await open('Cita Médica');
  expect(card.getByText('El paciente pidió otro horario: Mar · 16 a 20.')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Reprogramar' }));
  const form = within(await screen.findByRole('dialog', { name: 'Editar Cita' }));
  expect(await form.findByText('El paciente pidió: Mar · 16 a 20')).toBeTruthy();
});

test('E-10.210: the status changes immediately, and Deshacer reverts it', async () => {
  const { user, card } = await open('Cita Médica');
  await user.click(await card.findByRole('button', { name: 'Estado: Pendiente' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Asignado' }));
  expect(await card.findByRole('button', { name: 'Estado: Asignado' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await card.findByRole('button', { name: 'Estado: Pendiente' })).toBeTruthy();
  expect(sent).toEqual([
    {
      path: '/v1/doctor/update_appointment_status',
      body: { idAppointment: 'apt_1', version: 3, status: 'assigned' },
    },
    {
      path: '/v1/doctor/update_appointment_status',
      body: { idAppointment: 'apt_1', version: 4, status: 'pending' },
    },
  ]);
});

test('E-10.3166: the focus stays in the steps of the visit when the pressed button disappears', async () => {
  const { user, card } = await open('Cita Médica');
  const section = await card.findByRole('region', { name: 'Asistencia' });
  await user.click(card.getByRole('button', { name: 'Registrar que confirmó' }));
  const undo = await card.findByRole('button', { name: 'Deshacer' });
  expect(document.activeElement).toBe(section);
  await user.click(undo);
  await card.findByRole('button', { name: 'Registrar que confirmó' });
  expect(document.activeElement).toBe(section);
});

test('E-10.3170: a cancellation of an appointment that has changed asks the user to review it, without a choice between versions', async () => {
  const { user, card } = await open('Cita Médica');
  await user.click(await card.findByRole('button', { name: 'Cancelar cita' }));
  const form = within(await screen.findByRole('dialog', { name: 'Cancelar cita' }));
  rejection = { code: 'STALE_VERSION', errorMessage: 'Elige qué datos conservar.' };
  await user.click(form.getByRole('button', { name: 'Cancelar cita' }));
  expect(await form.findByText(/Revísalo y vuelve a intentarlo\.$/)).toBeTruthy();
});

test('E-10.211: a cancellation asks for a reason, shows it, and can be undone', async () => {
  // The card returns when the transition of the question has ended.
  const { user, card } = await open('Cita Médica', 'default');
  await user.click(await card.findByRole('button', { name: 'Cancelar cita' }));
  const question = within(await screen.findByRole('dialog', { name: 'Cancelar cita' }));
  await fill(user, await question.findByLabelText('Motivo (opcional)'), 'Sale de viaje');
  await user.click(await question.findByRole('button', { name: 'Cancelar cita' }));
  // The previous card may still be closing, so only the card shown at the end counts.
  expect(await screen.findByText('Sale de viaje')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar cita' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByRole('button', { name: 'Estado: Pendiente' })).toBeTruthy();
  expect(screen.queryByText('Sale de viaje')).toBeNull();
  expect(sent.map(({ body }) => body)).toEqual([
    { idAppointment: 'apt_1', version: 3, status: 'cancelled', reason: 'Sale de viaje' },
    { idAppointment: 'apt_1', version: 4, status: 'pending', despiteSameTime: true },
  ]);
});

test('a rejected change is reported, and the card shows the actual status', async () => {
  rejection = { code: 'NOT_FOUND', errorMessage: 'No se encontró la cita.' };
  const { user, card } = await open('Cita Médica');
  await user.click(await card.findByRole('button', { name: 'Estado: Pendiente' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Asignado' }));
  expect(await screen.findByText('El estado no cambió')).toBeTruthy();
  expect(screen.getByText('No se encontró la cita.')).toBeTruthy();
  expect(card.getByRole('button', { name: 'Estado: Pendiente' })).toBeTruthy();
});

test.each(['Cita Médica', 'Validación de Receta'])(
  'E-10.3703: a change of the status of a %s counts as saved if its answer was lost',
  async (title) => {
    if (title !== 'Cita Médica') stored = withPrescription('2026-11-06T17:00:00.000Z');
    const { user, card } = await open(title);
    const current = { ...stored.appointment, status: 'assigned', version: 4 };
    stored = { ...stored, appointment: current } as AppointmentCardData;
    rejection = { code: 'STALE_VERSION', errorMessage: 'Cambió.', details: { current } };
    await user.click(await card.findByRole('button', { name: 'Estado: Pendiente' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Asignado' }));
    expect(await screen.findByText('La cita cambió a Asignado')).toBeTruthy();
    expect(screen.queryByText('El estado no cambió')).toBeNull();
  },
);

test('E-10.3792: after another user cancelled first, the card shows the stored reason', async () => {
  const { user, card } = await open('Cita Médica');
  await user.click(await card.findByRole('button', { name: 'Cancelar cita' }));
  const question = within(await screen.findByRole('dialog', { name: 'Cancelar cita' }));
  await user.type(question.getByLabelText('Motivo (opcional)'), 'Sale de viaje');
  const current = { ...withDoctor().appointment, status: 'cancelled', version: 4 };
  stored = { ...withDoctor({ status: 'cancelled', version: 4 }), cancellationReason: 'Gripe' };
  rejection = { code: 'STALE_VERSION', errorMessage: 'Cambió.', details: { current } };
  await user.click(await question.findByRole('button', { name: 'Cancelar cita' }));
  expect(await screen.findByText('Gripe')).toBeTruthy();
  expect(screen.queryByText('Sale de viaje')).toBeNull();
});

test('C7, E-10.1011: a cancellation can be undone despite another appointment, after a warning', async () => {
  rejection = {
    code: 'SAME_TIME',
    errorMessage: 'El paciente ya tiene otra cita a esa hora.',
    details: {
      ...{ doctorName: 'Renata Olvera', isRecipe: false, startsAt: '2026-11-06T17:00:00.000Z' },
      endsAt: '2026-11-06T17:30:00.000Z',
    },
  };
  const { user, card } = await open('Cita Médica');
  await user.click(await card.findByRole('button', { name: 'Estado: Pendiente' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Asignado' }));
  expect(await screen.findByText(/^Con Renata Olvera: /)).toBeTruthy();
  rejection = undefined;
  await user.click(await screen.findByRole('button', { name: 'Agendar de todos modos' }));
  expect(await card.findByRole('button', { name: 'Estado: Asignado' })).toBeTruthy();
  expect(sent.at(-1)?.body).toMatchObject({ status: 'assigned', despiteSameTime: true });
});

test('E-10.212: a prescription without a date gets one in its form', async () => {
  stored = withPrescription(null);
  const { user, card } = await open('Validación de Receta');
  expect(card.getByText('Fecha no disponible')).toBeTruthy();
  expect(card.getByRole('link', { name: /^Entrar a la Reunión/ })).toBeTruthy();
  await user.click(await card.findByRole('button', { name: 'Asignar fecha' }));
  const form = within(await screen.findByRole('dialog', { name: 'Editar cita de receta' }));
  expect(form.getByText(/se agendó en Calendly/)).toBeTruthy();
  await user.type(await form.findByLabelText('Fecha (opcional)'), '24112026');
  await user.type(await form.findByLabelText(/^Hora/), '1130');
  await user.click(await form.findByRole('button', { name: 'Guardar cambios' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        path: '/v1/recipe/update_appointment',
        body: { idAppointment: 'rec_1', version: 1, date: '2026-11-24T17:30:00.000Z' },
      },
    ]),
  );
});

test.each(['in_consultation', 'attended'] as const)(
  'E-10.3340: the card of an appointment that is %s does not offer to cancel it',
  async (step) => {
    const at = '2026-11-06T17:00:00.000Z';
    stored = withDoctor({ attendance: [{ step, at, by: 'Mariana' }] });
    const { user, card } = await open('Cita Médica');
    await user.click(await card.findByRole('button', { name: 'Estado: Pendiente' }));
    const offered = await screen.findAllByRole('menuitemradio');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Pendiente', 'Asignado']);
    expect(card.queryByRole('button', { name: 'Cancelar cita' })).toBeNull();
  },
);

test.each([768, 1024, 1100, 1440])(
  'E-10.3346: at a width of %i px the card ends before the toasts begin',
  async (width) => {
    vi.stubGlobal('innerWidth', width);
    for (const left of [0, 300, 600, width - 100]) {
      const box = { left, right: left + 100, top: 0 } as DOMRect;
      const measuring = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
      const { unmount } = renderRouted(<Page />);
      await userEvent.setup().click(await screen.findByRole('button', { name: 'Abrir' }));
      const card = await screen.findByRole('dialog', { name: 'Cita Médica' });
      const x = Number.parseFloat(card.style.getPropertyValue('--card-left'));
      expect([left, x >= 8 && x + 352 <= width - 376]).toEqual([left, true]);
      unmount();
      measuring.mockRestore();
    }
  },
);

test('E-10.1702: a card names the doctor’s other appointment at that time', async () => {
  stored = {
    ...withDoctor(),
    collision: {
      patientName: 'Nicolás Ortega',
      startsAt: '2026-11-06T17:00:00.000Z',
      endsAt: '2026-11-06T18:00:00.000Z',
    },
  };
  const { card } = await open('Cita Médica');
  expect(
    card.getByText(/El médico tiene otra cita a la misma hora\. Con Nicolás Ortega/),
  ).toBeTruthy();
});

test('E-10.3347: the card of a booking names the absence of its doctor', async () => {
  stored = { ...withPrescription('2026-11-07T02:30:00.000Z'), closedBy: 'Congreso' };
  const { card } = await open('Validación de Receta');
  expect(card.getByText('El médico no atiende a esa hora: Congreso.')).toBeTruthy();
});

test('E-10.1700: a booking that is not a prescription is an appointment of its host', async () => {
  const booking = withPrescription('2026-11-07T02:30:00.000Z');
  const doctor = { idDoctor: 'doc_1', name: 'Ignacio Ferrer' };
  stored = { ...booking, appointment: makeRecipeAppointment({ isVisit: true, doctor }) };
  const { card } = await open('Cita Médica');
  expect(card.getByText('Dr Ignacio Ferrer')).toBeTruthy();
});
