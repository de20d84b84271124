import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api/failure.ts';

const MAX_RETRIES = 2;

/** Retries if no server answered, or if the answer was UNAVAILABLE; any other answer is final. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MAX_RETRIES && error instanceof ApiFailure && error.code === 'UNAVAILABLE';
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // A request without network fails visibly instead of pausing.
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      retry: isWorthRetrying,
      networkMode: 'always',
    },
    mutations: { retry: isWorthRetrying, networkMode: 'always' },
  },
});
