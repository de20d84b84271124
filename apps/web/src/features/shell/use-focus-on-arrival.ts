import { useEffect, useRef } from 'react';

/**
 * A new page begins at its content: without this the focus falls back to the top of the document
 * with the link that was followed, and a keyboard starts all over again.
 */
export function useFocusOnArrival(pathname: string): void {
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
