import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../lib/api/failure.ts';
import { refreshSession } from '../session/public.ts';
import { followChanges } from './follow-changes.ts';
import { createRefresher } from './refresh-lists.ts';

/**
 * Refetches the lists on the screen when their records change.
 * @param seenUntil time up to which the screen has all changes
 * @returns a function that stops it
 */
export function startLive(cache: QueryClient, seenUntil: number): () => void {
  const refresher = createRefresher(cache);
  const stop = followChanges(refresher.note, () => void refreshSession(), seenUntil);
  const stopWatching = watchRefusals(cache, () => void refreshSession());
  return () => {
    stop();
    stopWatching();
    refresher.stop();
  };
}

/** Calls `onRefusal` after a FORBIDDEN answer: a role was removed, and the session must be read again. */
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
