import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Hint } from '../hint/Hint.tsx';
import classes from './TopBar.module.css';

interface TopBarProps {
  /** At the left: a `Breadcrumb`. */
  children: ReactNode;
  /** At the right: the search trigger and the `ColorSchemeToggle`. */
  right: ReactNode;
  /** Opens the drawer; its button shows below 62em only. */
  onOpenMenu: () => void;
  menuOpened: boolean;
}

/** 56 px, a hairline below, the ground of the page. */
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
