interface StoredDraft {
  /** E-mail of the user who typed the draft. It is restored for no other user. */
  readonly owner: string;
  readonly draft: unknown;
}

/** Kept in memory only, because drafts may contain health data, which must not stay on the machine. */
const drafts = new Map<string, StoredDraft>();

export function storeDraft(name: string, draft: StoredDraft): void {
  drafts.set(name, draft);
}

export function readDraft(name: string, owner: string): unknown {
  const stored = drafts.get(name);
  return stored?.owner === owner ? stored.draft : undefined;
}

export function deleteDraft(name: string): void {
  drafts.delete(name);
}

/** Called on every sign-in. */
export function deleteDraftsOfOthers(owner: string): void {
  for (const [name, draft] of drafts) if (draft.owner !== owner) drafts.delete(name);
}
