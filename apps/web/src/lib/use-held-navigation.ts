import { type BlockerFn, type ParsedLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Place = Pick<ParsedLocation, 'pathname' | 'search'>;

/** A requested navigation, before it is allowed or blocked. */
interface AskedNavigation {
  readonly current: Place;
  readonly next: Place;
  /** Whether the browser's buttons requested it. */
  readonly isTraversal: boolean;
}

interface HeldNavigationParts {
  /** Disables the question without a render if nothing can be lost. */
  disabled?: boolean;
  /** Whether leaving would lose input; called when the user leaves or closes the tab. */
  wouldLose: () => boolean;
  /** Like `isDirty`, for closing or reloading the tab, if that loses more than leaving the page. */
  wouldTabLose?: (() => boolean) | undefined;
  /** Whether this navigation leaves the unsaved form. */
  isLeft: (asked: AskedNavigation) => boolean;
}

interface HeldNavigation {
  readonly stay: () => void;
  readonly go: () => void;
}

/**
 * Holds a navigation that would lose input until the user answers; the browser asks before its tab closes. It lets
 * navigations to the login pass, where the draft is kept. Null while nothing is held.
 * It rejects immediately and navigates again on `go`, because the resolver of the router's `useBlocker` would
 * leave the address of Back's page in the address bar until the answer.
 */
export function useHeldNavigation({
  disabled = false,
  wouldLose,
  wouldTabLose = wouldLose,
  isLeft,
}: HeldNavigationParts): HeldNavigation | null {
  const router = useRouter();
  const { history } = router;
  const [again, setAgain] = useState<{ readonly navigate: () => void } | null>(null);
  /** Whether the next navigation is the held one. */
  const isAnswered = useRef(false);

  const holds = useEffectEvent<BlockerFn>(({ currentLocation, nextLocation, action }) => {
    if (isAnswered.current) {
      isAnswered.current = false;
      return false;
    }
    const current = router.parseLocation(currentLocation);
    const next = router.parseLocation(nextLocation);
    const isTraversal = action !== 'PUSH' && action !== 'REPLACE';
    const isAsked = next.pathname !== '/login' && isLeft({ current, next, isTraversal });
    if (!isAsked || !wouldLose()) return false;
    const { href, state } = nextLocation;
    const steps = state.__TSR_index - currentLocation.state.__TSR_index;
    const navigate = () => {
      if (isTraversal) history.go(steps);
      else history[action === 'PUSH' ? 'push' : 'replace'](href, state);
    };
    // The link that requested it handles its press first.
    queueMicrotask(() => setAgain({ navigate }));
    return true;
  });
  const holdsTab = useEffectEvent(wouldTabLose);

  useEffect(() => {
    if (disabled) return;
    isAnswered.current = false;
    return history.block({
      blockerFn: (asked) => holds(asked),
      enableBeforeUnload: () => holdsTab(),
    });
  }, [disabled, history]);

  // It was saved while the navigation was held, so the navigation is cancelled.
  const isOver = disabled && again !== null;
  useEffect(() => {
    if (isOver) setAgain(null);
  }, [isOver]);
  if (again === null || disabled) return null;
  return {
    stay: () => setAgain(null),
    go: () => {
      setAgain(null);
      isAnswered.current = true;
      // The press closes its dialog first.
      queueMicrotask(again.navigate);
    },
  };
}
