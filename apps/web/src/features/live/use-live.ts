import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '../../lib/api/failure.ts';
import { refreshSession } from '../session/public.ts';
import { followChanges } from './follow-changes.ts';
import { createRefresher } from './refresh-lists.ts';

/** Keeps the lists on the screen up to date with changes of all users. */
export function useLive(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(cache);
    const stop = followChanges(refresher.note, () => void refreshSession());
    const stopWatching = watchRefusals(cache, () => void refreshSession());
    return () => {
      stop();
      stopWatching();
      refresher.stop();
    };
  }, [cache]);
}

/** A refusal means that a role was taken away: the session says what the account may do now. */
function watchRefusals(cache: QueryClient, onRefusal: () => void): () => void {
  const note = (error: unknown) => {
    if (error instanceof ApiFailure && error.code === 'FORBIDDEN') onRefusal();
  };
  const stops = [
    cache.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') note(event.action.error);
    }),
    cache.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') note(event.action.error);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
