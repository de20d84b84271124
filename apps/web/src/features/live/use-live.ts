import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshSession } from '../session/public.ts';
import { followChanges } from './follow-changes.ts';
import { createRefresher } from './refresh-lists.ts';

/** Keeps the lists on the screen up to date with changes of all users. */
export function useLive(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(cache);
    const stop = followChanges(refresher.note, () => void refreshSession());
    return () => {
      stop();
      refresher.stop();
    };
  }, [cache]);
}
