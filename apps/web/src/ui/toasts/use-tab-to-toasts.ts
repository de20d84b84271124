import { useEffect, useRef } from 'react';

/** Marks where toasts are drawn. */
export const toastRegion = { 'data-toasts': true } as const;

const REGION = '[data-toasts]';
const DIALOG = '[aria-modal="true"]';

/**
 * Lets Tab reach toasts while a dialog is open, whose focus trap leaves out everything around it: they come after its
 * last element, and before its first.
 */
export function useTabToToasts(): void {
  const left = useRef<Element>(null);

  useEffect(() => {
    let from: Element | null = null;

    // Before the trap has seen the key.
    function leaveToasts(event: KeyboardEvent) {
      from = event.key === 'Tab' ? document.activeElement : null;
      if (from === null || from.closest(REGION) === null) return;
      const buttons = toastButtons();
      if (from !== (event.shiftKey ? buttons[0] : buttons.at(-1))) return;
      // The focus trap continues from the dialog to its first or last element.
      findDialog(left.current)?.focus({ preventScroll: true });
    }

    // After the trap has moved the focus.
    function enterToasts(event: KeyboardEvent) {
      const dialog = from?.closest(DIALOG);
      const to = document.activeElement;
      if (!from || !dialog || !to || !event.defaultPrevented) return;
      const isBack = (from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      const hasWrapped = to === from || isBack !== event.shiftKey;
      if (!hasWrapped || from === dialog) return;
      const buttons = toastButtons();
      const button = event.shiftKey ? buttons.at(-1) : buttons[0];
      if (button === undefined) return;
      left.current = dialog;
      button.focus({ preventScroll: true });
    }

    document.addEventListener('keydown', leaveToasts, true);
    window.addEventListener('keydown', enterToasts);
    return () => {
      document.removeEventListener('keydown', leaveToasts, true);
      window.removeEventListener('keydown', enterToasts);
    };
  }, []);
}

const toastButtons = () => [
  ...document.querySelectorAll<HTMLElement>(`${REGION} button:not([disabled])`),
];

/** The dialog that the focus came from, while it is open, or else the last that was opened. */
function findDialog(left: Element | null): HTMLElement | null {
  if (left instanceof HTMLElement && left.isConnected) return left;
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1) ?? null;
}
