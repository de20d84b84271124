import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

vi.mock('./ChangeStatus.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('E-10.3743: each click on Cambiar estatus shows an error if the code of its menu cannot be loaded', async () => {
  // Test files share modules, and an earlier file may have loaded the menu.
  vi.resetModules();
  const { isGone, open, resetStored } = await import('./testing/patient-list.tsx');
  resetStored();
  const { select, press, user } = await open();
  await select('Ana');
  for (const _ of [1, 2]) {
    await press('Cambiar estatus');
    await screen.findByText('No se pudo abrir');
    const button = screen.getByRole('button', { name: 'Cambiar estatus' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    // An earlier file may have left another notice.
    for (const close of screen.getAllByRole('button', { name: 'Cerrar aviso' })) {
      await user.click(close);
    }
    await isGone('No se pudo abrir');
  }
});
