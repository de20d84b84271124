import type { PendingResult } from '@simiente/contract/results/calls';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';

const pending: PendingResult = {
  idResultSet: 'res_1',
  patient: { idUser: 'usr_ana', name: 'Alejandro Villaseñor Rojas' },
  examType: 'perfil_tiroideo',
  laboratory: { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' },
  collectedAt: '2026-01-14T14:40:00.000Z',
  enteredAt: '2026-01-15T14:40:00.000Z',
  enteredBy: 'Bea Ruiz',
  status: 'capturado',
  source: 'manual',
  lacksSecondReading: true,
};

const open = (results: readonly PendingResult[], capabilities?: Parameters<typeof openScreen>[2]) =>
  openScreen(
    '/home/resultados',
    {
      'GET /v1/result/pending': () => ({
        results,
        nextCursor: null,
        total: results.length,
        totalIsCapped: false,
      }),
    },
    capabilities,
  );

test('E-10.508: each result that nobody validated says whose it is, who entered it and that nobody read it again, and leads to itself', async () => {
  await open([pending, { ...pending, idResultSet: 'res_2', lacksSecondReading: false }]);
  await screen.findByText('2 resultados, el más antiguo primero');
  const [first] = await screen.findAllByRole('row', { name: /Alejandro Villaseñor Rojas/ });
  expect(first?.textContent).toMatch(
    /Alejandro Villaseñor Rojas.*perfil tiroideo.*Laboratorio Piedra de Río.*14 ene 2026.*15 ene 2026.*Bea Ruiz.*Capturado, sin segunda lectura$/,
  );
  expect(
    within(first as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/pacientes/usr_ana/resultados?juego=res_1#estudio-perfil_tiroideo');
});

test('E-10.508: where nothing waits the page says so', async () => {
  await open([]);
  await screen.findByText('Aquí aparecen los resultados que nadie ha validado.');
});

test('E-10.508: an account that reads no results does not have the page', async () => {
  await open([pending], ['patients.read', 'orders.read']);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('table')).toBeNull();
});
