import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { retryImport } from '../../lib/lazy-on-use.ts';

/** Keeps the lists on the screen up to date with changes of all users; its code is loaded after the first paint. */
export function useLive(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const seenUntil = Date.now();
    let isOver = false;
    let stop = () => {};
    retryImport(() => import('./start-live.ts')).then(
      ({ startLive }) => {
        if (!isOver) stop = startLive(cache, seenUntil);
      },
      // Without a stream, lists are refetched when the user returns to them.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [cache]);
}
