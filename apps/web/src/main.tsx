import './lib/no-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { rememberSessionEnd } from './features/session/ended.ts';
import { whenOtherTabEnds } from './features/session/other-tabs.ts';
import { forgetSession } from './features/session/session.ts';
import { LoadFailure } from './features/shell/LoadFailure.tsx';
import { whenSessionEnds } from './lib/api/send.ts';
import { queryClient } from './lib/query-client.ts';
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
  forgetSession();
  void router.invalidate();
}
whenSessionEnds(() => {
  rememberSessionEnd();
  leave();
});
whenOtherTabEnds(leave);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
);
