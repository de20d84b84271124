import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api/failure.ts';

const MOST_RETRIES = 2;

/** Retries when the server is unreachable, but never after any answer. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MOST_RETRIES && error instanceof ApiFailure && error.code === 'UNAVAILABLE';
}

/** A role was taken away: the session says what the account may do now, and screens follow it. */
function readRoles(error: Error): void {
  if (!(error instanceof ApiFailure) || error.code !== 'FORBIDDEN') return;
  void queryClient.invalidateQueries({ queryKey: ['session'] });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: readRoles }),
  mutationCache: new MutationCache({ onError: readRoles }),
  defaultOptions: {
    // Without a network a request fails visibly instead of pausing.
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      retry: isWorthRetrying,
      networkMode: 'always',
    },
    mutations: { retry: isWorthRetrying, networkMode: 'always' },
  },
});
