const listeners = new Set<() => void>();
let state: 'idle' | 'requested' | 'dismissed' = 'idle';

function setState(next: typeof state): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Called with each toast. The first one loads the toasts' code. */
export function requestToasts(): void {
  setState('requested');
}

/** Called on sign-out. The next user then sees neither the open toasts nor those of requests that are still pending. */
export function dismissToasts(): void {
  setState('dismissed');
}

export function areToastsRequested(): boolean {
  return state === 'requested';
}

export function areToastsDismissed(): boolean {
  return state === 'dismissed';
}

export function onToastStateChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
