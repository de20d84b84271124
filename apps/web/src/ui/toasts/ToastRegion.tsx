import { Notifications, notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { whenPartIsMissing } from '../../lib/lazy-on-use.ts';
import { hasNewBuild } from '../../lib/new-build.ts';
import { useIsPhone } from '../use-media.ts';
import { notifyError, notifyWarning } from './notify.tsx';
import classes from './ToastRegion.module.css';

// Registered here, because the message is a toast.
whenPartIsMissing(() => void reportMissingPart());

/** Region of toasts: bottom right; at the top on phones, where the thumb and the bar are at the bottom. */
export default function ToastRegion() {
  const isPhone = useIsPhone();
  // Toasts are stored outside React, and would otherwise reappear for the next user.
  useEffect(() => notifications.clean, []);

  useTabToToasts();

  return (
    <Notifications
      data-toasts
      position={isPhone ? 'top-center' : 'bottom-right'}
      containerWidth={360}
      transitionDuration={160}
      className={classes.region}
      // `notify.tsx` limits them: the library's limit would delay a toast with an undo.
      limit={100}
      zIndex={400}
    />
  );
}

export async function reportMissingPart(notify = notifyMissingPart): Promise<void> {
  notify(await hasNewBuild());
}

/** Reports a part that failed to load. Before 'Recargar' reloads the page, the browser asks about unsaved changes. */
function notifyMissingPart(isOutdated: boolean): void {
  if (isOutdated) {
    notifyWarning('Hay una versión nueva de Simiente', {
      detail: 'Guarda tus cambios y recarga la página.',
      action: { label: 'Recargar', onClick: () => location.reload() },
    });
  } else {
    notifyError('No se pudo abrir', { detail: 'Revisa tu conexión y vuelve a intentarlo.' });
  }
}

const REGION = '[data-toasts]';
const DIALOG = '[aria-modal="true"]';

/**
 * Lets Tab reach toasts while a dialog is open, although the dialog's focus trap excludes everything around it. The
 * toasts come after the dialog's last element, and before its first.
 */
function useTabToToasts(): void {
  const dialogLeft = useRef<Element>(null);

  useEffect(() => {
    let from: Element | null = null;

    // Runs before the focus trap handles the key.
    function leaveToasts(event: KeyboardEvent) {
      from = event.key === 'Tab' ? document.activeElement : null;
      if (from === null || from.closest(REGION) === null) return;
      const buttons = toastButtons();
      if (from !== (event.shiftKey ? buttons[0] : buttons.at(-1))) return;
      // The focus trap continues from the dialog to its first or last element.
      findDialog(dialogLeft.current)?.focus({ preventScroll: true });
    }

    // Runs after the focus trap has moved the focus.
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
      dialogLeft.current = dialog;
      button.focus({ preventScroll: true });
    }

    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('keydown', leaveToasts, { capture: true, signal });
    window.addEventListener('keydown', enterToasts, { signal });
    return () => stop.abort();
  }, []);
}

const toastButtons = () => [
  ...document.querySelectorAll<HTMLElement>(`${REGION} button:not([disabled])`),
];

/** The dialog from which the focus came, if it is still open; otherwise the dialog that opened last. */
function findDialog(dialogLeft: Element | null): HTMLElement | null {
  if (dialogLeft instanceof HTMLElement && dialogLeft.isConnected) return dialogLeft;
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1) ?? null;
}
