import { cleanNotifications } from '@mantine/notifications';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { notifyError, notifySuccess, notifyUndo } from './notify.tsx';
import { ToastHost } from './ToastHost.tsx';

beforeEach(async () => {
  // The chunk that the first toast loads: a test with fake timers cannot wait for it.
  await import('./ToastRegion.tsx');
  vi.useFakeTimers();
  renderThemed(<ToastHost />);
});

afterEach(() => act(() => cleanNotifications()));

/** Shows a first toast, and waits until the code of toasts has loaded and rendered it. */
async function tell(notify: () => void) {
  await act(async () => notify());
}

/** Lets time pass, until a toast that is closing has gone. */
function pass(milliseconds: number) {
  act(() => vi.advanceTimersByTime(milliseconds));
  act(() => vi.advanceTimersByTime(300));
}

test('E-8.16: a success is a status that closes after 5 s', async () => {
  await tell(() => notifySuccess('Sucursal creada correctamente'));
  pass(4000);
  expect(screen.getByRole('status').textContent).toBe('Sucursal creada correctamente');
  pass(1000);
  expect(screen.queryByRole('status')).toBeNull();
});

test('an undoable success stays 10 s, and Deshacer closes it', async () => {
  const onUndo = vi.fn();
  await tell(() => notifyUndo('3 elementos eliminados', { onUndo }));
  pass(9000);
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(onUndo).toHaveBeenCalledTimes(1);
  pass(0);
  expect(screen.queryByText('3 elementos eliminados')).toBeNull();
});

test('an unused undo closes after 10 s', async () => {
  await tell(() => notifyUndo('3 elementos eliminados', { onUndo: () => {} }));
  pass(10_000);
  expect(screen.queryByText('3 elementos eliminados')).toBeNull();
});

test('equal toasts and a fourth push earlier ones out, but nothing that can be undone', async () => {
  await tell(() => {
    for (const detail of ['Ana', 'Beto', 'Beto', 'Ciro', 'Dora']) {
      notifyUndo('1 elemento eliminado', { detail, onUndo: () => {} });
    }
    for (const title of ['uno', 'dos', 'dos', 'tres', 'cuatro']) notifySuccess(title);
  });
  pass(0);
  const shown = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(shown.filter((words) => words?.includes('Deshacer'))).toHaveLength(5);
  expect(shown.filter((words) => !words?.includes('Deshacer'))).toEqual(['dos', 'tres', 'cuatro']);
});

test('E-8.16: a failure is an alert that stays until it is closed', async () => {
  await tell(() => notifyError('ocurrio un error', { detail: 'No se eliminó ningún elemento.' }));
  pass(600_000);
  expect(screen.getByRole('alert').textContent).toContain('No se eliminó ningún elemento.');
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
  pass(0);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failure announces its reason before the retry button, which retries', async () => {
  const onRetry = vi.fn();
  await tell(() => notifyError('ocurrio un error', { detail: 'El médico tiene otra.', onRetry }));
  expect(screen.getByRole('alert').textContent).toBe(
    'ocurrio un errorEl médico tiene otra.Reintentar',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});
