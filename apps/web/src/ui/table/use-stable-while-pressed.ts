import { useEffect, useState } from 'react';

/** Milliseconds between the end of a touch and its click. */
const CLICK_COMES_WITHIN = 100;
const ENDS = ['pointerup', 'pointercancel', 'contextmenu'] as const;

/**
 * Keeps a value unchanged while a pointer is pressed, until its click. If the pressed element were
 * replaced in between, no element would get the click: browsers send it to one pressed and released.
 */
export function useStableWhilePressed<Shown>(latest: Shown) {
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
