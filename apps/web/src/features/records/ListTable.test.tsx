import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted, renderThemed } from '../../testing/render.tsx';
import { ListTable } from './ListTable.tsx';
import type { ListPage } from './record-list.ts';
import { byCursor, useListPages } from './record-list.ts';

interface Row {
  readonly id: string;
}

interface Page extends ListPage {
  readonly rows: readonly Row[];
}

const list = {
  getRows: (page: Page) => page.rows,
  getId: ({ id }: Row) => id,
};
const layout = {
  columns: [{ id: 'id', header: 'Id', cell: ({ id }: Row) => id }],
  mobileRow: ({ id }: Row) => ({ title: id, facts: id }),
  getRowName: ({ id }: Row) => id,
};

const makeAnswer = (rows: readonly Row[]) => ({
  status: 200 as const,
  data: { rows, nextCursor: null, total: rows.length, totalIsCapped: false },
});

afterEach(() => queryClient.clear());

function Screen({ filter, load }: { filter: string; load: () => Promise<readonly Row[]> }) {
  const loaded = useListPages(list, {
    ...byCursor,
    queryKey: [filter],
    queryFn: async () => makeAnswer(await load()),
  });
  return (
    <ListTable
      label="Lista"
      layout={layout}
      loaded={loaded}
      failure="Error al cargar"
      empty={filter === '' ? 'No hay nada todavía' : 'Nada con estos filtros'}
      rowLink={() => <Link to={'/ficha' as '/'} />}
    />
  );
}

function Filtered({ all }: { all: Promise<readonly Row[]> }) {
  const [filter, setFilter] = useState('nadie');
  return (
    <>
      <button type="button" onClick={() => setFilter('')}>
        Limpiar
      </button>
      <Screen filter={filter} load={async () => (filter === '' ? all : [])} />
    </>
  );
}

test('a list without rows does not show the empty state of new filters before their answer', async () => {
  const answer = Promise.withResolvers<readonly Row[]>();
  renderRouted(<Filtered all={answer.promise} />);
  await screen.findByText('Nada con estos filtros');
  fireEvent.click(screen.getByRole('button', { name: 'Limpiar' }));
  expect(screen.queryByText('No hay nada todavía')).toBeNull();
  await act(async () => answer.resolve([{ id: 'ana' }]));
  await screen.findByText('ana');
});

/** A list at '/', whose rows all link to '/ficha', and links to both. */
function withRecordPage() {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <Link to={'/' as '.'}>Menú</Link>
        <main tabIndex={-1}>
          <Outlet />
        </main>
      </QueryClientProvider>
    ),
  });
  const rows = [{ id: 'ana' }, { id: 'bruno' }];
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: '/',
        component: () => <Screen filter="" load={async () => rows} />,
      }),
      createRoute({
        getParentRoute: () => root,
        path: '/ficha',
        component: () => <p>Ficha</p>,
      }),
    ]),
    history: createMemoryHistory(),
  });
  renderThemed(<RouterProvider router={router} />);
  return router;
}

test('E-10.244: after Back the opened row has the focus, and after a new visit no row has it', async () => {
  const router = withRecordPage();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'bruno' }));
  await screen.findByText('Ficha');
  document.querySelector('main')?.focus();
  act(() => router.history.back());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('row', { name: /bruno/ })),
  );
  await user.click(await screen.findByRole('link', { name: 'bruno' }));
  await screen.findByText('Ficha');
  await user.click(await screen.findByRole('link', { name: 'Menú' }));
  await screen.findByRole('row', { name: /bruno/ });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Menú' }));
});
