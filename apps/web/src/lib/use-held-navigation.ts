import { type BlockerFn, type ParsedLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type PageLocation = Pick<ParsedLocation, 'pathname' | 'search'>;

/** A requested navigation, before it is allowed or blocked. */
interface RequestedNavigation {
  readonly current: PageLocation;
  readonly next: PageLocation;
  /** Whether the user pressed the browser's Back or Forward. */
  readonly isTraversal: boolean;
}

interface HeldNavigationOptions {
  disabled?: boolean;
  /** Whether leaving would lose input; called when the user leaves or closes the tab. */
  wouldLose: () => boolean;
  /** Like `wouldLose`, for closing or reloading the tab, if that loses more than leaving the page. */
  wouldClosingLose?: (() => boolean) | undefined;
  /** Whether this navigation leaves the unsaved form. */
  leavesForm: (navigation: RequestedNavigation) => boolean;
}

interface HeldNavigation {
  readonly stay: () => void;
  readonly go: () => void;
}

/**
 * Holds a navigation that would lose input until the user answers; the browser itself asks before it closes the
 * tab. Navigations to the login pass, because the session has ended. Returns null while nothing is held.
 * A navigation is rejected immediately and repeated on `go`. The resolver of the router's `useBlocker` is not used:
 * after Back, it would show the previous page's URL until the user answers.
 */
export function useHeldNavigation({
  disabled = false,
  wouldLose,
  wouldClosingLose = wouldLose,
  leavesForm,
}: HeldNavigationOptions): HeldNavigation | null {
  const router = useRouter();
  const { history } = router;
  const [held, setHeld] = useState<{ readonly navigate: () => void } | null>(null);
  /** Whether the next navigation is the held one, repeated because the user confirmed it. */
  const isConfirmed = useRef(false);

  const holds = useEffectEvent<BlockerFn>(({ currentLocation, nextLocation, action }) => {
    if (isConfirmed.current) {
      isConfirmed.current = false;
      return false;
    }
    const current = router.parseLocation(currentLocation);
    const next = router.parseLocation(nextLocation);
    const isTraversal = action !== 'PUSH' && action !== 'REPLACE';
    if (next.pathname === '/login' || !leavesForm({ current, next, isTraversal })) return false;
    if (!wouldLose()) return false;
    const { href, state } = nextLocation;
    const steps = state.__TSR_index - currentLocation.state.__TSR_index;
    const navigate = () => {
      if (isTraversal) history.go(steps);
      else history[action === 'PUSH' ? 'push' : 'replace'](href, state);
    };
    // After the click on the link has been handled.
    queueMicrotask(() => setHeld({ navigate }));
    return true;
  });
  const holdsTab = useEffectEvent(wouldClosingLose);

  useEffect(() => {
    if (disabled) return;
    isConfirmed.current = false;
    return history.block({
      blockerFn: (navigation) => holds(navigation),
      enableBeforeUnload: () => holdsTab(),
    });
  }, [disabled, history]);

  // A form that is saved while a navigation is held cancels the navigation.
  const isCancelled = disabled && held !== null;
  useEffect(() => {
    if (isCancelled) setHeld(null);
  }, [isCancelled]);
  if (held === null || disabled) return null;
  return {
    stay: () => setHeld(null),
    go: () => {
      setHeld(null);
      isConfirmed.current = true;
      // After the dialog has closed.
      queueMicrotask(held.navigate);
    },
  };
}
