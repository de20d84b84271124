import type { SystemCheck } from '@simiente/contract/system/calls';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { dashboard, emptyProduct } from '../../testing/empty-product.ts';
import { renderRouted } from '../../testing/render.tsx';
import { openScreen } from '../../testing/screen.tsx';
import { signInWith } from '../../testing/session.ts';
import { answerRequests } from '../../testing/wire.ts';
import { BackupNotice } from './HomePage.tsx';

afterEach(() => queryClient.clear());

function show(state: SystemCheck['state']) {
  const read = vi.fn(() => ({
    checks: [{ id: 'verified-backup', label: 'Último respaldo verificado', state, detail: '' }],
  }));
  answerRequests({ 'GET /v1/system/status': read });
  renderRouted(<BackupNotice />);
  return read;
}

test('E-10.1541: an administrator is notified if there was no verified backup for two days', async () => {
  signInWith('accounts.manage');
  show('fault');
  expect((await screen.findByRole('alert')).textContent).toContain('Hace más de dos días');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/sistema');
});

test('E-10.1541: a recent backup shows no notice', async () => {
  signInWith('accounts.manage');
  const read = show('ok');
  await waitFor(() => expect(read).toHaveBeenCalledOnce());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('E-10.1541: an account without administration does not request the state of the system', async () => {
  signInWith('patients.read');
  const read = show('fault');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(read).not.toHaveBeenCalled();
});

test('E-10.2921: a new clinic sees only its first steps, and the dashboard once it has a patient or prospect', async () => {
  const setup = { letterhead: false, doctor: true, team: false, patient: false, reminders: false };
  let found: object = { setup };
  const { refresh } = await openScreen('/home', {
    ...emptyProduct,
    'GET /v1/dashboard/today': (request) => ({
      ...(dashboard['GET /v1/dashboard/today']?.(request) as object),
      ...found,
    }),
  });
  await screen.findByRole('region', { name: 'Primeros pasos' });
  await waitFor(() => expect(screen.queryByText('Citas de hoy')).toBeNull());
  const isShown = () => screen.queryByRole('heading', { name: /^Actividad del / }) !== null;
  expect(isShown()).toBe(false);
  for (const data of [
    { setup: { ...setup, patient: true } },
    { setup, prospects: { count: 1, isCapped: false, arrivedToday: 0 } },
    {},
  ]) {
    found = data;
    await refresh();
    await waitFor(() => expect(isShown()).toBe(true));
    expect(screen.getByText('Citas de hoy')).toBeTruthy();
    found = { setup };
    await refresh();
    await waitFor(() => expect(isShown()).toBe(false));
  }
});
