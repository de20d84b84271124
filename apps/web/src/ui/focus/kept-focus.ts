import { type RefObject, useLayoutEffect } from 'react';

/** Marks a list as the element that takes the focus when a focused row is removed. */
export const focusHome = { 'data-focus-home': true } as const;

/** The list of this page, or else the page itself. */
function homeOf(element: Element | null): HTMLElement | null {
  return (
    element?.closest<HTMLElement>('[data-focus-home]') ??
    document.querySelector<HTMLElement>('[data-focus-home]') ??
    document.querySelector<HTMLElement>('main')
  );
}

/** Focuses an element that is not focusable otherwise, with a `tabindex` only until it loses the focus. */
export function focusIt(home: HTMLElement | null): void {
  if (home === null) return;
  if (!home.hasAttribute('tabindex')) {
    home.tabIndex = -1;
    home.addEventListener('blur', () => home.removeAttribute('tabindex'), { once: true });
  }
  home.focus({ preventScroll: true });
}

/**
 * Moves the focus to the list or page when the focused element is unmounted. Otherwise it falls back to
 * the top of the document.
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

/** Moves the focus to the list or page if no element has it. */
export function rescueFocus(home: HTMLElement | null = homeOf(null)): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  focusIt(home);
}

/** Mantine returns the focus 10 ms after a dialog closed, to an element that may be unmounted. */
const AFTER_RETURN = 30;

/** For a dialog whose opener may have been removed by its action. */
export function rescueFocusAfterReturn(): void {
  setTimeout(rescueFocus, AFTER_RETURN);
}

/** The same for a dialog opened from the detail panel. */
export function rescueFocusInPanel(): void {
  setTimeout(
    () => rescueFocus(document.querySelector<HTMLElement>('[data-panel-content]')),
    AFTER_RETURN,
  );
}
