import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Marks a list as the element that gets the focus when a focused row is removed. */
export const focusFallback = { 'data-focus-fallback': true } as const;

/** The list around an element, or else the first list of this page, or else the page itself. */
export function findFocusFallback(element?: Element): HTMLElement | null {
  return (
    element?.closest<HTMLElement>('[data-focus-fallback]') ??
    document.querySelector<HTMLElement>('[data-focus-fallback]') ??
    document.querySelector<HTMLElement>('main')
  );
}

/** Focuses an element that is not focusable otherwise, with a `tabindex` only until it loses the focus. */
export function focusElement(element: HTMLElement | null): void {
  if (element === null) return;
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/** Marks an open dialog or a row from which a page or panel that loads later must not take the focus. */
export const HOLDS_FOCUS = 'data-holds-focus';

/** Focuses a page or panel that has loaded, unless an open dialog or a row holds the focus. */
export function focusUnlessHeld(element: HTMLElement | null): void {
  if (document.activeElement?.closest(`[${HOLDS_FOCUS}]`)) return;
  element?.focus({ preventScroll: true });
}

/**
 * A ref that moves the focus to the list or page when its element is unmounted with the focus in it. Without this,
 * the focus would go to the top of the document.
 */
export const keepFocus = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  focusElement(findFocusFallback(element));
  // The list may be unmounted with its last row.
  queueMicrotask(rescueFocus);
};

/** Moves the focus to the list or page if no element has it. */
export function rescueFocus(element: HTMLElement | null = findFocusFallback()): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  focusElement(element);
}

/** Milliseconds. Mantine returns the focus 10 ms after a dialog closes, even to an element that is unmounted. */
const AFTER_RETURN = 30;

/** A ref like `keepFocus`, also if the focus is in a dialog that is unmounted with the element. */
export function keepDialogFocus(element: HTMLElement | null) {
  const fallback = findFocusFallback(element ?? undefined);
  return () => void setTimeout(() => rescueFocus(fallback), AFTER_RETURN);
}

/** Rescues the focus after a dialog whose opener may have been removed. */
export function rescueFocusAfterReturn(): void {
  setTimeout(rescueFocus, AFTER_RETURN);
}

/** Moves a lost focus into the detail panel after a dialog of the panel has closed. */
export function rescueFocusInPanel(): void {
  setTimeout(
    () => rescueFocus(document.querySelector<HTMLElement>('[data-panel-content]')),
    AFTER_RETURN,
  );
}

/**
 * Moves the focus after a row was removed: to the first button of the next row, of the last row if no row follows, or
 * otherwise to the page's title.
 */
export function focusRowOrTitle(page: HTMLElement | null, position: number): void {
  const rows = [...(page?.querySelectorAll<HTMLElement>('[data-row-index]') ?? [])];
  const next = rows.find((row) => Number(row.dataset.rowIndex) >= position) ?? rows.at(-1);
  const button = next?.querySelector('button');
  if (button) button.focus();
  else focusTitle();
}

export function focusTitle(): void {
  focusElement(document.querySelector('h1'));
}

/**
 * Focuses the first field (`data-autofocus`) when a form is mounted again after a question in its dialog.
 * Not on the first mount, which the dialog handles: without transitions, a focus taken earlier would
 * become the element to which the dialog returns the focus.
 */
export function useFocusOnReturn(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [form]);
}

/**
 * `opened`, one render late, for a dialog that opens on mount. The delay lets the dialog record the focused element
 * before its first field gets the focus, even without transitions.
 */
export function useOpenAfterMount(opened: boolean): boolean {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => setOpen(opened), [opened]);
  // A dialog closes without delay, because it would otherwise take the focus from the next page.
  return opened && isOpen;
}

/** A ref that focuses its element on mount. A function defined in a component would be called at every render. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
