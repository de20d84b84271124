import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from './follow-changes.ts';
import { createRefresher } from './refresh-lists.ts';

/** Keeps every list on the screen as it is on the server, whoever changes it, while somebody is signed in. */
export function useLive(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(cache);
    const stop = followChanges(refresher.note);
    return () => {
      stop();
      refresher.stop();
    };
  }, [cache]);
}
