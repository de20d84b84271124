import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';

interface LeavingParts {
  /** Whether the dialog is open with something that is not saved. */
  isDirty: boolean;
  /** Whether that would be lost; called when the user leaves. */
  wouldLose: () => boolean;
  /** Closes the dialog without asking. */
  discard: () => void;
}

/**
 * Asks before Back, or another navigation, leaves the page under a dialog with changes; the browser asks before its tab
 * closes. Not on the way to the login, where the draft is kept. Null while nothing asks to leave.
 */
export function useLeavingPage({ isDirty, wouldLose, discard }: LeavingParts) {
  const { status, proceed, reset } = useBlocker({
    // What is behind the dialog can only be left by the browser's buttons, which may also close the dialog's place.
    shouldBlockFn: ({ current, next, action }) =>
      (current.pathname !== next.pathname || (action !== 'PUSH' && action !== 'REPLACE')) &&
      next.pathname !== '/login' &&
      wouldLose(),
    enableBeforeUnload: wouldLose,
    disabled: !isDirty,
    withResolver: true,
  });
  const isOver = status === 'blocked' && !isDirty;
  // The form was saved while the navigation was blocked: the navigation is cancelled.
  useEffect(() => {
    if (isOver) reset?.();
  }, [isOver, reset]);
  // The same for a dialog that goes with what it saved: the address would otherwise be that of the page before.
  useEffect(() => reset, [reset]);
  if (status !== 'blocked' || !isDirty) return null;
  return {
    stay: reset,
    go: () => {
      discard();
      proceed();
    },
  };
}
