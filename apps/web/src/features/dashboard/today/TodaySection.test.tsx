import { notificationsStore } from '@mantine/notifications';
import type { Today } from '@simiente/contract/dashboard/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queries } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { renderRouted } from '../../../testing/render.tsx';
import { signInWith } from '../../../testing/session.ts';
import { ToastHost } from '../../../ui/toasts/ToastHost.tsx';
import { makeDoctorAppointment } from '../../appointments/testing/records.ts';
import { describeHost, TodaySection } from './TodaySection.tsx';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const today: Today = {
  date: '2026-11-06',
  appointments: {
    total: 1,
    left: 1,
    late: 0,
    next: [
      {
        id: 'apt_1',
        idUser: 'usr_1',
        startsAt: '2026-11-06T17:00:00.000Z',
        status: 'pending',
        attendance: [],
        version: 1,
        patient: { name: 'Ana Ruiz', phone: '33 0078 4209' },
        doctor: { name: 'Ignacio Ferrer Lozano', specialty: 'Urología' },
        isRecipe: false,
        place: null,
      },
    ],
  },
  present: { waiting: 0, inConsultation: 0, patients: [] },
  recipes: { count: 0, isCapped: false, oldest: null },
  prospects: { count: 0, isCapped: false, arrivedToday: 0 },
};

test('E-10.262: the count of prescriptions to validate links to their list', async () => {
  const oldest = { idUser: 'usr_2', patientName: 'Luis', since: null };
  const recipes = { count: 2, isCapped: false, oldest };
  vi.stubGlobal('fetch', async (request: Request) =>
    new URL(request.url).pathname === '/v1/dashboard/today'
      ? Response.json({ status: 200, data: { ...today, recipes } })
      : new Promise(() => {}),
  );
  renderRouted(<TodaySection />);
  const link = await screen.findByRole('link', { name: /^Recetas por validar .*2$/ });
  expect(link.getAttribute('href')).toBe('/home/recetas');
});

test('E-10.3690: a prescription that waits since today shows its date, because a relative word would not fit the sentence', async () => {
  const oldest = { idUser: 'usr_2', patientName: 'Luis', since: new Date().toISOString() };
  vi.stubGlobal('fetch', async (request: Request) =>
    new URL(request.url).pathname === '/v1/dashboard/today'
      ? Response.json({
          status: 200,
          data: { ...today, recipes: { count: 1, isCapped: false, oldest } },
        })
      : new Promise(() => {}),
  );
  renderRouted(<TodaySection />);
  const link = await screen.findByRole('link', { name: /^Recetas por validar/ });
  expect(link.textContent).toMatch(/desde el \d{1,2} [a-z]{3} \d{4}/);
});

test('E-10.371: administration sees the suspended signatures that wait for a second account', async () => {
  vi.stubGlobal('fetch', async (request: Request) =>
    new URL(request.url).pathname === '/v1/dashboard/today'
      ? Response.json({ status: 200, data: { ...today, suspendedIdentities: 1 } })
      : new Promise(() => {}),
  );
  renderRouted(<TodaySection />);
  const link = await screen.findByRole('link', { name: /^Firmas suspendidas .*1$/ });
  expect(link.getAttribute('href')).toBe('/cuentas?firma=suspended');
  expect(screen.getByText('1 asunto')).toBeTruthy();
});

test('E-10.578: an account that delivers reports sees the number of patients who request another link, with a link to them', async () => {
  signInWith('patients.read', 'reports.deliver');
  const linkRequest = {
    idDelivery: 'rdl_1',
    idUser: 'usr_1',
    patientName: 'Luis Mora',
    kind: 'exam_ai',
    requestedAt: '2026-11-04T18:00:00.000Z',
  };
  const requests = [linkRequest, { ...linkRequest, idDelivery: 'rdl_2' }];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/dashboard/today') return Response.json({ status: 200, data: today });
    if (pathname !== '/v1/deliveries/requests') return new Promise(() => {});
    return Response.json({ status: 200, data: { requests } });
  });
  renderRouted(<TodaySection />);
  const link = await screen.findByRole('link', { name: /^Solicitudes de otro enlace .*2$/ });
  expect(link.getAttribute('href')).toMatch(/#enlaces-pedidos$/);
  expect(screen.getByText('2 asuntos')).toBeTruthy();
});

test('E-10.241: fewer appointments than rows are followed by a notice that there are no more, and four are not', async () => {
  const answer = (appointments: Today['appointments']) =>
    vi.stubGlobal('fetch', async (request: Request) =>
      new URL(request.url).pathname === '/v1/dashboard/today'
        ? Response.json({ status: 200, data: { ...today, appointments } })
        : new Promise(() => {}),
    );
  answer(today.appointments);
  const { unmount } = renderRouted(<TodaySection />);
  expect(await screen.findByText('No hay más citas hoy.')).toBeTruthy();
  unmount();
  queryClient.clear();
  const next = ['1', '2', '3', '4'].flatMap((id) =>
    today.appointments.next.map((one) => ({ ...one, id })),
  );
  answer({ total: 4, left: 4, late: 0, next });
  renderRouted(<TodaySection />);
  expect(await screen.findAllByRole('button', { name: 'Ana Ruiz' })).toHaveLength(4);
  expect(screen.queryByText('No hay más citas hoy.')).toBeNull();
});

