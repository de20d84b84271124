import { createFileRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ProofGate } from '../features/account/confirmation/ProofGate.tsx';
import { useHasNoRole } from '../features/session/Can.tsx';
import { sessionQuery, useSession, useTwoFactor } from '../features/session/session.ts';
import { OpenFrame, RolesPendingPage } from '../features/shell/RolesPendingPage.tsx';
import { Shell } from '../features/shell/Shell.tsx';
import { queryClient } from '../lib/query-client.ts';
import { FullScreenLoader } from '../ui/page/FullScreenLoader.tsx';

/** Lazy, because it contains the QR code library, and few users see it. */
const RequiredTwoFactor = lazy(async () => {
  const { RequiredTwoFactor } = await import(
    '../features/account/two-factor/RequiredTwoFactor.tsx'
  );
  return { default: RequiredTwoFactor };
});

/** Every page except the login: in the shell with a session, in `OpenFrame` without one. */
export const Route = createFileRoute('/_shell')({
  beforeLoad: async () => {
    await queryClient.ensureQueryData(sessionQuery);
  },
  pendingComponent: FullScreenLoader,
  pendingMs: 0,
  component: ShellOrFrame,
});

function ShellOrFrame() {
  const { isAuthenticated, isLoading, user } = useSession();
  const twoFactor = useTwoFactor();
  const hasNoRole = useHasNoRole();
  if (isLoading) return <FullScreenLoader />;
  if (!isAuthenticated) {
    return (
      <OpenFrame>
        <Outlet />
      </OpenFrame>
    );
  }
  if (twoFactor === 'missing') {
    return (
      <Suspense fallback={<FullScreenLoader />}>
        <RequiredTwoFactor />
      </Suspense>
    );
  }
  if (hasNoRole) return <RolesPendingPage />;
  return (
    <>
      <ProofGate />
      <Shell user={user}>
        <Outlet />
      </Shell>
    </>
  );
}
