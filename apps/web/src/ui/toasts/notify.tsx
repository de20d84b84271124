import { CloseButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { describeFailure } from '../../lib/api/failure.ts';
import { type RequestOptions, useRequestKey } from '../../lib/api/request-key.ts';
import { rescueFocus } from '../focus.ts';
import classes from './ToneToast.module.css';
import { areToastsDismissed, requestToasts } from './toast-requests.ts';

interface NotifyOptions {
  /** Text of at most one line below the title. */
  detail?: string;
}

interface ActionOptions extends NotifyOptions {
  /** A link to the new record, or a remedy for the warning. */
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
const MAX_SHOWN = 3;

let nextId = 0;
let shown: { readonly id: string; readonly words: string; readonly canUndo: boolean }[] = [];

function show(content: Content, autoClose: number | false, { canUndo = false } = {}): string {
  const id = `toast-${nextId++}`;
  if (areToastsDismissed()) return id;
  requestToasts();
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

/** Closes a toast with the same words, and the oldest toasts over the maximum, but none with an undo. */
function makeRoom(words: string): void {
  const replaceable = shown.filter(({ canUndo }) => !canUndo);
  const same = replaceable.filter((toast) => toast.words === words);
  const others = replaceable.filter((toast) => toast.words !== words);
  const oldest = others.slice(0, Math.max(0, others.length - MAX_SHOWN + 1));
  for (const { id } of [...same, ...oldest]) notifications.hide(id);
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

/** A warning about an event that the user did not cause. It stays until the user closes it. */
export function notifyWarning(title: string, options: ActionOptions): string {
  return show({ tone: 'warning', title, ...options }, false);
}

/** A failure. It stays until the user closes it. */
export function notifyError(title: string, { onRetry, ...options }: FailureOptions = {}): string {
  const action = onRetry && { label: 'Reintentar', onClick: onRetry };
  return show({ tone: 'error', title, ...(action && { action }), ...options }, false);
}

/** Copies a text, and reports the outcome. @param name 'el enlace' */
export async function copyText(text: string, name: string, options?: NotifyOptions) {
  try {
    await navigator.clipboard.writeText(text);
    notifySuccess(`Se copió ${name}`, options);
  } catch {
    notifyError(`No se pudo copiar ${name}`, { detail: 'Selecciónalo y cópialo a mano.' });
  }
}

/**
 * Shows failures of one action, one toast at a time. The toast closes on the next attempt and when the component is
 * unmounted.
 */
export function useFailureToast() {
  const failure = useMemo(createFailure, []);
  useEffect(() => failure.clear, [failure]);
  return failure;
}

function createFailure() {
  let toastId: string | undefined;
  const clear = () => {
    if (toastId !== undefined) notifications.hide(toastId);
    toastId = undefined;
  };
  return {
    show: (title: string, options?: FailureOptions) => {
      clear();
      toastId = notifyError(title, options);
    },
    clear,
  };
}

interface ToastMutationOptions<Data, Input>
  extends Omit<UseMutationOptions<Data, Error, Input>, 'onMutate' | 'mutationFn'> {
  /** @param options with a key that is the same for the same input until a success */
  mutationFn: (input: Input, options: RequestOptions) => Promise<Data>;
  /** Describes the error; by default with its message. */
  describe?: (error: Error) => string;
  offersRetry?: boolean;
}

/** A mutation whose failure is shown as a toast. */
export function useToastMutation<Data, Input = void>(
  title: string,
  options: ToastMutationOptions<Data, Input>,
) {
  const { describe, offersRetry = false, mutationFn, ...mutation } = options;
  const failure = useFailureToast();
  const { optionsFor, forget } = useRequestKey();
  // By the call's context, which its automatic retries share; another change may succeed between them.
  const sent = useRef(new WeakMap<object, RequestOptions>());
  const act = useMutation<Data, Error, Input>({
    ...mutation,
    mutationFn: (input, call) => {
      const request = sent.current.get(call) ?? optionsFor(input);
      sent.current.set(call, request);
      return mutationFn(input, request);
    },
    onMutate: failure.clear,
    onSuccess: (...success) => {
      forget();
      return mutation.onSuccess?.(...success);
    },
    onError: (error, input, ...context) => {
      failure.show(title, {
        detail: describe?.(error) ?? describeFailure(error),
        ...(offersRetry && { onRetry: () => act.mutate(input) }),
      });
      return mutation.onError?.(error, input, ...context);
    },
  });
  return act;
}

interface ToneToastProps {
  tone: 'success' | 'warning' | 'error';
  /** The specification's message, and nothing else. */
  title: string;
  detail?: string;
  action?: { label: string; onClick: () => void };
  onClose: () => void;
}

const TONES = {
  success: { Icon: IconCheck, color: 'green' },
  warning: { Icon: IconAlertTriangle, color: 'amber' },
  error: { Icon: IconX, color: 'red' },
} as const;

/** Content of a toast, announced by the region around it. */
function ToneToast({ tone, title, detail, action, onClose }: ToneToastProps) {
  const toast = useRef<HTMLDivElement>(null);
  const leave = useFocusOnLeaving(toast);
  const { Icon, color } = TONES[tone];

  function close(): void {
    leave();
    onClose();
  }

  return (
    <div ref={toast} className={classes.toast}>
      <span className={classes.icon} data-tone={color} aria-hidden>
        <Icon size={15} stroke={2.2} />
      </span>
      <p className={classes.title}>{title}</p>
      {detail && <p className={classes.detail}>{detail}</p>}
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            close();
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton
        className={classes.close}
        size={28}
        iconSize={15}
        aria-label="Cerrar aviso"
        onClick={close}
      />
    </div>
  );
}

/**
 * A toast is outside the page, so when it closes the focus returns to the element that had it before, or to the
 * list or page. Returns a function that moves the focus immediately.
 */
function useFocusOnLeaving(ref: RefObject<HTMLElement | null>): () => void {
  const leave = useRef(() => {});

  useLayoutEffect(() => {
    const toast = ref.current;
    let origin: HTMLElement | null = null;
    const rememberOrigin = ({ relatedTarget }: FocusEvent) => {
      const isOutside = relatedTarget instanceof HTMLElement && !toast?.contains(relatedTarget);
      if (isOutside) origin = relatedTarget;
    };
    const returnFocus = () => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement) || !toast?.contains(activeElement)) return;
      activeElement.blur();
      origin?.focus({ preventScroll: true });
      rescueFocus();
    };
    leave.current = returnFocus;
    toast?.addEventListener('focusin', rememberOrigin);
    return () => {
      toast?.removeEventListener('focusin', rememberOrigin);
      returnFocus();
    };
  }, [ref]);

  return () => leave.current();
}
