import { useSyncExternalStore } from 'react';

/** While the screen is locked: resolvers of the requests that wait for the same user to return. */
let pendingResolvers: ((isBack: boolean) => void)[] | null = null;
const listeners = new Set<() => void>();

function isLocked(): boolean {
  return pendingResolvers !== null;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/**
 * Locks the screen until the user signs in again; the page below stays mounted.
 * @returns whether the same user returned
 */
export function lockScreen(): Promise<boolean> {
  const wasLocked = isLocked();
  const answer = new Promise<boolean>((resolve) => {
    pendingResolvers = [...(pendingResolvers ?? []), resolve];
  });
  if (!wasLocked) notifyListeners();
  return answer;
}

export function unlockScreen({ isBack }: { isBack: boolean }): void {
  const resolvers = pendingResolvers ?? [];
  pendingResolvers = null;
  notifyListeners();
  for (const resolve of resolvers) resolve(isBack);
}

export function useIsLocked(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isLocked);
}

// Listens in the capture phase, before all other listeners, because no shortcut may act on the page below.
addEventListener(
  'keydown',
  (event) => {
    if (!isLocked()) return;
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape' || event.ctrlKey || event.metaKey) event.stopImmediatePropagation();
  },
  { capture: true },
);
