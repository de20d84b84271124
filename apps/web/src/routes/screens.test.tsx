import type { Doctor } from '@simiente/contract/doctors/calls';
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { patientOf } from '../testing/patients.ts';
import { openScreen } from '../testing/screen.tsx';
import { type Answers, refuse } from '../testing/wire.ts';

const page = { nextCursor: null, total: 0, totalIsCapped: false };

const ana = patientOf();

const history: MedicalHistory = {
  idUser: ana.idUser,
  name: ana.name,
  email: null,
  phone: null,
  userData: ana.userData,
  historyName: null,
  allExamns: { exams: [] },
  MedicalReportData: { examReportIA: { message: '' }, firstMedicalReport: { message: '' } },
  appointments: { recipeAppointments: [], doctorAppointments: [] },
};

const doctor: Doctor = {
  idDoctor: 'doc_1',
  name: 'Ignacio Ferrer',
  email: null,
  specialties: [],
  appointmentMinutes: 30,
  workingDays: [],
  retiredAt: null,
  upcoming: 0,
  version: 1,
};

/** A product without records but one patient and one doctor. */
const server: Answers = {
  'GET /v1/user/list': () => ({
    userData: [],
    counts: { 1: 0, 2: 0, 3: 0, 4: 0 },
    countsAreCapped: false,
    ...page,
  }),
  'GET /v1/user/get-one': ({ query }) =>
    query.get('idUser') === ana.idUser ? ana : refuse('NOT_FOUND'),
  'GET /v1/user/get-medical-history-patient': ({ query }) =>
    query.get('idUser') === ana.idUser ? history : refuse('NOT_FOUND'),
  'GET /v1/user/consents': () => ({ consents: [] }),
  'GET /v1/result/of-patient': () => ({ sets: [] }),
  'GET /v1/reports/of-patient': () => ({ reports: [] }),
  'GET /v1/prospects/of-patient': () => ({ prospects: [] }),
  'GET /v1/user/emergency-accesses': () => ({ accesses: [] }),
  'GET /v1/exam-orders': () => ({ orders: [] }),
  'GET /v1/exam-orders/downloads': () => ({ downloads: [], laboratory: null, ...page }),
  'GET /v1/exam/laboratories': () => ({ laboratories: [] }),
  'GET /v1/doctor/list': () => ({ doctors: [], ...page }),
  'GET /v1/doctor/get-one': ({ query }) =>
    query.get('idDoctor') === doctor.idDoctor ? doctor : refuse('NOT_FOUND'),
  'GET /v1/doctor/agenda': () => ({ appointments: [] }),
  'GET /v1/recipe/attention': () => ({ withoutPatient: 0, failedDeliveries: 0 }),
  'GET /v1/recipe/without-patient': () => ({ appointments: [], ...page }),
  'GET /v1/webhooks/calendly-failures': () => ({ deliveries: [], ...page }),
};

const heading = () => screen.findByRole('heading', { level: 1 });

