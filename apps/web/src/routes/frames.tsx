import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ProofGate } from '../features/account/confirmation/ProofGate.tsx';
import { useHasNoRole, useMay } from '../features/session/May.tsx';
import { useSession, useTwoFactor } from '../features/session/session.ts';
import { NotAllowedPage } from '../features/shell/failure-pages.tsx';
import { OpenFrame, RolesPendingPage } from '../features/shell/RolesPendingPage.tsx';
import { Shell } from '../features/shell/Shell.tsx';
import { FullScreenLoader } from '../ui/page/FullScreenLoader.tsx';

/** Lazy, because it contains the QR code library, and few users see it. */
const RequiredTwoFactor = lazy(async () => {
  const { RequiredTwoFactor } = await import(
    '../features/account/two-factor/RequiredTwoFactor.tsx'
  );
  return { default: RequiredTwoFactor };
});

/** Every page except the login: in the shell with a session, in `OpenFrame` without one. */
export function ShellOrFrame() {
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

/**
 * Hides the page as soon as its session ends, before the login page has loaded. An account with none of the page's
 * capabilities sees a message instead.
 */
export function Guarded() {
  const may = useMay();
  const required = useMatches({ select: (matches) => matches.at(-1)?.staticData.capabilities });
  if (!useSession().isAuthenticated) return <FullScreenLoader />;
  return required?.some(may) === false ? <NotAllowedPage /> : <Outlet />;
}
