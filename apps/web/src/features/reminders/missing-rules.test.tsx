import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { unlocked } from '../../testing/render.tsx';

vi.mock('./RulesDialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('E-10.3889: each click on Reglas shows an error if the code of its dialog cannot be loaded', async () => {
  // Test files share modules, and an earlier file may have loaded the dialog.
  vi.resetModules();
  const { openScreen } = await import('../../testing/screen.tsx');
  const { user } = await openScreen('/por-confirmar', {
    'GET /v1/reminders/list': () => ({ isOn: true, whatsappHours: 0, appointments: [] }),
  });
  for (const _ of [1, 2]) {
    await unlocked();
    await user.click(await screen.findByRole('button', { name: 'Reglas' }));
    await screen.findByText('No se pudo abrir');
    await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
    await vi.waitFor(() => expect(screen.queryByText('No se pudo abrir')).toBeNull());
  }
});
