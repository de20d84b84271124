import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { PageRequest } from '../../testing/page-request.ts';
import { renderRouted } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import { useCan, useViewedRole } from '../session/public.ts';
import { ViewAsMenu } from './AccountsPage.tsx';
import { ViewAs } from './ViewAs.tsx';

afterEach(() => {
  queryClient.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** A page with the 'Ver como' menu. */
function Page() {
  const role = useViewedRole();
  const can = useCan();
  return (
    <main>
      <ViewAs />
      {role === null && <ViewAsMenu />}
      {can('accounts.manage') && <p>Cuentas</p>}
    </main>
  );
}

test('E-10.349, E-10.3891: viewing as a role marks each request, drops loaded data, and ends', async () => {
  vi.stubGlobal('Request', PageRequest);
  const requests: (string | null)[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const role = request.headers.get('x-simiente-view-as');
    requests.push(role);
    return Response.json({
      user: { name: 'Ana Ríos', email: 'ana@simiente.example' },
      roles: ['administracion'],
      capabilities: role === null ? ['accounts.manage'] : ['patients.read'],
      ...(role !== null && { viewAs: role }),
    });
  });
  signInWith('accounts.manage');
  queryClient.setQueryData(['patients'], 'of the own view');
  renderRouted(<Page />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Ver como…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Recepción' }));

  const banner = await screen.findByRole('status');
  expect(banner.textContent).toContain('Ves Simiente como Recepción');
  expect(screen.queryByText('Cuentas')).toBeNull();
  await waitFor(() => expect(queryClient.getQueryData(['patients'])).toBeUndefined());

  await user.click(await screen.findByRole('button', { name: 'Volver a mi vista' }));
  expect(await screen.findByText('Cuentas')).toBeTruthy();
  expect(requests).toEqual(['recepcion', null]);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
