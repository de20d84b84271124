import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { sessionQuery, useSession } from '../../features/session/session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { FullScreenLoader } from '../../ui/page/FullScreenLoader.tsx';

/** Without a session every page below leads to the login, and back here afterwards. */
export const Route = createFileRoute('/_shell/_guarded')({
  beforeLoad: async ({ location }) => {
    const user = await queryClient.ensureQueryData(sessionQuery);
    if (user === null) {
      const { searchKey, partner } = location.state;
      throw redirect({
        to: '/login',
        search: { next: location.href },
        // What stands in a search box, or came along, is in no address; it comes back with the page.
        state: { searchKey, partner },
        replace: true,
      });
    }
  },
  component: Guarded,
});

/** A page is gone the moment its session is, not once the login was loaded. */
function Guarded() {
  return useSession().isAuthenticated ? <Outlet /> : <FullScreenLoader />;
}
