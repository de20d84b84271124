import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted } from '../../testing/render.tsx';
import { signIn } from '../../testing/session.ts';
import { answerRequests, NO_CONSEQUENCES } from '../../testing/wire.ts';
import DeletionQuestion from './DeletionQuestion.tsx';

beforeEach(() => {
  signIn();
  answerRequests({ 'POST /v1/trash/consequences': () => NO_CONSEQUENCES });
});
afterEach(() => queryClient.clear());

function candidates(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: `Persona ${index}`,
    detail: 'Test',
  }));
}

async function show(options: Partial<ComponentProps<typeof DeletionQuestion>> = {}) {
  const onCancel = vi.fn();
  const onConfirm = vi.fn();
  renderRouted(
    <DeletionQuestion
      opened
      count={3}
      candidates={candidates(3)}
      onCancel={onCancel}
      onConfirm={onConfirm}
      {...options}
    />,
  );
  await screen.findByRole('dialog');
  if (!options.deleting) await screen.findByRole('button', { name: 'Eliminar' });
  return { onCancel, onConfirm };
}

test('E-2.143, E-2.144: the question is the text of the specification', async () => {
  await show();
  expect(screen.getByRole('dialog', { name: 'Confirmar eliminación' })).toBeTruthy();
  expect(
    screen.getByText('Estás seguro que deseas eliminar 3 elemento(s) seleccionado(s)?'),
  ).toBeTruthy();
  expect(screen.getByText(/30 días/)).toBeTruthy();
});

test('the question lists five names, then the number of others', async () => {
  await show({ count: 12, candidates: candidates(8) });
  expect(screen.getAllByText(/^Persona/).map((name) => name.textContent)).toEqual([
    'Persona 0',
    'Persona 1',
    'Persona 2',
    'Persona 3',
    'Persona 4',
  ]);
  expect(screen.getByText('y 7 más')).toBeTruthy();
});

test('the question lists five names without a count', async () => {
  await show({ count: 5, candidates: candidates(5) });
  expect(screen.queryByText(/ más$/)).toBeNull();
});

test('the initial focus is on Cancelar', async () => {
  await show();
  const cancel = screen.getByRole('button', { name: 'Cancelar' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
});

test('E-2.145: Cancelar closes, Eliminar deletes', async () => {
  const { onCancel, onConfirm } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(onCancel).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('during the deletion the dialog neither closes nor deletes again', async () => {
  const { onCancel, onConfirm } = await show({ deleting: true });
  fireEvent.click(screen.getByRole('button', { name: 'Cargando...' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onCancel).not.toHaveBeenCalled();
});
