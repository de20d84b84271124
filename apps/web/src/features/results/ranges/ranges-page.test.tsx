import type { Capability } from '@simiente/contract/common/access/roles';
import type { AnalyteRange, RangePage } from '@simiente/contract/results/range-calls';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { type Answers, errorResponse } from '../../../testing/wire.ts';

const laboratory = { idPartner: 'par_rio', name: 'Laboratorio Piedra de Río' };

const makeRange = (fields: Partial<AnalyteRange> = {}): AnalyteRange => ({
  idRange: 'rng_1',
  laboratory,
  analyte: 'volume',
  method: null,
  unit: 'mL',
  range: '≥ 1.4',
  critical: null,
  validFrom: '2026-03-01',
  followedFrom: null,
  state: 'current',
  enteredAt: '2026-03-01T15:00:00.000Z',
  enteredBy: 'Eva Luna',
  version: 1,
  ...fields,
});

const makePage = (ranges: readonly AnalyteRange[]): RangePage => ({
  ranges: [...ranges],
  counts: { current: ranges.length, coming: 0, earlier: 0 },
  laboratory: null,
  nextCursor: null,
  total: ranges.length,
  totalIsCapped: false,
});

function ranges(rows: readonly AnalyteRange[], more: Answers = {}, path = '') {
  const sent: unknown[] = [];
  const requests: Record<string, string>[] = [];
  const answers: Answers = {
    'GET /v1/result/ranges': ({ query }) => {
      requests.push(Object.fromEntries(query));
      return makePage(rows);
    },
    'GET /v1/exam/laboratories': () => ({ laboratories: [laboratory] }),
    'POST /v1/result/set-range': ({ body }) => {
      sent.push(body);
      return { range: makeRange() };
    },
    'PUT /v1/result/update-range': ({ body }) => {
      sent.push(body);
      return { range: makeRange({ version: 2 }) };
    },
    ...more,
  };
  const open = (capabilities?: readonly Capability[]) =>
    openScreen(`/analitos${path}`, answers, capabilities);
  return { sent, requests, open };
}

test('E-10.562: the page lists the ranges of each laboratory with their validity', async () => {
  const { open } = ranges([
    makeRange(),
    makeRange({
      idRange: 'rng_0',
      range: '≥ 1.5',
      method: 'CASA',
      state: 'earlier',
      validFrom: '2025-01-01',
      followedFrom: '2026-03-01',
    }),
    makeRange({ idRange: 'rng_2', analyte: 'fsh', unit: 'mIU/mL', range: null }),
  ]);
  await open();
  const row = await screen.findByRole('row', { name: /≥ 1\.4 mL/ });
  expect(row.textContent).toMatch(/Volumen.*Piedra de Río.*Cualquiera.*1 mar 2026.*Vigente/);
  expect(screen.getByRole('row', { name: /CASA/ }).textContent).toMatch(
    /≥ 1\.5 mL.*1 ene 2025.*hasta el 28 feb 2026.*Anterior/,
  );
  expect(screen.getByRole('row', { name: /FSH/ }).textContent).toContain('No imprime rango');
});

test('E-10.562: the filters are in the URL and in the request', async () => {
  const { requests, open } = ranges(
    [makeRange()],
    {},
    '?estado=current&laboratorio=par_rio&analito=volume',
  );
  const { user, address } = await open();
  await screen.findByRole('row', { name: /≥ 1\.4/ });
  expect(requests[0]).toMatchObject({
    state: 'current',
    idLaboratory: 'par_rio',
    analyte: 'volume',
    sort: 'laboratory',
  });
  await user.click(await screen.findByRole('button', { name: /^Anteriores/ }));
  await waitFor(() => expect(address()).toContain('estado=earlier'));
});

test('E-10.563: a range is added with the unit of its analyte, and a text without limits is reported', async () => {
  const { sent, open } = ranges([]);
  const { user } = await open();
  await screen.findByText(/se propone el último rango que imprimió/);
  const [add] = screen.getAllByRole('button', { name: 'Agregar rango' });
  await user.click(add as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar rango' }));
  await user.click(await dialog.findByRole('button', { name: 'Agregar rango' }));
  expect(dialog.getByText('Elige el laboratorio.')).toBeTruthy();
  expect(dialog.getByText('Elige el analito.')).toBeTruthy();
  await user.click(await dialog.findByRole('combobox', { name: 'Laboratorio' }));
  await user.click(await screen.findByRole('option', { name: laboratory.name }));
  await user.click(await dialog.findByRole('combobox', { name: 'Analito' }));
  await user.click(await screen.findByRole('option', { name: 'Concentración' }));
  const unit = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Unidad' });
  expect(unit.value).toBe('10*6/mL');
  const range = dialog.getByRole('textbox', { name: /Rango impreso/ });
  await user.type(range, 'normal');
  expect(dialog.getByText(/no se reconocen límites/)).toBeTruthy();
  await user.clear(range);
  await user.type(range, '≥ 16');
  expect(dialog.queryByText(/no se reconocen límites/)).toBeNull();
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Agregar rango' }).hasAttribute('data-locked')).toBe(
      false,
    ),
  );
  await user.click(await dialog.findByRole('button', { name: 'Agregar rango' }));
  await screen.findByText('Rango agregado');
  expect(sent).toMatchObject([
    {
      idLaboratory: 'par_rio',
      analyte: 'concentration',
      method: null,
      unit: '10*6/mL',
      range: '≥ 16',
      validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ]);
});

test('E-10.563: a range is edited; another account’s version is shown beside it', async () => {
  const current = makeRange({ range: '≥ 1.45', version: 2 });
  const { open } = ranges([makeRange()], {
    'PUT /v1/result/update-range': () => errorResponse('STALE_VERSION', { details: { current } }),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('row', { name: /≥ 1\.4/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar rango' });
  const range = within(dialog).getByRole('textbox', { name: /Rango impreso/ });
  await user.clear(range);
  await user.type(range, '≥ 1.5');
  await user.click(await within(dialog).findByRole('button', { name: 'Guardar cambios' }));
  await screen.findByText('≥ 1.45');
});

test('E-10.563: a day with a range is reported at its field; a following range begins from it', async () => {
  const { open } = ranges([makeRange({ method: 'CASA' })], {
    'POST /v1/result/set-range': () =>
      errorResponse('BAD_REQUEST', {
        issues: [{ path: 'validFrom', message: 'Ya hay un rango.' }],
      }),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('row', { name: /≥ 1\.4/ }));
  const edited = await screen.findByRole('dialog', { name: 'Editar rango' });
  await user.click(await within(edited).findByRole('button', { name: 'Agregar el nuevo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar rango' }));
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Analito' }).value).toBe('Volumen');
  expect(dialog.getByDisplayValue('CASA')).toBeTruthy();
  await user.click(await dialog.findByRole('button', { name: 'Agregar rango' }));
  await dialog.findByText('Ya hay un rango.');
});

test('E-10.564: the page is absent for an account that may not manage analytes', async () => {
  const { open } = ranges([]);
  await open(['patients.read', 'directory.read']);
  expect(screen.queryByRole('link', { name: 'Analitos y rangos' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Agregar rango' })).toBeNull();
});
