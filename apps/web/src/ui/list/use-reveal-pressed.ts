import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a row that is wider than its frame to the filter that is pressed in it. */
export function useRevealPressed<E extends HTMLElement>(): RefObject<E | null> {
  const frame = useRef<E>(null);
  const revealed = useRef<Element>(null);

  // After every render, as any of them may press another filter.
  useEffect(() => {
    const row = frame.current;
    const pressed = row?.querySelector('[aria-pressed="true"]') ?? null;
    // The first one needs no scrolling at first, and to measure it would have the browser lay out the page twice.
    const isInView = revealed.current === null && pressed === row?.firstElementChild;
    if (row && pressed && pressed !== revealed.current && !isInView) {
      const { left, width } = pressed.getBoundingClientRect();
      const middle = left + width / 2 - row.getBoundingClientRect().left;
      row.scrollLeft += middle - row.clientWidth / 2;
    }
    revealed.current = pressed;
  });
  return frame;
}
