import type { OrderBranch } from '@simiente/contract/exam-orders/calls';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted } from '../../testing/render.tsx';
import { answerRequests, errorResponse } from '../../testing/wire.ts';
import { NewOrderModal } from './NewOrderModal.tsx';

const makeBranch = (idBranch: string, name: string): OrderBranch => ({
  idBranch,
  name,
  partner: { idPartner: 'lab', name: 'Laboratorio Ñuble' },
  state: null,
  address: null,
  timeZone: null,
  exams: [
    { exam: 'SEM', name: 'Seminograma' },
    { exam: 'RC', name: 'ERM de Cráneo' },
  ],
});

afterEach(() => queryClient.clear());

/** An order for the branch Ávila, with all of its studies, and a given answer to its creation. */
async function submitOrder(create: Parameters<typeof answerRequests>[0][string]) {
  answerRequests({
    'GET /v1/exam-orders/branches': ({ query }) => ({
      branches: [makeBranch('brn_1', 'Ávila'), makeBranch('brn_2', 'Xoconostle')].filter(
        ({ name }) => name.toLowerCase().includes(query.get('search') ?? ''),
      ),
      more: false,
    }),
    'GET /v1/exam-orders': () => ({ orders: [] }),
    'POST /v1/exam-orders': create,
  });
  renderRouted(
    <NewOrderModal patient={{ idUser: 'usr_1', name: 'Ana Ruiz' }} requested={{ record: null }} />,
  );
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'Crear orden' }));
  const choose = async (name: string) => {
    const branch = dialog.getByRole('combobox', { name: 'Sucursal' });
    await user.clear(branch);
    await user.type(branch, name.toLowerCase());
    await user.click(await dialog.findByRole('option', { name: new RegExp(name) }));
  };
  await choose('Xoconostle');
  await user.click(await dialog.findByRole('button', { name: 'Seleccionar todos' }));
  await user.click(await dialog.findByRole('button', { name: 'Crear orden' }));
  return { dialog, choose };
}

const checked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;

test('E-10.62: an exam that the branch no longer offers is named and removed, and the others stay', async () => {
  const { dialog } = await submitOrder(() =>
    errorResponse('EXAM_NOT_OFFERED', { details: { exams: ['ERM de Cráneo'] } }),
  );
  await dialog.findByText('La sucursal ya no ofrece: ERM de Cráneo. Revisa la selección.');
  expect(checked('Seminograma')).toBe(true);
});

test('E-10.62: a deleted branch is reported, and another can be chosen', async () => {
  const { dialog, choose } = await submitOrder(() =>
    errorResponse('NOT_FOUND', { issues: [{ path: 'idBranch', message: 'No existe.' }] }),
  );
  await dialog.findByText('Esta sucursal ya no existe. Elige otra.');
  await choose('vila');
  expect(dialog.queryByText('Esta sucursal ya no existe. Elige otra.')).toBeNull();
});
