import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api/failure.ts';

const MOST_RETRIES = 2;

/** A server that is away for a moment is asked again; an answer, whatever it says, is an answer. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MOST_RETRIES && error instanceof ApiFailure && error.code === 'UNAVAILABLE';
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a request fails, and the screen says so; it does not wait in silence.
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      retry: isWorthRetrying,
      networkMode: 'always',
    },
    mutations: { retry: isWorthRetrying, networkMode: 'always' },
  },
});
