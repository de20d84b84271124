import type { CriticalResult, PendingResult } from '@simiente/contract/results/calls';
import { defaultSet } from '@simiente/contract/results/testing/result-set';
import { screen, waitFor, within } from '@testing-library/react';
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
  isPreliminary: false,
  isHeld: false,
};

const open = (
  results: readonly PendingResult[],
  capabilities?: Parameters<typeof openScreen>[2],
  answers: Parameters<typeof openScreen>[1] = {},
) =>
  openScreen(
    '/home/resultados',
    {
      'GET /v1/result/critical': () => ({ results: [] }),
      ...answers,
      'GET /v1/result/pending': () => ({
        results,
        nextCursor: null,
        total: results.length,
        totalIsCapped: false,
      }),
    },
    capabilities,
  );

test('E-10.508: an unvalidated result is listed with patient, author and second reading, and links to itself', async () => {
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

test('E-10.508: an empty list describes its future content', async () => {
  await open([]);
  await screen.findByText('Aquí aparecen los resultados que nadie ha validado.');
});

test('E-10.508: an account that reads no results sees no list', async () => {
  await open([pending], ['patients.read', 'orders.read']);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('table')).toBeNull();
});

test('H-A12, E-10.1371, E-10.3964: critical values are listed first, until they are marked as seen', async () => {
  const critical: CriticalResult = {
    idResultSet: 'res_9',
    patient: pending.patient,
    examType: 'Hormonal',
    laboratory: pending.laboratory,
    critical: ['Prolactina: 480 ng/mL. Según el laboratorio: HH.'],
    enteredAt: pending.enteredAt,
    version: 3,
  };
  let held = [critical];
  const seen: unknown[] = [];
  const { user } = await open([pending], undefined, {
    'GET /v1/result/critical': () => ({ results: held }),
    'POST /v1/result/see-critical': ({ body }) => {
      seen.push(body);
      held = [];
      return { set: defaultSet({ idResultSet: 'res_9', version: 4 }) };
    },
  });
  const list = await screen.findByRole('region', { name: 'Valores críticos' });
  expect(within(list).getByRole('listitem').textContent).toMatch(
    /Alejandro Villaseñor Rojas.*Hormonal.*Prolactina: 480 ng\/mL\. Según el laboratorio: HH\./,
  );
  await user.click(await within(list).findByRole('button', { name: /^Marcar como vistos/ }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Valores críticos' })).toBeNull(),
  );
  expect(seen).toEqual([{ idResultSet: 'res_9', version: 3 }]);
  // The list was removed with its last row.
  expect(document.activeElement).not.toBe(document.body);
});
