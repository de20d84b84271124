import { cleanNotifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import type { RequestOptions } from '../../lib/api/request-key.ts';
import { renderThemed } from '../../testing/render.tsx';
import { notifyError, notifySuccess, notifyUndo, useToastMutation } from './notify.tsx';
import { ToastHost } from './ToastHost.tsx';

beforeEach(async () => {
  // The chunk that the first toast loads: a test with fake timers cannot wait for it.
  await import('./ToastRegion.tsx');
  vi.useFakeTimers();
  renderThemed(<ToastHost />);
});

afterEach(() => act(() => cleanNotifications()));

/** Shows a first toast, and waits until the code of toasts has loaded and rendered it. */
async function showToast(notify: () => void) {
  await act(async () => notify());
}

/** Advances the time, and then past the closing transition. */
function advance(milliseconds: number) {
  act(() => vi.advanceTimersByTime(milliseconds));
  act(() => vi.advanceTimersByTime(300));
}

test('E-8.16: a success is a status that closes after 5 s', async () => {
  await showToast(() => notifySuccess('Sucursal creada correctamente'));
  advance(4000);
  expect(screen.getByRole('status').textContent).toBe('Sucursal creada correctamente');
  advance(1000);
  expect(screen.queryByRole('status')).toBeNull();
});

test('an undoable success stays 10 s, and Deshacer closes it', async () => {
  const onUndo = vi.fn();
  await showToast(() => notifyUndo('3 elementos eliminados', { onUndo }));
  advance(9000);
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(onUndo).toHaveBeenCalledTimes(1);
  advance(0);
  expect(screen.queryByText('3 elementos eliminados')).toBeNull();
});

test('an unused undo closes after 10 s', async () => {
  await showToast(() => notifyUndo('3 elementos eliminados', { onUndo: () => {} }));
  advance(10_000);
  expect(screen.queryByText('3 elementos eliminados')).toBeNull();
});

test('a toast replaces an equal one, and a fourth the oldest, but none that can be undone', async () => {
  await showToast(() => {
    for (const detail of ['Ana', 'Beto', 'Beto', 'Ciro', 'Dora']) {
      notifyUndo('1 elemento eliminado', { detail, onUndo: () => {} });
    }
    for (const title of ['uno', 'dos', 'dos', 'tres', 'cuatro']) notifySuccess(title);
  });
  advance(0);
  const shown = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(shown.filter((words) => words?.includes('Deshacer'))).toHaveLength(5);
  expect(shown.filter((words) => !words?.includes('Deshacer'))).toEqual(['dos', 'tres', 'cuatro']);
});

test('E-8.16: a failure is an alert that stays until it is closed', async () => {
  await showToast(() =>
    notifyError('ocurrio un error', { detail: 'No se eliminó ningún elemento.' }),
  );
  advance(600_000);
  expect(screen.getByRole('alert').textContent).toContain('No se eliminó ningún elemento.');
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
  advance(0);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failure announces its reason before the retry button, which retries', async () => {
  const onRetry = vi.fn();
  await showToast(() =>
    notifyError('ocurrio un error', { detail: 'El médico tiene otra.', onRetry }),
  );
  expect(screen.getByRole('alert').textContent).toBe(
    'ocurrio un errorEl médico tiene otra.Reintentar',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

/** Renders a change that is retried once after a second. */
function renderChange(change: (id: string, options: RequestOptions) => Promise<void>) {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: 1, retryDelay: 1000 } } });
  const { result } = renderHook(() => useToastMutation('', { mutationFn: change }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return (id: string) => result.current.mutateAsync(id).catch(() => {});
}

test('E-10.4124: a failed change shows the reason of its invalid field', async () => {
  const issues = [{ path: 'text', message: 'Quita «receta».' }];
  const change = renderChange(() => Promise.reject(new ApiFailure('BAD_REQUEST', '', { issues })));
  await act(async () => {
    const sent = change('a');
    await vi.runAllTimersAsync();
    await sent;
  });
  screen.getByText('Quita «receta».');
});

test('E-10.3962: a repeated change has the same Idempotency-Key until it succeeds', async () => {
  const keys: string[] = [];
  let isLost = true;
  const change = renderChange(async (_id, { context }) => {
    keys.push(context.idempotencyKey);
    if (isLost) throw new Error('lost');
  });
  const send = (id: string) =>
    act(async () => {
      const sent = change(id);
      await vi.runAllTimersAsync();
      await sent;
    });
  await send('a');
  isLost = false;
  for (const id of ['a', 'a', 'b']) await send(id);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(new Set(keys).size).toBe(3);
  expect(keys).toHaveLength(5);
});

test('E-10.4060: the retry of a change keeps its key when another change succeeds first', async () => {
  const sent: [id: string, key: string][] = [];
  const change = renderChange(async (id, { context }) => {
    sent.push([id, context.idempotencyKey]);
    if (sent.length === 1) throw new Error('lost');
  });
  await act(async () => {
    const both = Promise.all([change('a'), change('b')]);
    await vi.runAllTimersAsync();
    await both;
  });
  expect(sent.map(([id]) => id)).toEqual(['a', 'b', 'a']);
  expect(sent[2]).toEqual(sent[0]);
});
