const listeners = new Set<() => void>();
let wanted = false;

/** The first toast asks for the code that draws them; a page without toasts never fetches it. */
export function wantToasts(): void {
  if (wanted) return;
  wanted = true;
  for (const listener of listeners) listener();
}

export function areToastsWanted(): boolean {
  return wanted;
}

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
