import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import { answerWire } from '../../testing/wire.ts';
import { PageCrumbs } from './PageCrumbs.tsx';
import { Shell } from './Shell.tsx';

test('the frame is rendered once, while page and breadcrumb render separately', async () => {
  answerWire({});
  // No counts are waiting for this account, because each would render the frame again.
  signInWith('lists.export');
  onTestFinished(() => queryClient.clear());
  let drawn = 0;
  const user = {
    get name() {
      drawn += 1;
      return 'Ana Ruiz';
    },
    email: 'ana@example.org',
  };
  renderRouted(
    <Shell user={user}>
      <PageCrumbs crumbs={[{ label: 'Pacientes' }]} />
      <p>Página</p>
    </Shell>,
  );
  await screen.findByText('Página');
  expect((await screen.findByRole('navigation', { name: 'Ruta' })).textContent).toBe('Pacientes');
  expect(drawn).toBe(1);
});
