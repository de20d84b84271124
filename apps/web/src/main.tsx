import type { Capability } from '@simiente/contract/common/access/roles';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionLockScreen } from './features/session/lock/SessionLockScreen.tsx';
import { lockScreen, unlockScreen } from './features/session/lock/session-lock.ts';
import {
  forgetSession,
  onOtherTab,
  refreshSession,
  rememberSessionEnd,
  sessionQuery,
  useClinicTimeZone,
} from './features/session/session.ts';
import { LoadFailure } from './features/shell/failure-pages.tsx';
import { whenSessionEnds } from './lib/api/send.ts';
import { ClinicTimeZone } from './lib/format/clinic-time-zone.ts';
import { retryStyleSheets } from './lib/lazy-on-use.ts';
import { queryClient } from './lib/query-client.ts';
import { clearSearchTexts } from './lib/search-texts.ts';
import { routeTree } from './routeTree.gen.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';
import { bufferEarlyKeys } from './ui/early-keys.ts';

const router = createRouter({
  routeTree,
  // Preloads code, never records, because each read of a record is audited.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: Number.POSITIVE_INFINITY,
  defaultPendingMs: 200,
  defaultErrorComponent: LoadFailure,
  // A page of another record begins anew.
  defaultRemountDeps: ({ params }) => params,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Capabilities of which an account needs one to open the page. Absent for a page that every account may open. */
    capabilities?: readonly Capability[];
  }
  interface Register {
    router: typeof router;
  }
}

/** Provides the clinic's time zone, which is a part of the session. */
function ClinicClock({ children }: { children: ReactNode }) {
  return <ClinicTimeZone value={useClinicTimeZone()}>{children}</ClinicTimeZone>;
}

/** Removes the previous user's data; the guard of the open page then redirects to the login. */
function leave(): void {
  unlockScreen({ isBack: false });
  forgetSession();
  void router.invalidate();
}

/** Removes all data of the previous user, and opens the login. */
async function openLogin(): Promise<void> {
  unlockScreen({ isBack: false });
  clearSearchTexts();
  forgetSession();
  await router.navigate({ to: '/login', replace: true });
}

/** Starts again after another user has signed in, in another tab. */
async function startOver(): Promise<void> {
  await openLogin();
  await refreshSession();
  void router.invalidate();
}

whenSessionEnds(() => {
  const email = queryClient.getQueryData(sessionQuery.queryKey)?.user.email;
  rememberSessionEnd();
  if (email !== undefined) return lockScreen();
  leave();
  return Promise.resolve(false);
});
onOtherTab(async (message) => {
  if (message.type === 'ended') {
    clearSearchTexts();
    return leave();
  }
  const email = queryClient.getQueryData(sessionQuery.queryKey)?.user.email;
  if (message.email !== email) return startOver();
  await refreshSession();
  unlockScreen({ isBack: true });
});

bufferEarlyKeys();
retryStyleSheets();
// The router reloads a page after the browser's own error, which loses the application while there is no network.
addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = `Code not loaded: ${payload.message}`;
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
/** A transition keeps a slow phone responsive to touch. */
function draw(container: HTMLElement): void {
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <ThemeProvider>
          <QueryClientProvider client={queryClient}>
            <ClinicClock>
              <RouterProvider router={router} />
              <SessionLockScreen onLeave={() => void openLogin()} />
            </ClinicClock>
          </QueryClientProvider>
        </ThemeProvider>
      </StrictMode>,
    ),
  );
}

// Handles the Back button before the first render. Afterwards, the router itself is a second subscriber.
router.history.subscribe((change) => {
  if (router.history.subscribers.size === 1) void router.load(change);
});

// The code of the page is loaded before the first render, so that frame and page appear together. Until then the
// browser shows index.html. If loading fails, the route renders the failure.
void router.load().then(
  () => draw(root),
  () => draw(root),
);
