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

/** Toasts shown at the same time; a new one replaces the oldest. */
const MOST_SHOWN = 3;

let nextId = 0;
let shown: { readonly id: string; readonly words: string }[] = [];

function show(content: Content, autoClose: number | false): string {
  const id = `toast-${nextId++}`;
  if (areToastsDismissed()) return id;
  wantToasts();
  makeRoom(`${content.title} ${content.detail ?? ''}`);
  shown.push({ id, words: `${content.title} ${content.detail ?? ''}` });
  notifications.show({
    id,
    // `ToneToast` renders the content; the library requires a message anyway.
    message: content.title,
    autoClose,
    // Failures interrupt the screen reader; other toasts wait.
    role: content.tone === 'error' ? 'alert' : 'status',
    onClose: () => {
      shown = shown.filter((toast) => toast.id !== id);
    },
    renderNotification: () => <ToneToast {...content} onClose={() => notifications.hide(id)} />,
  });
  return id;
}

/** An equal toast replaces the previous one. */
function makeRoom(words: string): void {
  const same = shown.filter((toast) => toast.words === words);
  const oldest = shown.slice(0, Math.max(0, shown.length - same.length - MOST_SHOWN + 1));
  for (const { id } of new Set([...same, ...oldest])) notifications.hide(id);
  shown = shown.filter((toast) => !same.includes(toast) && !oldest.includes(toast));
}

/** Takes a toast away that is not true any more; one that has gone already stays away. */
export function closeToast(id: string): void {
  notifications.hide(id);
  shown = shown.filter((toast) => toast.id !== id);
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

/** A warning that the user did not cause. It stays until it is closed. */
export function notifyWarning(title: string, options: NotifyOptions = {}): string {
  return show({ tone: 'warning', title, ...options }, false);
}

/** A failure. It stays until it is closed. */
export function notifyError(title: string, { onRetry, ...options }: FailureOptions = {}): string {
  const action = onRetry && { label: 'Reintentar', onClick: onRetry };
  return show({ tone: 'error', title, ...(action && { action }), ...options }, false);
}
