import { useEffect, useRef, useState } from 'react';

/** How long the shared button ignores clicks after one. */
export const CLICK_LOCK_MS = 1000;

/**
 * A lock that closes for a second. `tryLock` answers whether the click may go on; it reads a ref, so
 * that two clicks within one frame are told apart before React has rendered.
 */
export function useClickLock() {
  const lockedRef = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [locked, setLocked] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  function tryLock(): boolean {
    if (lockedRef.current) return false;
    lockedRef.current = true;
    setLocked(true);
    timer.current = setTimeout(() => {
      lockedRef.current = false;
      setLocked(false);
    }, CLICK_LOCK_MS);
    return true;
  }

  return { locked, tryLock };
}
