import { useSyncExternalStore } from 'react';

/** While the page is covered: how to tell each of those who wait whether the same person is back. */
let waiting: ((isBack: boolean) => void)[] | null = null;
const listeners = new Set<() => void>();

function isCovered(): boolean {
  return waiting !== null;
}

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Covers everything until the password is given again; nothing of the page is closed meanwhile.
 * @returns whether the same person came back
 */
export function cover(): Promise<boolean> {
  const wasCovered = isCovered();
  const answer = new Promise<boolean>((resolve) => {
    waiting = [...(waiting ?? []), resolve];
  });
  if (!wasCovered) tell();
  return answer;
}

/** Takes the cover away, if there is one. */
export function uncover(isBack: boolean): void {
  const told = waiting ?? [];
  waiting = null;
  tell();
  for (const resolve of told) resolve(isBack);
}

/** Whether the page is covered. */
export function useCovered(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isCovered);
}

// Ahead of every other listener: a key that would close what lies below must not reach it.
addEventListener(
  'keydown',
  (event) => {
    if (!isCovered()) return;
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape' || event.ctrlKey || event.metaKey) event.stopImmediatePropagation();
  },
  { capture: true },
);
