import { type RefObject, useLayoutEffect } from 'react';

/** Marks a list as the element that takes the focus when a focused row is removed. */
export const focusFallback = { 'data-focus-fallback': true } as const;

/** The list of this page, or else the page itself. */
function findFallback(element: Element | null): HTMLElement | null {
  return (
    element?.closest<HTMLElement>('[data-focus-fallback]') ??
    document.querySelector<HTMLElement>('[data-focus-fallback]') ??
    document.querySelector<HTMLElement>('main')
  );
}

/** Focuses an element that is not focusable otherwise, with a `tabindex` only until it loses the focus. */
export function focusIt(element: HTMLElement | null): void {
  if (element === null) return;
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/** Marks an open dialog or a row whose focus a page or panel that arrives late around it must not take. */
export const HOLDS_FOCUS = 'data-holds-focus';

/** Focuses a page or panel that has arrived, unless an open dialog or a row holds the focus. */
export function focusArrived(element: HTMLElement | null): void {
  if (document.activeElement?.closest(`[${HOLDS_FOCUS}]`)) return;
  element?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the list or page when the focused element is unmounted. Otherwise it falls back to
 * the top of the document.
 */
export function useFallbackFocus(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) {
        focusIt(findFallback(element));
      }
    };
  }, [ref]);
}

/** Moves the focus to the list or page if no element has it. */
export function rescueFocus(element: HTMLElement | null = findFallback(null)): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  focusIt(element);
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
