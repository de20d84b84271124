import type { SystemCheck } from '@simiente/contract/system/calls';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';
import { errorResponse } from '../../testing/wire.ts';

const checks: SystemCheck[] = [
  { id: 'version', label: 'Versión', state: 'ok', detail: '0.1.0' },
  { id: 'verified-backup', label: 'Último respaldo verificado', state: 'fault', detail: 'Ninguno' },
];

test('E-10.1540: the page shows each check with its state in a word', async () => {
  await openScreen('/sistema', { 'GET /v1/system/status': () => ({ checks }) }, [
    'accounts.manage',
  ]);
  const backup = (await screen.findByText('Último respaldo verificado')).parentElement;
  expect(within(backup as HTMLElement).getByText('Con fallas')).toBeTruthy();
  expect(screen.getByText('Correcto')).toBeTruthy();
});

test('E-10.1540: a state that cannot be read shows an error, and Reintentar loads it', async () => {
  let isFailing = true;
  const { user } = await openScreen(
    '/sistema',
    { 'GET /v1/system/status': () => (isFailing ? errorResponse('INTERNAL') : { checks }) },
    ['accounts.manage'],
  );
  await screen.findByText('No se pudo cargar el estado del sistema');
  isFailing = false;
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await screen.findByText('Versión');
});
