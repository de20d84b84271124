import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { retryImport } from '../../lib/lazy-on-use.ts';
import { focusUnlessHeld } from '../../ui/focus.ts';
import { AppFrame, ColorSchemeToggle, TopBar } from '../../ui/layout/AppFrame.tsx';
import { loadToasts } from '../../ui/toasts/ToastHost.tsx';
import { wantToasts } from '../../ui/toasts/toast-demand.ts';
import { ViewAs } from '../accounts/public.ts';
import { useAwaitedCounts } from '../reminders/public.ts';
import { useToSign } from '../reports/public.ts';
import { SearchTrigger } from '../search/public.ts';
import { type SessionUser, useMay, useSignOut } from '../session/public.ts';
import { CrumbsPlace, CrumbsScope } from './PageCrumbs.tsx';
import { findMenuPage, footItems, menuItems, menuPages, type Waiting } from './sections.tsx';

/** The frame of every page behind the login: side menu, top bar, and the page itself. */
export function Shell({ user, children }: { user: SessionUser; children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const place = useLocation({ select: findMenuPage });
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'simiente-menu-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpened, drawer] = useDisclosure(false);
  const signingOut = useSignOut();
  const may = useMay();
  const enabled = may('orders.read');
  const counts = useQuery({ ...queries.results.attention.queryOptions(), enabled }).data?.data;
  // Results without a patient, and messages that could not be processed.
  const toReceive = (counts?.received ?? 0) + (counts?.failedMessages ?? 0);
  const reports = useToSign();
  const { toConfirm } = useAwaitedCounts();
  const waiting = {
    ...waitingEntry('/ordenes', counts?.overdueOrders, 'vencida', 'vencidas'),
    ...waitingEntry('/por-confirmar', toConfirm, 'por confirmar'),
    ...waitingEntry('/resultados-recibidos', toReceive, 'por atender'),
    ...waitingEntry('/por-firmar', reports?.toSign, 'informe', 'informes', reports?.isCapped),
  };
  useFocusOnNavigation(pathname);
  useLive();
  useEffect(() => {
    // Loads the toasts before the first failure, which may be one of the network.
    loadToasts().then(wantToasts, () => undefined);
  }, []);

  return (
    <CrumbsScope>
      <AppFrame
        collapsed={collapsed}
        onToggleCollapsed={() => setCollapsed(!collapsed)}
        drawerOpened={drawerOpened}
        onCloseDrawer={drawer.close}
        menu={{
          brandLink: (props) => <Link to="/home" {...props} />,
          items: menuItems(place),
          footItems: footItems(place, may, waiting),
          account: {
            name: user.name,
            caption: 'Mi cuenta',
            link: (props) => <Link to="/cuenta" {...props} />,
          },
          sessionItems: [
            {
              id: 'sign-out',
              label: 'Cerrar Sesión',
              icon: IconLogout,
              busy: signingOut.isPending,
              onClick: () => signingOut.mutate(),
            },
          ],
        }}
        topBar={
          <TopBar
            right={
              <>
                <SearchTrigger menuPages={menuPages(may)} onSignOut={() => signingOut.mutate()} />
                <ColorSchemeToggle />
              </>
            }
            onOpenMenu={drawer.open}
            menuOpened={drawerOpened}
          >
            <CrumbsPlace />
          </TopBar>
        }
      >
        <ViewAs />
        <Page>{children}</Page>
      </AppFrame>
    </CrumbsScope>
  );
}

/**
 * Defers the page, so that the frame renders immediately and a slow phone still responds to touch. A separate
 * component, because the deferred render would otherwise repeat that of the frame.
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

/** Keeps the lists on the screen up to date with changes of all users; its code is loaded after the first paint. */
function useLive(): void {
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

/** The count of a menu entry; empty for zero. */
function waitingEntry(
  path: string,
  count: number | null | undefined,
  one: string,
  many = one,
  isCapped?: boolean,
): Waiting {
  if (!count) return {};
  return { [path]: { count: formatCount(count, isCapped), noun: count === 1 ? one : many } };
}