test('E-10.210, E-10.241: an appointment of today opens its card', async () => {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/dashboard/today') return Response.json({ status: 200, data: today });
    if (pathname !== '/v1/appointment/get-one') return new Promise(() => {});
    const patient = { idUser: 'usr_1', name: 'Ana Ruiz', email: null, phone: null, status: 1 };
    return Response.json({
      status: 200,
      data: {
        kind: 'doctor_appointment',
        appointment: makeDoctorAppointment(),
        patient,
        cancellationReason: null,
        sameTime: null,
        collision: null,
      },
    });
  });
  renderRouted(<TodaySection />);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Ana Ruiz' }));
  expect(await screen.findByRole('dialog', { name: 'Cita Médica' })).toBeTruthy();
});

test('H-B6, E-10.1019: an account that validates results has critical values, rejected studies and results to validate first', async () => {
  signInWith('patients.read', 'orders.read', 'results.read', 'results.validate');
  const answers: Record<string, unknown> = {
    '/v1/dashboard/today': {
      ...today,
      prospects: { count: 2, isCapped: false, arrivedToday: 0 },
    },
    '/v1/result/attention': {
      overdueOrders: 0,
      critical: 4,
      criticalReceived: 1,
      rejectedOrders: 2,
      toValidate: 3,
      received: 2,
      failedMessages: 1,
    },
  };
  vi.stubGlobal('fetch', async (request: Request) => {
    const data = answers[new URL(request.url).pathname];
    return data ? Response.json({ status: 200, data }) : new Promise(() => {});
  });
  renderRouted(<TodaySection />);
  const first = await screen.findByRole('link', { name: /^Resultados por validar .*3$/ });
  expect(first.getAttribute('href')).toBe('/home/resultados');
  const rows = [...(first.closest('ul')?.children ?? [])].map(({ textContent }) => textContent);
  expect(
    rows.map(
      (text) => text?.split(/ (?=Nadie|El laboratorio|Empieza|Asígnalos|Revisa|Ninguno)/)[0],
    ),
  ).toEqual([
    'Valores críticos',
    'Valores críticos sin paciente',
    'Estudios rechazados',
    'Resultados por validar',
    'Resultados recibidos sin paciente',
    'Mensajes de laboratorios sin procesar',
    'Prospectos nuevos',
  ]);
  expect(screen.getByText('14 asuntos')).toBeTruthy();
});

test('E-10.3744: an arrival that another user recorded first is reported, although its row is gone', async () => {
  signInWith('patients.read', 'patients.edit');
  let isArrived = false;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/appointment/attendance') {
      isArrived = true;
      const error = { code: 'STALE_VERSION', errorMessage: 'Cambió.' };
      return Response.json({ status: 409, ...error }, { status: 409 });
    }
    if (pathname !== '/v1/dashboard/today') return new Promise(() => {});
    const next = isArrived ? [] : today.appointments.next;
    const appointments = { ...today.appointments, left: next.length, next };
    return Response.json({ status: 200, data: { ...today, appointments } });
  });
  renderRouted(
    <>
      <TodaySection />
      <ToastHost />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Llegó: Ana Ruiz' }));
  await screen.findByText('Otra persona cambió la cita. Ya se muestra cómo está ahora.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Llegó/ })).toBeNull());
  expect(notificationsStore.getState().notifications).toHaveLength(1);
});

