import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { cover, uncover } from './features/session/cover.ts';
import { rememberSessionEnd } from './features/session/ended.ts';
import { whenOtherTabSays } from './features/session/other-tabs.ts';
import { SessionCover } from './features/session/SessionCover.tsx';
import { forgetSession, refreshSession, sessionQuery } from './features/session/session.ts';
import { LoadFailure } from './features/shell/LoadFailure.tsx';
import { whenSessionEnds } from './lib/api/send.ts';
import { queryClient } from './lib/query-client.ts';
import { forgetTexts } from './lib/search-texts.ts';
import { routeTree } from './routeTree.gen.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

const router = createRouter({
  routeTree,
  // Code is fetched ahead, records never: each reading of a record is a row of the audit.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: Number.POSITIVE_INFINITY,
  defaultPendingMs: 200,
  defaultErrorComponent: LoadFailure,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// The guard of the page that is open decides what a lost session means for it.
function leave(): void {
  uncover(false);
  forgetSession();
  void router.invalidate();
}

/** Whoever is signed in now begins at their own start, with nothing of who was here. */
async function startOver(): Promise<void> {
  uncover(false);
  forgetTexts();
  forgetSession();
  await router.navigate({ to: '/login', replace: true });
  await refreshSession();
  void router.invalidate();
}

/** Somebody else wants to come in: the session is over, and so is everything that was on the screen. */
function leaveForAnother(): void {
  uncover(false);
  forgetTexts();
  forgetSession();
  void router.navigate({ to: '/login', replace: true });
}

whenSessionEnds(() => {
  const email = queryClient.getQueryData(sessionQuery.queryKey)?.user.email;
  rememberSessionEnd();
  if (email !== undefined) return cover();
  leave();
  return Promise.resolve(false);
});
whenOtherTabSays(async (news) => {
  if (news.type === 'ended') {
    forgetTexts();
    return leave();
  }
  const email = queryClient.getQueryData(sessionQuery.queryKey)?.user.email;
  if (news.email !== email) return startOver();
  await refreshSession();
  uncover(true);
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
// In steps between which a slow phone answers to touches.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <SessionCover onLeave={leaveForAnother} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  ),
);
