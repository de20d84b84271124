import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { useSearchText, useTypedSearch } from './list-view.ts';

/** Milliseconds within which the last typed text is searched. */
const PAUSE = 120;

function List() {
  return (
    <>
      <SearchBox label="Buscar" value={useSearchText()} onChange={useTypedSearch()} />
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
  const coming = Promise.withResolvers<void>();
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/pacientes/',
    validateSearch: ({ estatus }) => ({ estatus }),
    component: List,
  });
  const row = createRoute({
    getParentRoute: () => root,
    path: '/pacientes/$idUser',
    loader: () => coming.promise,
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
  return { router, come: () => act(async () => coming.resolve()) };
}

const type = (value: string) =>
  fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
const click = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('link', { name })));
const pause = () => act(() => vi.advanceTimersByTimeAsync(PAUSE));

test('text typed just before a navigation does not go to the next page', async () => {
  const { router, come } = await openList();
  type('a');
  type('ana');
  await click('Ana');
  await pause();
  await come();
  expect(router.history.location.pathname).toBe('/pacientes/ana');
  expect(screen.getByRole('heading').textContent).toBe('De Ana');
  // The search box of the new page stays empty too.
  expect(router.history.location.state).not.toHaveProperty('searchKey');
});

test('a list keeps its text and rows during a navigation, and has them again after going back', async () => {
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
  await pause();
  expect(router.history.location.href).toBe('/pacientes?estatus=2');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ana');
  expect(router.history.location.state).toHaveProperty('searchKey');
});
