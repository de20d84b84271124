import { useHeldNavigation } from '../../lib/use-held-navigation.ts';

interface LeavingParts {
  /** Whether the dialog is open with something that is not saved. */
  isDirty: boolean;
  /** Whether that would be lost; called when the user leaves. */
  wouldLose: () => boolean;
  /** Closes the dialog without asking. */
  discard: () => void;
}

/** Asks before Back, or another navigation, leaves the page under a dialog with changes. Null while nothing asks to leave. */
export function useLeavingPage({ isDirty, wouldLose, discard }: LeavingParts) {
  const held = useHeldNavigation({
    disabled: !isDirty,
    wouldLose,
    // What is behind the dialog can only be left by the browser's buttons, which may also close the dialog's place.
    isLeft: ({ current, next, isTraversal }) => isTraversal || current.pathname !== next.pathname,
  });
  if (held === null) return null;
  return {
    stay: held.stay,
    go: () => {
      discard();
      held.go();
    },
  };
}
