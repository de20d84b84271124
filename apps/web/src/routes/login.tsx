import { createFileRoute, redirect, useLocation, useRouter } from '@tanstack/react-router';
import { sessionQuery } from '../features/session/session.ts';
import { LoginPage } from '../features/session/sign-in/LoginPage.tsx';
import { nextPath } from '../features/session/sign-in/next-path.ts';
import { queryClient } from '../lib/query-client.ts';
import { listSearch, textParam } from '../lib/search-params.ts';
import { FullScreenLoader } from '../ui/page/FullScreenLoader.tsx';

const { route } = listSearch({ next: textParam });

export const Route = createFileRoute('/login')({
  ...route,
  beforeLoad: async ({ search }) => {
    const user = await queryClient.ensureQueryData(sessionQuery);
    if (user) throw redirect({ href: nextPath(search.next), replace: true });
  },
  pendingComponent: FullScreenLoader,
  pendingMs: 0,
  component: Login,
});

function Login() {
  const { next } = Route.useSearch();
  const router = useRouter();
  const { searchKey, partner } = useLocation({ select: (location) => location.state });
  return (
    <LoginPage onSignedIn={() => router.history.replace(nextPath(next), { searchKey, partner })} />
  );
}
