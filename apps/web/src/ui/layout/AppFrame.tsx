import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { lazyDialog } from '../../lib/lazy-on-use.ts';
import { Hint } from '../hint/Hint.tsx';
import { useMedia } from '../use-media.ts';
import classes from './AppFrame.module.css';
import { SideMenu, type SideMenuProps } from './SideMenu.tsx';

const MenuDrawer = lazyDialog(
  () => import('./MenuDrawer.tsx'),
  ({ opened }) => opened,
);

interface AppFrameProps {
  menu: Omit<SideMenuProps, 'collapsed' | 'onToggleCollapsed' | 'onClose'>;
  collapsed: boolean;
  onToggleCollapsed: () => void;
  drawerOpened: boolean;
  onCloseDrawer: () => void;
  topBar: ReactNode;
  children: ReactNode;
}

const CONTENT_ID = 'contenido';

/** Moves the focus without changing the URL, which the router owns. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}

/** Menu, top bar and page. Below 62em the menu is a drawer of 288 px, without 'Contraer menú'. */
export function AppFrame(props: AppFrameProps) {
  const { menu, collapsed, topBar, children, drawerOpened, onCloseDrawer } = props;
  const isNarrow = useMedia('(max-width: 61.99em)');
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <a className={classes.skip} href={`#${CONTENT_ID}`} onClick={skipToContent}>
        Saltar al contenido
      </a>
      {isNarrow ? (
        <MenuDrawer menu={menu} opened={drawerOpened} onClose={onCloseDrawer} />
      ) : (
        <aside className={classes.side} aria-label="Menú">
          <SideMenu {...menu} collapsed={collapsed} onToggleCollapsed={props.onToggleCollapsed} />
        </aside>
      )}
      <div className={classes.page}>
        {topBar}
        <main id={CONTENT_ID} className={classes.main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

interface TopBarProps {
  /** On the left: a `Breadcrumb`. */
  children: ReactNode;
  /** On the right: the search trigger and the `ColorSchemeToggle`. */
  right: ReactNode;
  /** Opens the drawer; its button shows below 62em only. */
  onOpenMenu: () => void;
  menuOpened: boolean;
}

/** 56 px, with the background of the page and a hairline below. */
export function TopBar({ children, right, onOpenMenu, menuOpened }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.burger}
        variant="subtle"
        size={36}
        aria-label="Abrir menú"
        aria-haspopup="dialog"
        aria-expanded={menuOpened}
        onClick={onOpenMenu}
      >
        <IconMenu2 size={22} stroke={1.7} aria-hidden />
      </ActionIcon>
      <div className={classes.left}>{children}</div>
      <div className={classes.right}>{right}</div>
    </header>
  );
}

/** Labelled by its action, not by the current scheme. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const label = isDark ? 'Cambiar a tema claro' : 'Cambiar a tema oscuro';
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <Hint label={label}>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={label}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
