import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect, useEffectEvent, useRef } from 'react';
import { whenPartIsMissing } from '../../lib/lazy-on-use.ts';
import { notifyError, notifyWarning } from './notify.tsx';
import classes from './ToastRegion.module.css';

// Registered once the code that shows it is loaded.
whenPartIsMissing((renew) => missingPart(renew));

/** Region of toasts: bottom right, and at the top on phones, where the thumb and the bar are below. */
export default function ToastRegion() {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  // They are stored outside React, and would otherwise return for the next user.
  useEffect(() => notifications.clean, []);

  useTabToToasts();

  return (
    <Notifications
      {...toastRegion}
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

interface MissingPartProps {
  readonly say: () => void;
  /** Props of a dialog. */
  readonly opened?: boolean;
  readonly onClose?: () => void;
}

/** Placeholder of a component without code. A dialog is closed, so that it can be opened again. */
function MissingPart({ say, opened = true, onClose }: MissingPartProps): null {
  const onOpened = useEffectEvent(() => {
    say();
    onClose?.();
  });
  useEffect(() => {
    if (opened) onOpened();
  }, [opened]);
  return null;
}

/** Fallback of a component whose code cannot be loaded: nothing, and a toast about it. */
export async function missingPart(renew: () => void, tell = notifyMissingPart) {
  const isOutdated = await hasNewBuild();
  const say = () => {
    renew();
    tell(isOutdated);
  };
  return { default: (props: object) => <MissingPart {...props} say={say} /> };
}

/** The browser asks about unsaved changes before a reload. */
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

/** Whether the server's page begins with other code than this one: code that this page lacks is gone for good. */
async function hasNewBuild(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (entry == null) return false;
  try {
    const page = await fetch('/login', { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(entry);
  } catch {
    return false;
  }
}

/** Marks where toasts are shown. */
const toastRegion = { 'data-toasts': true } as const;

const REGION = '[data-toasts]';
const DIALOG = '[aria-modal="true"]';

/**
 * Lets Tab reach toasts while a dialog is open, whose focus trap leaves out everything around it: they come after its
 * last element, and before its first.
 */
function useTabToToasts(): void {
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