describe('what cannot be read', () => {
  test.each([
    ['/medicos', 'GET /v1/doctor/list', 'Error al cargar los médicos', 'No data available'],
    [
      '/home/ordenes',
      'GET /v1/exam-orders/downloads',
      'Error al cargar las órdenes de examen',
      'No data available',
    ],
    [
      '/pacientes/citas-sin-paciente',
      'GET /v1/recipe/without-patient',
      'Error al cargar las citas',
      'No data available',
    ],
    [
      '/pacientes/usr_ana/recipe-appointments',
      'GET /v1/user/get-medical-history-patient',
      'Error al cargar las citas',
      'Sin citas de receta.',
    ],
    [
      '/medicos/doc_1?vista=lista',
      'GET /v1/doctor/agenda',
      'Error al cargar la agenda',
      'No hay citas en estos días.',
    ],
    [
      '/pacientes/usr_ana',
      'GET /v1/exam-orders',
      'Error al cargar las órdenes de examen',
      'Todavía no hay órdenes de examen.',
    ],
  ])('%s: %s says so, and Reintentar reads it', async (path, call, failure, after) => {
    let isAway = true;
    const { user } = await openScreen(path, {
      ...server,
      [call]: (request) => (isAway ? refuse('INTERNAL') : server[call]?.(request)),
    });
    await screen.findByText(failure);
    isAway = false;
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await screen.findByText(after);
    expect(screen.queryByText(failure)).toBeNull();
  });

  test('S-241: today, figures and activity that fail say so separately, and Reintentar loads each', async () => {
    let isAway = true;
    const none = { value: 0, previous: 0, series: [0] };
    const days = { start: '2026-08-03', end: '2026-08-09' };
    const answers: Answers = {
      'GET /v1/dashboard/today': () => ({
        date: '2026-11-06',
        appointments: { total: 0, left: 0, next: [] },
        recipes: { count: 0, isCapped: false, oldest: null },
        prospects: { count: 0, isCapped: false, arrivedToday: 0 },
      }),
      'GET /v1/dashboard/figures': () => ({
        period: days,
        previousPeriod: days,
        patients: none,
        laboratories: none,
        orders: none,
        exams: none,
        weeks: [],
        examTypes: [],
        otherExams: 0,
        undatedExams: 0,
      }),
      'GET /v1/dashboard/activity': () => ({ items: [], nextCursor: null }),
      'GET /v1/exam-orders/list': () => ({
        orders: [],
        counts: { pedido: 0, descargado: 0, recibido: 0, validado: 0, overdue: 0 },
        laboratory: null,
        ...page,
      }),
    };
    const { user } = await openScreen('/home', {
      ...server,
      'GET /v1/account/get-identity': () => ({ identity: null }),
      ...Object.fromEntries(
        Object.entries(answers).map(([call, answer]) => [
          call,
          (request) => (isAway ? refuse('INTERNAL') : answer(request)),
        ]),
      ),
    });
    await screen.findByText('Error al cargar las cifras');
    await screen.findByText('Error al cargar la actividad');
    await screen.findByText('Error al cargar el día de hoy');
    await screen.findByText('Error al cargar los resultados pendientes');
    isAway = false;
    const again = () => screen.getAllByRole('button', { name: 'Reintentar' });
    expect(again()).toHaveLength(4);
    for (const [left, after] of [
      [3, 'No hay citas hoy.'],
      [2, 'No data available'],
      [1, 'No hay resultados pendientes.'],
      [0, 'No hubo cambios en este periodo.'],
    ] as const) {
      await user.click(again()[0] as HTMLElement);
      await screen.findByText(after);
      expect(screen.queryAllByRole('button', { name: 'Reintentar' })).toHaveLength(left);
    }
  });

  test.each([
    ['/pacientes/usr_nadie', 'No encontramos este paciente'],
    ['/pacientes/usr_nadie/recipe-appointments', 'No encontramos este paciente'],
    ['/pacientes/usr_nadie/doctor-appointments', 'No encontramos este paciente'],
    ['/pacientes/%3Cscript%3E', 'No encontramos este paciente'],
    ['/medicos/doc_nadie', 'No encontramos este médico'],
  ])('%s is of no record, and says so', async (path, title) => {
    await openScreen(path, server);
    await screen.findByRole('heading', { level: 1, name: title });
  });
});

describe('what is empty', () => {
  test('a clinic without doctors offers to create one', async () => {
    const { user } = await openScreen('/medicos', server);
    const empty = (await screen.findByText('No data available')).closest('[role=status]');
    const create = within(empty as HTMLElement).getByRole('button', { name: 'Crear médico' });
    await user.click(create);
    await screen.findByRole('dialog', { name: 'Crear médico' });
  });

  test('downloads that do not exist say where orders come from', async () => {
    const { user, address } = await openScreen('/home/ordenes', server);
    await screen.findByText('No data available');
    await user.click(screen.getByRole('link', { name: 'Ver pacientes' }));
    await waitFor(() => expect(address()).toBe('/pacientes'));
  });

  test('a patient without prescriptions leads back to the patient', async () => {
    const { user, address } = await openScreen('/pacientes/usr_ana/recipe-appointments', server);
    await screen.findByText('Sin citas de receta.');
    await user.click(screen.getByRole('link', { name: 'Volver al paciente' }));
    await waitFor(() => expect(address()).toBe('/pacientes/usr_ana'));
  });
});

test('a followed link focuses the new page, and no title names a patient', async () => {
  const { user } = await openScreen('/pacientes', server);
  await screen.findByText('No data available');
  await waitFor(() => expect(document.title).toBe('Pacientes · Simiente'));
  await user.click(screen.getByRole('link', { name: 'Médicos' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  expect((await heading()).textContent).toBe('Médicos');
});

test('the page of a patient stays on the screen when a refresh of it fails', async () => {
  let isAway = false;
  const { refresh } = await openScreen('/pacientes/usr_ana', {
    ...server,
    'GET /v1/user/get-one': () => (isAway ? refuse('INTERNAL') : ana),
  });
  expect((await heading()).textContent).toBe('Ana Ruiz');
  expect(document.title).toBe('Paciente · Simiente');
  isAway = true;
  await refresh();
  expect((await heading()).textContent).toBe('Ana Ruiz');
});
