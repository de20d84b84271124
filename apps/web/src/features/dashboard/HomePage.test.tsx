import type { SystemCheck } from '@simiente/contract/system/calls';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import { answerWire } from '../../testing/wire.ts';
import { BackupNotice } from './HomePage.tsx';

afterEach(() => queryClient.clear());

function show(state: SystemCheck['state']) {
  const read = vi.fn(() => ({
    checks: [{ id: 'verified-backup', label: 'Último respaldo verificado', state, detail: '' }],
  }));
  answerWire({ 'GET /v1/system/status': read });
  renderRouted(<BackupNotice />);
  return read;
}

test('E-10.1541: an administrator is told that there was no verified backup for two days', async () => {
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

test('E-10.1541: another account does not ask for the state of the system', async () => {
  signInWith('patients.read');
  const read = show('fault');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(read).not.toHaveBeenCalled();
});
