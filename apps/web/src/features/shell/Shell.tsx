import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { fetchAhead } from '../../lib/later.ts';
import { AppFrame } from '../../ui/layout/AppFrame.tsx';
import { ColorSchemeToggle } from '../../ui/layout/ColorSchemeToggle.tsx';
import { TopBar } from '../../ui/layout/TopBar.tsx';
import { notifyError } from '../../ui/toasts/notify.tsx';
import { loadToasts } from '../../ui/toasts/ToastHost.tsx';
import { wantToasts } from '../../ui/toasts/toast-demand.ts';
import { useLive } from '../live/public.ts';
import { SearchTrigger } from '../search/public.ts';
import { type SessionUser, signOut } from '../session/public.ts';
import { CrumbsTarget } from './crumbs.ts';
import { footItems, menuItems, places } from './sections.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

/** The frame of every page behind the login: side menu, top bar, and the page itself. */
export function Shell({ user, children }: { user: SessionUser; children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'simiente-menu-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpened, drawer] = useDisclosure(false);
  const [crumbsTarget, setCrumbsTarget] = useState<HTMLElement | null>(null);
  // The frame is there at once; its page is drawn in steps between which a slow phone answers to touches.
  const page = useDeferredValue(children, null);
  const leaving = useLeave();
  useFocusOnArrival(pathname);
  useLive();
  useEffect(() => {
    // Ahead of the first failure, which may be that of the network itself.
    fetchAhead(() => loadToasts().then(wantToasts));
  }, []);

  return (
    <CrumbsTarget value={crumbsTarget}>
      <AppFrame
        collapsed={collapsed}
        onToggleCollapsed={() => setCollapsed(!collapsed)}
        drawerOpened={drawerOpened}
        onCloseDrawer={drawer.close}
        menu={{
          brandLink: (props) => <Link to="/home" {...props} />,
          items: menuItems(pathname),
          footItems: footItems(pathname),
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
              busy: leaving.isPending,
              onClick: () => leaving.mutate(),
            },
          ],
        }}
        topBar={
          <TopBar
            right={
              <>
                <SearchTrigger places={places} />
                <ColorSchemeToggle />
              </>
            }
            onOpenMenu={drawer.open}
            menuOpened={drawerOpened}
          >
            <div ref={setCrumbsTarget} />
          </TopBar>
        }
      >
        {page}
      </AppFrame>
    </CrumbsTarget>
  );
}

function useLeave() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => navigate({ to: '/login' }),
    onError: (error) => notifyError('No se pudo cerrar la sesión', { detail: error.message }),
  });
}
