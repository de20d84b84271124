import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { useListView } from './list-view.ts';

/** Milliseconds within which the last typed text is searched. */
const PAUSE = 120;

interface Filters {
  readonly estatus?: unknown;
  readonly dia?: unknown;
}

/** A list that two buttons filter, and its search box changes. */
function List() {
  const search = useSearch({ strict: false }) as Filters;
  const view = useListView({ initial: {}, filterNames: ['estatus', 'dia'] }, search);
  return (
    <>
      <SearchBox label="Buscar" value={view.text} onChange={view.type} />
      <button type="button" onClick={() => view.change({ estatus: 2 })}>
        Test
      </button>
      <button type="button" onClick={() => view.change({ dia: 'hoy' })}>
        Hoy
      </button>
      <Link to="/pacientes/$idUser" params={{ idUser: 'ana' }}>
        Ana
      </Link>
      <Link to="/pacientes" search={{ estatus: 2 }} state={true}>
        Test
      </Link>
    </>
  );
}

/** A list whose rows link to a page that loads slowly. */
async function openList() {
  const loading = Promise.withResolvers<void>();
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/pacientes/',
    validateSearch: ({ estatus, dia }: Filters): Filters => ({ estatus, dia }),
    component: List,
  });
  const row = createRoute({
    getParentRoute: () => root,
    path: '/pacientes/$idUser',
    loader: () => loading.promise,
    component: () => <h1>De Ana</h1>,
  });
  const router = createRouter({
    routeTree: root.addChildren([list, row]),
    history: createMemoryHistory({ initialEntries: ['/pacientes'] }),
  });
  await router.load();
  renderThemed(<RouterProvider router={router as never} />);
  await screen.findByRole('searchbox');
  vi.useFakeTimers();
  return { router, come: () => act(async () => loading.resolve()) };
}

const type = (value: string) =>
  fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
const click = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('link', { name })));
const waitForPause = () => act(() => vi.advanceTimersByTimeAsync(PAUSE));

test('text typed just before a navigation does not appear on the next page', async () => {
  const { router, come } = await openList();
  type('a');
  type('ana');
  await click('Ana');
  await waitForPause();
  await come();
  expect(router.history.location.pathname).toBe('/pacientes/ana');
  expect(screen.getByRole('heading').textContent).toBe('De Ana');
  // The search box of the new page stays empty too.
  expect(router.history.location.state).not.toHaveProperty('searchKey');
});

test('a list keeps its text and rows during a navigation, and after going back', async () => {
  const { router, come } = await openList();
  type('ana');
  await click('Ana');
  expect(router.history.location.pathname).toBe('/pacientes/ana');
  const { value } = screen.getByRole<HTMLInputElement>('searchbox');
  expect(value).toBe('ana');
  await come();
  expect(screen.getByRole('heading').textContent).toBe('De Ana');
  await act(async () => router.history.back());
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ana');
});

test('text typed just before a filter is chosen is kept', async () => {
  const { router } = await openList();
  type('a');
  type('ana');
  await click('Test');
  await waitForPause();
  expect(router.history.location.href).toBe('/pacientes?estatus=2');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ana');
  expect(router.history.location.state).toHaveProperty('searchKey');
});

test('E-10.2920: two filters chosen at once both apply, and the text typed before stays', async () => {
  const { router } = await openList();
  type('a');
  type('ana');
  await waitForPause();
  act(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Test' }));
    fireEvent.click(screen.getByRole('button', { name: 'Hoy' }));
  });
  await waitForPause();
  expect(router.history.location.href).toBe('/pacientes?estatus=2&dia=hoy');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ana');
});

test('E-10.2920: a filter chosen while a page loads returns to the list as it was', async () => {
  const { router } = await openList();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Hoy' })));
  await click('Ana');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Test' })));
  expect(router.history.location.href).toBe('/pacientes?dia=hoy&estatus=2');
});
