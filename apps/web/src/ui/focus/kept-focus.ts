import { type RefObject, useLayoutEffect } from 'react';

/** Marks what takes the focus that something inside it lost: the list on whose rows one works. */
export const focusHome = { 'data-focus-home': true } as const;

/** The list of this page, or else the page itself. */
function homeOf(element: Element | null): HTMLElement | null {
  return (
    element?.closest<HTMLElement>('[data-focus-home]') ??
    document.querySelector<HTMLElement>('[data-focus-home]') ??
    document.querySelector<HTMLElement>('main')
  );
}

/** A home that only takes what was lost is no place for clicks: it can be focused just for this. */
export function focusIt(home: HTMLElement | null): void {
  if (home === null) return;
  if (!home.hasAttribute('tabindex')) {
    home.tabIndex = -1;
    home.addEventListener('blur', () => home.removeAttribute('tabindex'), { once: true });
  }
  home.focus({ preventScroll: true });
}

/**
 * Hands the focus on when what holds it goes away: without this it falls to the top of the document,
 * and a keyboard or a reader starts all over again.
 */
export function useKeptFocus(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) {
        focusIt(homeOf(element));
      }
    };
  }, [ref]);
}

/** Takes the focus home when nothing has it. */
export function rescueFocus(home: HTMLElement | null = homeOf(null)): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  focusIt(home);
}

/** Mantine gives the focus back 10 ms after a dialog closed, to what may be gone by then. */
const AFTER_RETURN = 30;

/** For the end of a dialog whose opener went away with what was done in it. */
export function rescueFocusAfterReturn(): void {
  setTimeout(rescueFocus, AFTER_RETURN);
}

/** The same for a dialog that was opened from the panel, which is what one works on then. */
export function rescueFocusInPanel(): void {
  setTimeout(
    () => rescueFocus(document.querySelector<HTMLElement>('[data-panel-content]')),
    AFTER_RETURN,
  );
}
