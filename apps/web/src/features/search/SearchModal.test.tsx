import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted } from '../../test/render.tsx';
import { SearchBody } from './SearchModal.tsx';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** The search with this text, which no record has. */
async function draw(typed: string) {
  const data = { results: [], more: [] };
  vi.stubGlobal('fetch', async () => Response.json({ status: 200, data }));
  const nothing = () => {};
  renderRouted(
    <SearchBody
      menuPages={[]}
      typed={typed}
      onType={nothing}
      onAct={nothing}
      onClose={nothing}
      onLeave={nothing}
    />,
  );
  await screen.findByRole('option', { name: /Crear paciente/ });
}

test('E-10.201: a text that names a command has a result', async () => {
  await draw('crear paciente');
  expect(await screen.findByText('1 resultado: Acciones 1')).toBeTruthy();
  expect(screen.queryByText(/^Sin resultados/)).toBeNull();
});

test('E-10.133: a text that names nothing says so, and keeps the commands', async () => {
  await draw('xochipilli');
  expect(await screen.findByText('Sin resultados para «xochipilli»')).toBeTruthy();
});
