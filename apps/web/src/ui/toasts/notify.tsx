import { notifications } from '@mantine/notifications';
import { useEffect, useMemo } from 'react';
import { ToneToast, type ToneToastProps } from './ToneToast.tsx';
import { areToastsDismissed, wantToasts } from './toast-demand.ts';

interface NotifyOptions {
  /** At most one line below the title. */
  detail?: string;
}

interface ActionOptions extends NotifyOptions {
  /** A link to the new record, or a way out of the warned state. */
  action?: NonNullable<ToneToastProps['action']>;
}

interface UndoOptions extends NotifyOptions {
  onUndo: () => void;
}

export interface FailureOptions extends NotifyOptions {
  onRetry?: () => void;
}

const SHORT_MS = 5_000;
const UNDO_MS = 10_000;

type Content = Omit<ToneToastProps, 'onClose'>;

/** Toasts shown at the same time, apart from those with an undo; a new one replaces the oldest. */
const MOST_SHOWN = 3;

let nextId = 0;
let shown: { readonly id: string; readonly words: string; readonly canUndo: boolean }[] = [];

function show(content: Content, autoClose: number | false, { canUndo = false } = {}): string {
  const id = `toast-${nextId++}`;
  if (areToastsDismissed()) return id;
  wantToasts();
  const words = `${content.title} ${content.detail ?? ''}`;
  if (!canUndo) makeRoom(words);
  shown.push({ id, words, canUndo });
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

/** An equal toast replaces the previous one. Each toast with an undo stays. */
function makeRoom(words: string): void {
  const replaceable = shown.filter(({ canUndo }) => !canUndo);
  const same = replaceable.filter((toast) => toast.words === words);
  const others = replaceable.filter((toast) => toast.words !== words);
  const oldest = others.slice(0, Math.max(0, others.length - MOST_SHOWN + 1));
  for (const { id } of [...same, ...oldest]) closeToast(id);
}

/** Dismisses an outdated toast, if it is still shown. */
function closeToast(id: string): void {
  notifications.hide(id);
  shown = shown.filter((toast) => toast.id !== id);
}

/** A success. Dismissed after 5 s, or 10 s with an action. */
export function notifySuccess(title: string, options: ActionOptions = {}): string {
  return show({ tone: 'success', title, ...options }, options.action ? UNDO_MS : SHORT_MS);
}

/** A success that can be undone, with 'Deshacer' for 10 s. */
export function notifyUndo(title: string, { onUndo, ...options }: UndoOptions): string {
  const action = { label: 'Deshacer', onClick: onUndo };
  return show({ tone: 'success', title, action, ...options }, UNDO_MS, { canUndo: true });
}

/** A warning that the user did not cause. It stays until it is closed. */
export function notifyWarning(title: string, options: ActionOptions): string {
  return show({ tone: 'warning', title, ...options }, false);
}

/** A failure. It stays until it is closed. */
export function notifyError(title: string, { onRetry, ...options }: FailureOptions = {}): string {
  const action = onRetry && { label: 'Reintentar', onClick: onRetry };
  return show({ tone: 'error', title, ...(action && { action }), ...options }, false);
}

/**
 * The failure of one action. One toast at a time: the message of an earlier attempt does not apply to the next, nor
 * to the next page.
 */
export function useFailureToast() {
  const failure = useMemo(createFailure, []);
  useEffect(() => failure.clear, [failure]);
  return failure;
}

function createFailure() {
  let shown: string | undefined;
  const clear = () => {
    if (shown !== undefined) closeToast(shown);
    shown = undefined;
  };
  return {
    tell: (title: string, options?: FailureOptions) => {
      clear();
      shown = notifyError(title, options);
    },
    clear,
  };
}
