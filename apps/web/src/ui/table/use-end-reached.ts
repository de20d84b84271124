import { useEffect, useRef } from 'react';

interface EndReachedOptions {
  lastIndex: number;
  count: number;
  enabled: boolean;
  onReached: (() => void) | undefined;
}

/** How many rows before the end the next page is asked for. */
const AHEAD = 15;

/** Asks for the next page once for each number of loaded rows; after a failure the button does. */
export function useEndReached({ lastIndex, count, enabled, onReached }: EndReachedOptions) {
  const askedAt = useRef(-1);
  const near = enabled && count > 0 && lastIndex >= count - AHEAD;

  useEffect(() => {
    if (!near || askedAt.current === count) return;
    askedAt.current = count;
    onReached?.();
  }, [near, count, onReached]);
}