test('E-10.1486, E-10.1488, E-10.2925: a click records a patient’s arrival, from which the wait is counted, and Deshacer reverts it', async () => {
  signInWith('patients.read', 'patients.edit');
  const [expected] = today.appointments.next;
  const arrival = { step: 'arrived', at: '2026-11-06T16:50:00.000Z', by: 'Mariana' };
  const sent: unknown[] = [];
  let steps: (typeof arrival)[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/appointment/attendance') {
      sent.push(await request.json());
      steps = steps.length === 0 ? [arrival] : [];
      const patient = { idUser: 'usr_1', name: 'Ana Ruiz', email: null, phone: null, status: 1 };
      return Response.json({
        status: 200,
        data: {
          kind: 'doctor_appointment',
          appointment: {
            ...makeDoctorAppointment({ version: 1 + sent.length }),
            attendance: steps,
          },
          patient,
          cancellationReason: null,
          sameTime: null,
          collision: null,
        },
      });
    }
    if (pathname !== '/v1/dashboard/today') return new Promise(() => {});
    const appointment = { ...expected, attendance: steps };
    const isHere = steps.length > 0;
    const left = isHere ? 0 : 1;
    const appointments = { total: 1, left, late: 0, next: isHere ? [] : [appointment] };
    const present = {
      waiting: isHere ? 1 : 0,
      inConsultation: 0,
      patients: isHere ? [appointment] : [],
    };
    return Response.json({ status: 200, data: { ...today, appointments, present } });
  });
  renderRouted(
    <>
      <TodaySection />
      <ToastHost />
    </>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Llegó: Ana Ruiz' }));
  const room = within(await screen.findByRole('region', { name: 'Sala de espera' }));
  expect(await room.findByText(/^Llegó 10:50, \d+ min · Dr Ignacio Ferrer Lozano$/)).toBeTruthy();
  expect(room.getByText('1 en espera · 0 en consulta')).toBeTruthy();
  expect(room.getByRole('button', { name: 'Pasar a consulta: Ana Ruiz' })).toBeTruthy();
  // The row of the pressed button is gone.
  expect(document.activeElement?.textContent).toMatch(/^Citas de hoy/);
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await room.findByText('Nadie espera por ahora.')).toBeTruthy();
  expect(sent).toEqual([
    { idAppointment: 'apt_1', step: 'arrived', version: 1 },
    { idAppointment: 'apt_1', step: null, version: 2 },
  ]);
});

test('E-10.1486, E-10.3343: the start page shows the number of further and of late appointments', async () => {
  const next = ['1', '2', '3', '4'].flatMap((id) =>
    today.appointments.next.map((one) => ({ ...one, id })),
  );
  const appointments = { total: 12, left: 10, late: 5, next };
  vi.stubGlobal('fetch', async (request: Request) =>
    new URL(request.url).pathname === '/v1/dashboard/today'
      ? Response.json({ status: 200, data: { ...today, appointments } })
      : new Promise(() => {}),
  );
  renderRouted(<TodaySection />);
  expect(await screen.findByRole('link', { name: 'Ver agenda (6 más)' })).toBeTruthy();
  expect(screen.getByText('12 citas · faltan 10 · 5 con retraso')).toBeTruthy();
});

test('E-10.2105: a new clinic has the first steps of the account’s roles, until all are done', async () => {
  const setup = { letterhead: true, doctor: false, team: true, patient: false, reminders: false };
  let answer: Today = { ...today, setup };
  vi.stubGlobal('fetch', async (request: Request) =>
    new URL(request.url).pathname === '/v1/dashboard/today'
      ? Response.json({ status: 200, data: answer })
      : new Promise(() => {}),
  );
  signInWith('patients.edit');
  renderRouted(<TodaySection />);
  const steps = within(await screen.findByRole('region', { name: 'Primeros pasos' }));
  const links = () => steps.getAllByRole('link').map((link) => link.textContent);
  expect(links()).toEqual([expect.stringContaining('Registra al primer paciente')]);
  const administration = ['directory.edit', 'accounts.manage', 'clinic.manage'] as const;
  act(() => signInWith('letterhead.manage', 'patients.edit', ...administration));
  await waitFor(() => expect(links()).toHaveLength(5));
  expect(links()[0]).toMatch(/^Prepara el membrete .*Listo$/);
  expect(steps.getByText('2 de 5')).toBeTruthy();
  answer = { ...today, setup: { ...setup, doctor: true, patient: true, reminders: true } };
  act(() => void queryClient.invalidateQueries({ queryKey: queries.dashboard.today.key() }));
  await waitFor(() => expect(screen.queryByText('Primeros pasos')).toBeNull());
});

test('E-10.2108: a booking whose host is not a doctor is not labelled as a prescription', () => {
  const [visit] = today.appointments.next;
  if (!visit) throw new Error('The day has no visit');
  expect(describeHost({ ...visit, doctor: null })).toBe('Cita de Calendly');
  expect(describeHost({ ...visit, doctor: null, isRecipe: true })).toBe('Validación de Receta');
});

test('E-10.3164: an appointment of today at a place in another zone leads with the hour there', async () => {
  const [appointment] = today.appointments.next;
  const place = { idBranch: 'brn_1', name: 'Sucursal Tijuana', timeZone: 'America/Tijuana' };
  const next = appointment ? [{ ...appointment, place }] : [];
  vi.stubGlobal('fetch', async (request: Request) =>
    new URL(request.url).pathname === '/v1/dashboard/today'
      ? Response.json({
          status: 200,
          data: { ...today, appointments: { ...today.appointments, next } },
        })
      : new Promise(() => {}),
  );
  renderRouted(<TodaySection />);
  await screen.findByText('9:00');
  screen.getByText(/^Tijuana, 11:00 en Ciudad de México · Dr Ignacio Ferrer Lozano/);
});
