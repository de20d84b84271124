import { Modal } from '@mantine/core';
import { cleanNotifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { notifyError, notifyUndo } from './notify.tsx';
import { ToastHost } from './ToastHost.tsx';

afterEach(() => act(() => cleanNotifications()));

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

/** The names of the focused elements after each press. */
async function tab(times: number, keys = '{Tab}') {
  const names: (string | null | undefined)[] = [];
  for (let time = 0; time < times; time += 1) {
    await userEvent.keyboard(keys);
    names.push(focused());
  }
  return names;
}

async function openDialog() {
  renderThemed(
    <>
      <button type="button">Detrás</button>
      <Modal opened onClose={() => {}} title="Persona" withCloseButton={false}>
        <button type="button">Primero</button>
        <button type="button">Último</button>
      </Modal>
      <ToastHost />
    </>,
  );
  await waitFor(() => expect(focused()).toBe('Primero'));
}

test('E-10.707: Tab goes from the end of an open dialog to its toasts and back, in both directions', async () => {
  await openDialog();
  act(() => {
    notifyUndo('Cita cancelada', { onUndo: () => {} });
    notifyError('ocurrio un error');
  });
  await screen.findByText('ocurrio un error');
  const round = ['Último', 'Deshacer', 'Cerrar aviso', 'Cerrar aviso', 'Primero', 'Último'];
  expect(await tab(6)).toEqual(round);
  const back = ['Primero', 'Cerrar aviso', 'Cerrar aviso', 'Deshacer', 'Último', 'Primero'];
  expect(await tab(6, '{Shift>}{Tab}{/Shift}')).toEqual(back);
});

test('E-10.707: an action of a toast returns the focus to the dialog; without toasts Tab stays in it', async () => {
  await openDialog();
  const onUndo = vi.fn();
  act(() => {
    notifyUndo('Cita cancelada', { onUndo });
  });
  await screen.findByText('Cita cancelada');
  expect(await tab(2)).toEqual(['Último', 'Deshacer']);
  await userEvent.keyboard('{Enter}');
  expect(onUndo).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByText('Cita cancelada')).toBeNull());
  expect(focused()).toBe('Primero');
  expect(await tab(2)).toEqual(['Último', 'Primero']);
});
