import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { lazyDialog, retryImport } from '../../lib/lazy-on-use.ts';
import { focusUnlessHeld } from '../../ui/focus.ts';
import { Hint } from '../../ui/hint/Hint.tsx';
import { loadToasts } from '../../ui/toasts/ToastHost.tsx';
import { requestToasts } from '../../ui/toasts/toast-requests.ts';
import { useMedia } from '../../ui/use-media.ts';
import { ViewAs } from '../accounts/public.ts';
import { SearchTrigger } from '../search/public.ts';
import { type SessionUser, useCan, useSignOut } from '../session/public.ts';
import { CRUMBS_ID } from './PageCrumbs.tsx';
import classes from './Shell.module.css';
import { SideMenu } from './SideMenu.tsx';
import { menuPages } from './sections.ts';

const MenuDrawer = lazyDialog(
  () => import('./MenuDrawer.tsx'),
  ({ opened }) => opened,
);

const CONTENT_ID = 'contenido';

/** Moves the focus without changing the URL, which the router owns. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}

/**
 * The frame of every page behind the login: side menu, top bar, and the page itself. Below 62em the menu is a drawer
 * without 'Contraer menú'.
 */
export function Shell({ user, children }: { user: SessionUser; children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'simiente-menu-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpened, drawer] = useDisclosure(false);
  const isNarrow = useMedia('(max-width: 61.99em)');
  const signingOut = useSignOut();
  const can = useCan();
  useFocusOnNavigation(pathname);
  useLiveUpdates();
  useEffect(() => {
    // Preloads the toasts, which could not be loaded to report that the network is lost.
    loadToasts().then(requestToasts, () => undefined);
  }, []);

  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <a className={classes.skip} href={`#${CONTENT_ID}`} onClick={skipToContent}>
        Saltar al contenido
      </a>
      {isNarrow ? (
        <MenuDrawer user={user} opened={drawerOpened} onClose={drawer.close} />
      ) : (
        <aside className={classes.side} aria-label="Menú">
          <SideMenu
            user={user}
            collapsed={collapsed}
            onToggleCollapsed={() => setCollapsed(!collapsed)}
          />
        </aside>
      )}
      <div className={classes.page}>
        <header className={classes.bar}>
          <ActionIcon
            className={classes.burger}
            variant="subtle"
            size={36}
            aria-label="Abrir menú"
            aria-haspopup="dialog"
            aria-expanded={drawerOpened}
            onClick={drawer.open}
          >
            <IconMenu2 size={22} stroke={1.7} aria-hidden />
          </ActionIcon>
          <div className={classes.left}>
            <div id={CRUMBS_ID} />
          </div>
          <div className={classes.right}>
            <SearchTrigger menuPages={menuPages(can)} onSignOut={() => signingOut.mutate()} />
            <ColorSchemeToggle />
          </div>
        </header>
        <main id={CONTENT_ID} className={classes.main} tabIndex={-1}>
          <ViewAs />
          <Page>{children}</Page>
        </main>
      </div>
    </div>
  );
}

/** The button is labelled by the action, not by the current scheme. */
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

/**
 * Defers the page, so that the frame renders immediately and a slow phone still responds to touch. A separate
 * component, so that the deferred render does not render the frame again.
 */
function Page({ children }: { children: ReactNode }) {
  return useDeferredValue(children, null);
}

/**
 * Moves the focus to the content of a new page. Without this, the focus would go to the top of the document when the
 * followed link is unmounted.
 */
function useFocusOnNavigation(pathname: string): void {
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    focusUnlessHeld(document.querySelector<HTMLElement>('main'));
  }, [pathname]);
}

/** Keeps the lists on the screen up to date with changes of all users. The code is loaded after the first paint. */
function useLiveUpdates(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const seenUntil = Date.now();
    let isUnmounted = false;
    let stop = () => {};
    retryImport(() => import('../live/public.ts')).then(
      ({ startLive }) => {
        if (!isUnmounted) stop = startLive(cache, seenUntil);
      },
      // Without a stream, lists are refetched when the user returns to them.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [cache]);
}
