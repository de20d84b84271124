import { IconTrash, IconUsers } from '@tabler/icons-react';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { matchMediaAtWidth } from '../../testing/setup.ts';
import type { LinkSlot } from '../link-slot.ts';
import { AppFrame, ColorSchemeToggle } from './AppFrame.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { SideMenu } from './SideMenu.tsx';

/** A link that leads nowhere, since jsdom cannot navigate. */
function to(href: string): LinkSlot {
  return ({ onClick, ...props }) => (
    <a
      href={href}
      {...props}
      onClick={(event) => {
        event.preventDefault();
        onClick?.(event);
      }}
    >
      {props.children}
    </a>
  );
}

const menu = {
  brandLink: to('/home'),
  items: [
    { id: 'p', label: 'Pacientes', icon: IconUsers, link: to('/pacientes'), active: true },
    { id: 'm', label: 'Médicos', icon: IconUsers, link: to('/medicos'), active: false },
  ],
  footItems: {
    work: [{ id: 'i', label: 'Inicio', icon: IconUsers, link: to('/home'), active: false }],
    settings: [
      { id: 't', label: 'Papelera', icon: IconTrash, link: to('/papelera'), active: false },
    ],
  },
  account: { name: 'Mariana Solórzano', caption: 'Mi cuenta', link: to('/cuenta') },
};

describe('SideMenu', () => {
  test('E-1.15: the nav has the sections alone, and marks the active one', () => {
    renderThemed(<SideMenu {...menu} />);
    const links = within(screen.getByRole('navigation', { name: 'Secciones' })).getAllByRole(
      'link',
    );
    expect(links.map((link) => link.textContent)).toEqual(['Pacientes', 'Médicos']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null]);
  });

  test('E-10.709: the pages at the foot of the menu are a navigation too', () => {
    renderThemed(<SideMenu {...menu} />);
    const more = within(screen.getByRole('navigation', { name: 'Trabajo y administración' }));
    expect(more.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Inicio',
      'Papelera',
    ]);
  });

  test('E-1.14: in the collapsed menu every entry keeps its name, and the button expands the menu', () => {
    const onToggle = vi.fn();
    renderThemed(<SideMenu {...menu} collapsed onToggleCollapsed={onToggle} />);
    for (const name of ['Pacientes', 'Médicos', 'Papelera', 'Mariana Solórzano, Mi cuenta']) {
      expect(screen.getByRole('link', { name })).toBeTruthy();
    }
    fireEvent.click(screen.getByRole('button', { name: 'Expandir menú' }));
    expect(onToggle).toHaveBeenCalledTimes(1);
  });

  test('an entry is rendered again only if its own content changes', () => {
    const drawn = vi.fn();
    const link = to('/pacientes');
    const counted: LinkSlot = (props) => {
      drawn(props['aria-current']);
      return link(props);
    };
    const withPage = (active: boolean) => ({
      ...menu,
      items: [{ id: 'p', label: 'Pacientes', icon: IconUsers, link: counted, active }],
    });
    const { rerender } = renderThemed(<SideMenu {...withPage(false)} />);
    rerender(<SideMenu {...withPage(false)} />);
    rerender(<SideMenu {...withPage(true)} />);
    expect(drawn.mock.calls).toEqual([[undefined], ['page']]);
  });

  test('an entry without a page is a button', () => {
    const onClick = vi.fn();
    const logout = { id: 'o', label: 'Cerrar Sesión', icon: IconTrash, onClick };
    renderThemed(<SideMenu {...menu} sessionItems={[logout]} />);
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar Sesión' }));
    expect(onClick).toHaveBeenCalledTimes(1);
  });
});

describe('AppFrame', () => {
  function show(drawerOpened: boolean) {
    const onCloseDrawer = vi.fn();
    renderThemed(
      <AppFrame
        menu={menu}
        collapsed={false}
        onToggleCollapsed={() => {}}
        drawerOpened={drawerOpened}
        onCloseDrawer={onCloseDrawer}
        topBar={null}
      >
        <p>Contenido</p>
      </AppFrame>,
    );
    return onCloseDrawer;
  }

  test('the menu is beside the page, with Contraer menú', () => {
    show(false);
    expect(screen.getByRole('button', { name: 'Contraer menú' })).toBeTruthy();
    expect(within(screen.getByRole('main')).getByText('Contenido')).toBeTruthy();
  });

  test('below 62em the menu is a drawer that a followed link closes', async () => {
    window.matchMedia = matchMediaAtWidth(768);
    const onCloseDrawer = show(true);
    const drawer = within(await screen.findByRole('dialog', { name: 'Menú' }));
    expect(drawer.queryByRole('button', { name: 'Contraer menú' })).toBeNull();
    fireEvent.click(drawer.getByRole('link', { name: 'Médicos' }));
    expect(onCloseDrawer).toHaveBeenCalledTimes(1);
    fireEvent.click(drawer.getByRole('button', { name: 'Cerrar menú' }));
    expect(onCloseDrawer).toHaveBeenCalledTimes(2);
  });

  test('the skip link moves the focus to the page', () => {
    show(false);
    fireEvent.click(screen.getByRole('link', { name: 'Saltar al contenido' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});

describe('Breadcrumb', () => {
  test('every crumb but the last is a link', () => {
    const crumbs = [{ label: 'Pacientes', link: to('/pacientes') }, { label: 'Ana Ruiz' }];
    renderThemed(<Breadcrumb crumbs={crumbs} />);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Pacientes']);
    expect(screen.getByText('Ana Ruiz').getAttribute('aria-current')).toBe('page');
  });
});

describe('ColorSchemeToggle', () => {
  test('the button names the scheme that it will switch to', () => {
    renderThemed(<ColorSchemeToggle />);
    fireEvent.click(screen.getByRole('button', { name: 'Cambiar a tema oscuro' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cambiar a tema claro' }));
    expect(screen.getByRole('button', { name: 'Cambiar a tema oscuro' })).toBeTruthy();
  });
});
