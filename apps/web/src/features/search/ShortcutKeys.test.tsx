import { IconUsers } from '@tabler/icons-react';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { ShortcutSwitch } from '../../ui/layout/shortcuts.tsx';
import ShortcutKeys from './ShortcutKeys.tsx';

const pages = [{ to: '/pacientes', label: 'Pacientes', icon: IconUsers, letter: 'P' }];

afterEach(() => localStorage.clear());

function show() {
  const onSearch = vi.fn();
  const onHelp = vi.fn();
  const history = createMemoryHistory({ initialEntries: ['/home'] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  renderThemed(
    <RouterContextProvider router={router}>
      <ShortcutKeys menuPages={pages} onSearch={onSearch} onHelp={onHelp} />
      <main>
        <input type="search" aria-label="Buscar paciente" />
        <input type="checkbox" aria-label="Seleccionar" />
        <textarea aria-label="Notas" />
        <div role="menu" tabIndex={-1} />
      </main>
      <div role="dialog" aria-label="Panel">
        <button type="button">Cerrar</button>
      </div>
      <ShortcutSwitch />
    </RouterContextProvider>,
  );
  return { onSearch, onHelp, path: () => history.location.pathname };
}

const press = (key: string, target: Element = document.body, more = {}) =>
  fireEvent.keyDown(target, { key, ...more });

test('E-10.202: the slash focuses the search of the list, and is not typed there', () => {
  const { onSearch } = show();
  const search = screen.getByRole('searchbox');
  expect(press('/', screen.getByRole('checkbox'))).toBe(false);
  expect(document.activeElement).toBe(search);
  search.remove();
  press('/');
  expect(onSearch).toHaveBeenCalledOnce();
});

test('E-10.202: the question mark shows the shortcuts, and G with a letter opens a page', () => {
  const { onHelp, path } = show();
  press('?', document.body, { shiftKey: true });
  expect(onHelp).toHaveBeenCalledOnce();
  press('p');
  expect(path()).toBe('/home');
  press('g');
  press('x');
  press('p');
  expect(path()).toBe('/home');
  press('g');
  press('p');
  expect(path()).toBe('/pacientes');
});

test('E-10.202: no key is a shortcut in a field, a menu or a dialog, beneath one, or with another key', () => {
  const { onHelp } = show();
  for (const target of [
    screen.getByRole('searchbox'),
    screen.getByLabelText('Notas'),
    screen.getByRole('menu'),
    screen.getByRole('button', { name: 'Cerrar' }),
  ]) {
    expect(press('?', target)).toBe(true);
  }
  for (const key of ['ctrlKey', 'metaKey', 'altKey']) press('?', document.body, { [key]: true });
  screen.getByRole('dialog').setAttribute('aria-modal', 'true');
  press('?');
  expect(onHelp).not.toHaveBeenCalled();
  screen.getByRole('dialog').removeAttribute('aria-modal');
  press('?');
  expect(onHelp).toHaveBeenCalledOnce();
});

test('E-10.202: when switched off, no key is a shortcut, and the browser remembers the setting', () => {
  const { onHelp, onSearch, path } = show();
  act(() => screen.getByRole('switch', { name: 'Usar atajos de una tecla' }).click());
  for (const key of ['/', '?', 'g', 'p']) expect(press(key)).toBe(true);
  expect([onHelp.mock.calls, onSearch.mock.calls, path()]).toEqual([[], [], '/home']);
  expect(localStorage.getItem('simiente-shortcuts')).toBe('false');
});
