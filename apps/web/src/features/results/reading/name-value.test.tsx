import type { ResultSet } from '@simiente/contract/results/calls';
import { defaultValue } from '@simiente/contract/results/testing/result-set';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { ana, makeSet } from '../testing/results.ts';

test("E-10.2885: an analyte is chosen for a laboratory's own code, beside its value", async () => {
  const user = userEvent.setup();
  const codedValue = defaultValue({
    idValue: 'val_fe',
    name: 'HORMONA FE',
    value: '5',
    unit: 'mUI/mL',
    laboratoryCode: 'FE · HORMONA FE',
  });
  const set = makeSet({ values: [codedValue], may: { ...makeSet().may, move: true } });
  let stored: ResultSet = set;
  const sent: unknown[] = [];
  await openScreen(`/pacientes/${ana.idUser}/resultados`, {
    'GET /v1/user/get-one': () => ana,
    'GET /v1/result/of-patient': () => ({ sets: [stored] }),
    'GET /v1/letterhead/get-one': () => ({ letterhead: null }),
    'POST /v1/result/name-value': ({ body }) => {
      sent.push(body);
      stored = { ...set, values: [{ ...codedValue, analyte: 'fsh', name: null }] };
      return { set: stored };
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Elegir el analito de FE/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Analito de este código' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Analito' }));
  await user.click(await screen.findByRole('option', { name: 'FSH' }));
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  await screen.findByRole('button', { name: 'Elegir el analito de FE · HORMONA FE' });
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /^FSH/ }).textContent).toContain('Cambiar'),
  );
  expect(sent).toMatchObject([{ idValue: 'val_fe', analyte: 'fsh', version: set.version }]);
});
