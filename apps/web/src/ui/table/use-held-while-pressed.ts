import { useEffect, useState } from 'react';

/** Milliseconds after a finger has left the screen until its tap has become a click. */
const CLICK_COMES_WITHIN = 100;
const ENDS = ['pointerup', 'pointercancel', 'contextmenu'] as const;

/**
 * What stood there when a pointer was pressed, until it was released and clicked. Were it changed
 * meanwhile, no element would get the click: browsers send it to what was both pressed and released.
 */
export function useHeldWhilePressed<Shown>(latest: Shown) {
  const [held, setHeld] = useState<{ readonly shown: Shown } | null>(null);

  useEffect(() => {
    if (held === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      timer ??= setTimeout(() => setHeld(null), CLICK_COMES_WITHIN);
    };
    for (const name of ENDS) window.addEventListener(name, release);
    return () => {
      for (const name of ENDS) window.removeEventListener(name, release);
      clearTimeout(timer);
    };
  }, [held]);

  const shown = held === null ? latest : held.shown;
  return { shown, hold: () => setHeld({ shown }) };
}
