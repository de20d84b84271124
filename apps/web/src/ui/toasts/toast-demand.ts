const listeners = new Set<() => void>();
let state: 'idle' | 'wanted' | 'dismissed' = 'idle';

function become(next: typeof state): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** The first toast loads the toasts' code; a page without toasts never does. */
export function wantToasts(): void {
  become('wanted');
}

/** After sign-out: hides all toasts, and hides those of pending requests from the next user, until `wantToasts`. */
export function dismissToasts(): void {
  become('dismissed');
}

export function areToastsWanted(): boolean {
  return state === 'wanted';
}

export function areToastsDismissed(): boolean {
  return state === 'dismissed';
}

export function onToastDemandChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
