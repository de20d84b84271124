import { createFileRoute, Outlet, redirect, useMatches } from '@tanstack/react-router';
import { useCan } from '../../features/session/Can.tsx';
import { sessionQuery, useSession } from '../../features/session/session.ts';
import { NotAllowedPage } from '../../features/shell/failure-pages.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { FullScreenLoader } from '../../ui/page/FullScreenLoader.tsx';

/** Without a session, every child page redirects to the login, which returns to the page after the sign-in. */
export const Route = createFileRoute('/_shell/_guarded')({
  beforeLoad: async ({ location }) => {
    const user = await queryClient.ensureQueryData(sessionQuery);
    if (user === null) {
      const { searchKey, partner } = location.state;
      throw redirect({
        to: '/login',
        search: { next: location.href },
        // The key of the searched text and the partner are not in the URL, so the login passes them on.
        state: { searchKey, partner },
        replace: true,
      });
    }
  },
  component: Guarded,
});

/**
 * Hides the page as soon as its session ends, before the login page has loaded. An account with none of the page's
 * capabilities sees a message instead.
 */
function Guarded() {
  const can = useCan();
  const required = useMatches({ select: (matches) => matches.at(-1)?.staticData.capabilities });
  if (!useSession().isAuthenticated) return <FullScreenLoader />;
  return required?.some(can) === false ? <NotAllowedPage /> : <Outlet />;
}
