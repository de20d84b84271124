import { Link } from '@tanstack/react-router';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted, renderThemed } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import { matchMediaAtWidth } from '../../testing/setup.ts';
import { answerRequests } from '../../testing/wire.ts';
import { PageCrumbs } from './PageCrumbs.tsx';
import { ColorSchemeToggle, Shell } from './Shell.tsx';

beforeEach(() => {
  answerRequests({});
  // No counts are waiting for this account, because each would render the frame again.
  signInWith('lists.export');
  localStorage.clear();
});

const mariana = { name: 'Mariana Solórzano', email: 'mariana@example.org' };

async function open(path: string, user = mariana) {
  onTestFinished(() => queryClient.clear());
  renderRouted(
    <Shell user={user}>
      <PageCrumbs
        crumbs={[{ label: 'Lista', link: <Link to="/pacientes" /> }, { label: 'Ficha' }]}
      />
      <p>Página</p>
    </Shell>,
    { path },
  );
  await screen.findByText('Página');
}

const findLinks = (name: string) =>
  within(screen.getByRole('navigation', { name })).getAllByRole('link');

test('the frame is rendered once, while page and breadcrumb render separately', async () => {
  let drawn = 0;
  await open('/', {
    get name() {
      drawn += 1;
      return 'Ana Ruiz';
    },
    email: 'ana@example.org',
  });
  expect((await screen.findByRole('navigation', { name: 'Ruta' })).textContent).toBe('ListaFicha');
  expect(drawn).toBe(1);
});

test('every crumb but the last is a link', async () => {
  await open('/');
  expect(findLinks('Ruta').map(({ textContent }) => textContent)).toEqual(['Lista']);
  expect(screen.getByText('Ficha').getAttribute('aria-current')).toBe('page');
});

describe('the menu', () => {
  test('E-1.15: the nav has the sections alone, and marks the active one', async () => {
    await open('/pacientes/usr_1');
    const links = findLinks('Secciones');
    expect(links.map((link) => link.textContent)).toEqual([
      'Pacientes',
      'Médicos',
      'Partners',
      'Prospectos',
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([
      'page',
      null,
      null,
      null,
    ]);
  });

  test.each([
    ['/partner/prt_1', 'Partners'],
    ['/medicos?vista=agenda', 'Agenda'],
    ['/medicos', 'Médicos'],
    ['/home/estudios', 'Inicio'],
  ])('%s belongs to the entry %s', async (path, label) => {
    await open(path);
    const active = [...findLinks('Secciones'), ...findLinks('Trabajo y administración')].filter(
      (link) => link.getAttribute('aria-current') === 'page',
    );
    expect(active.map((link) => link.textContent)).toEqual([label]);
  });

  test('E-10.709: the pages at the bottom of the menu are a navigation too', async () => {
    await open('/');
    expect(findLinks('Trabajo y administración').map(({ textContent }) => textContent)).toEqual([
      'Inicio',
      'Agenda',
      'Papelera',
    ]);
  });

  test('E-1.14: in the collapsed menu every entry keeps its name, and the button expands the menu', async () => {
    await open('/');
    fireEvent.click(screen.getByRole('button', { name: 'Contraer menú' }));
    for (const name of ['Pacientes', 'Médicos', 'Papelera', 'Mariana Solórzano, Mi cuenta']) {
      expect(screen.getByRole('link', { name })).toBeTruthy();
    }
    fireEvent.click(screen.getByRole('button', { name: 'Expandir menú' }));
    expect(screen.getByRole('button', { name: 'Contraer menú' })).toBeTruthy();
  });

  test('is a drawer below 62em, which a followed link closes', async () => {
    window.matchMedia = matchMediaAtWidth(768);
    await open('/');
    for (const close of [
      { role: 'link', name: 'Médicos' },
      { role: 'button', name: 'Cerrar menú' },
    ]) {
      fireEvent.click(screen.getByRole('button', { name: 'Abrir menú' }));
      const drawer = within(await screen.findByRole('dialog', { name: 'Menú' }));
      expect(drawer.queryByRole('button', { name: 'Contraer menú' })).toBeNull();
      fireEvent.click(drawer.getByRole(close.role, { name: close.name }));
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });
});

test('the skip link moves the focus to the page', async () => {
  await open('/');
  fireEvent.click(screen.getByRole('link', { name: 'Saltar al contenido' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the button of the colour scheme names the scheme that it will switch to', () => {
  renderThemed(<ColorSchemeToggle />);
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar a tema oscuro' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar a tema claro' }));
  expect(screen.getByRole('button', { name: 'Cambiar a tema oscuro' })).toBeTruthy();
});
