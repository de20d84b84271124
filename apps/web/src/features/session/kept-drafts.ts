interface KeptDraft {
  /** The e-mail of whoever typed it; nobody else gets it. */
  readonly owner: string;
  readonly draft: unknown;
}

/** In memory alone: what is typed may be about somebody's health, and must not stay on the machine. */
const kept = new Map<string, KeptDraft>();

export function keepDraft(name: string, draft: KeptDraft): void {
  kept.set(name, draft);
}

/** What somebody typed under this name before their session ended. */
export function readKeptDraft(name: string, owner: string): unknown {
  const found = kept.get(name);
  return found?.owner === owner ? found.draft : undefined;
}

export function dropKeptDraft(name: string): void {
  kept.delete(name);
}

/** Whoever signs in finds nothing of anybody else. */
export function dropDraftsOfOthers(owner: string): void {
  for (const [name, draft] of kept) if (draft.owner !== owner) kept.delete(name);
}
