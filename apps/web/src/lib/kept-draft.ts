interface KeptDraft {
  /** The e-mail of who wrote it: it is shown to nobody else. */
  readonly owner: string;
  /** The form in which it was written. */
  readonly place: string;
  readonly content: unknown;
}

/** In memory alone: what is typed here is about people, and is written to no browser's disk. */
let kept: KeptDraft | undefined;

/** Keeps what was typed in a form that goes away with its session, until the next one begins. */
export function keepDraft(draft: KeptDraft): void {
  kept = draft;
}

/** Gives back, once, what the same person left in the same form. Somebody else's is let go of. */
export function takeDraft({ owner, place }: Omit<KeptDraft, 'content'>): unknown {
  if (kept === undefined) return undefined;
  if (kept.owner === owner && kept.place !== place) return undefined;
  const { content } = kept;
  const isMine = kept.owner === owner;
  kept = undefined;
  return isMine ? content : undefined;
}
