import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ana, dashboard, emptyProduct } from '../testing/empty-product.ts';
import { openScreen } from '../testing/screen.tsx';
import { errorResponse } from '../testing/wire.ts';

const heading = () => screen.findByRole('heading', { level: 1 });

describe('a page that fails to load', () => {
  test.each([
    ['/medicos', 'GET /v1/doctor/list', 'No se pudieron cargar los médicos', 'No data available'],
    [
      '/home/ordenes',
      'GET /v1/exam-orders/downloads',
      'No se pudieron cargar las órdenes de examen',
      'No data available',
    ],
    [
      '/por-confirmar',
      'GET /v1/reminders/list',
      'No se pudieron cargar las citas',
      'No hay citas por confirmar en estos días.',
    ],
    [
      '/pacientes/citas-sin-paciente',
      'GET /v1/recipe/without-patient',
      'No se pudieron cargar las citas',
      'No data available',
    ],
    [
      '/pacientes/usr_ana/recipe-appointments',
      'GET /v1/user/get-medical-history-patient',
      'No se pudieron cargar las citas',
      'Sin citas de receta.',
    ],
    [
      '/medicos/doc_1?vista=lista',
      'GET /v1/doctor/agenda',
      'No se pudo cargar la agenda',
      'No hay citas en estos días.',
    ],
    [
      '/pacientes/usr_ana',
      'GET /v1/exam-orders',
      'No se pudieron cargar las órdenes de examen',
      'Todavía no hay órdenes de examen.',
    ],
  ])('%s: %s shows an error, and Reintentar loads it', async (path, call, failure, after) => {
    let isFailing = true;
    const { user } = await openScreen(path, {
      ...emptyProduct,
      [call]: (request) => (isFailing ? errorResponse('INTERNAL') : emptyProduct[call]?.(request)),
    });
    await screen.findByText(failure);
    isFailing = false;
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await screen.findByText(after);
    expect(screen.queryByText(failure)).toBeNull();
  });

  test('S-241: today, counts and activity that fail show separate errors, and Reintentar loads each', async () => {
    let isFailing = true;
    const { user } = await openScreen('/home', {
      ...emptyProduct,
      ...Object.fromEntries(
        Object.entries(dashboard).map(([call, answer]) => [
          call,
          (request) => (isFailing ? errorResponse('INTERNAL') : answer(request)),
        ]),
      ),
    });
    await screen.findByText('No se pudieron cargar las cifras');
    await screen.findByText('No se pudo cargar la actividad');
    await screen.findByText('No se pudo cargar el resumen de hoy');
    await screen.findByText('No se pudieron cargar los resultados pendientes');
    await screen.findByText('No se pudieron cargar las inasistencias');
    isFailing = false;
    const retryButtons = () => screen.getAllByRole('button', { name: 'Reintentar' });
    expect(retryButtons()).toHaveLength(5);
    for (const [remaining, after] of [
      [4, 'No hay citas hoy.'],
      [3, 'No data available'],
      [2, /no hay citas con asistencia registrada/],
      [1, 'No hay resultados pendientes.'],
      [0, 'No hubo cambios en este periodo.'],
    ] as const) {
      await user.click(retryButtons()[0] as HTMLElement);
      await screen.findByText(after);
      expect(screen.queryAllByRole('button', { name: 'Reintentar' })).toHaveLength(remaining);
    }
  });

  test.each([
    ['/pacientes/usr_nadie', 'No encontramos este paciente'],
    ['/pacientes/usr_nadie/recipe-appointments', 'No encontramos este paciente'],
    ['/pacientes/usr_nadie/doctor-appointments', 'No encontramos este paciente'],
    ['/pacientes/%3Cscript%3E', 'No encontramos este paciente'],
    ['/medicos/doc_nadie', 'No encontramos este médico'],
  ])('%s shows a notice for a missing record', async (path, title) => {
    await openScreen(path, emptyProduct);
    await screen.findByRole('heading', { level: 1, name: title });
  });
});

describe('a page without records', () => {
  test('a clinic without doctors offers to create one', async () => {
    const { user } = await openScreen('/medicos', emptyProduct);
    const empty = (await screen.findByText('No data available')).closest('[role=status]');
    const create = within(empty as HTMLElement).getByRole('button', { name: 'Crear médico' });
    await user.click(create);
    await screen.findByRole('dialog', { name: 'Crear médico' });
  });

  test('an empty list of downloads explains where orders come from', async () => {
    const { user, address } = await openScreen('/home/ordenes', emptyProduct);
    await screen.findByText('No data available');
    await user.click(await screen.findByRole('link', { name: 'Ver pacientes' }));
    await waitFor(() => expect(address()).toBe('/pacientes'));
  });

  test('a patient without prescriptions gets a link back to the patient', async () => {
    const { user, address } = await openScreen(
      '/pacientes/usr_ana/recipe-appointments',
      emptyProduct,
    );
    await screen.findByText('Sin citas de receta.');
    await user.click(await screen.findByRole('link', { name: 'Volver al paciente' }));
    await waitFor(() => expect(address()).toBe('/pacientes/usr_ana'));
  });
});

test('a followed link focuses the new page, and no title names a patient', async () => {
  const { user } = await openScreen('/pacientes', emptyProduct);
  await screen.findByText('No data available');
  await waitFor(() => expect(document.title).toBe('Pacientes · Simiente'));
  await user.click(await screen.findByRole('link', { name: 'Médicos' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  expect((await heading()).textContent).toBe('Médicos');
});

test('the page of a patient stays on the screen when a refresh fails', async () => {
  let isFailing = false;
  const { refresh } = await openScreen('/pacientes/usr_ana', {
    ...emptyProduct,
    'GET /v1/user/get-one': () => (isFailing ? errorResponse('INTERNAL') : ana),
  });
  expect((await heading()).textContent).toBe('Ana Ruiz');
  expect(document.title).toBe('Paciente · Simiente');
  isFailing = true;
  await refresh();
  expect((await heading()).textContent).toBe('Ana Ruiz');
});
