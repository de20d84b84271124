import { notifications } from '@mantine/notifications';
import { ToneToast, type ToneToastProps } from './ToneToast.tsx';
import { areToastsDismissed, wantToasts } from './toast-demand.ts';

export interface NotifyOptions {
  /** At most one line below the title. */
  detail?: string;
}

export interface UndoOptions extends NotifyOptions {
  onUndo: () => void;
}

export interface FailureOptions extends NotifyOptions {
  onRetry?: () => void;
}

const SHORT_MS = 5_000;
const UNDO_MS = 10_000;

type Content = Omit<ToneToastProps, 'onClose'>;

let nextId = 0;

function show(content: Content, autoClose: number | false): string {
  const id = `toast-${nextId++}`;
  if (areToastsDismissed()) return id;
  wantToasts();
  notifications.show({
    id,
    // Drawn by `ToneToast` alone; the library asks for a message all the same.
    message: content.title,
    autoClose,
    // A failure interrupts what is being read; the rest waits its turn.
    role: content.tone === 'error' ? 'alert' : 'status',
    renderNotification: () => <ToneToast {...content} onClose={() => notifications.hide(id)} />,
  });
  return id;
}

/** Something was done. Gone after 5 s. */
export function notifySuccess(title: string, options: NotifyOptions = {}): string {
  return show({ tone: 'success', title, ...options }, SHORT_MS);
}

/** Something was done that can be taken back, with 'Deshacer' for 10 s. */
export function notifyUndo(title: string, { onUndo, ...options }: UndoOptions): string {
  const action = { label: 'Deshacer', onClick: onUndo };
  return show({ tone: 'success', title, action, ...options }, UNDO_MS);
}

/** Something failed. It stays until it is closed. */
export function notifyError(title: string, { onRetry, ...options }: FailureOptions = {}): string {
  const action = onRetry && { label: 'Reintentar', onClick: onRetry };
  return show({ tone: 'error', title, ...(action && { action }), ...options }, false);
}
