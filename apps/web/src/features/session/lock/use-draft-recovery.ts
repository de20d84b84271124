import { type ComponentType, useEffect, useRef, useState } from 'react';
import { type LoadPart, lazyDialog } from '../../../lib/lazy-on-use.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { hasSessionEnded, sessionQuery } from '../session.ts';
import { deleteDraft, readDraft, storeDraft } from './draft-store.ts';

/**
 * Recovers the draft that the form of this name had when the session ended, for the same user. Forms with the same
 * name must have the same type of draft. The form calls `keep` with its current content, or undefined if the content
 * is unchanged.
 */
export function useDraftRecovery<Draft>(name: string): {
  readonly recovered: Draft | undefined;
  readonly keep: (draft: Draft | undefined) => void;
} {
  const [recovered] = useState(() => {
    const owner = signedInEmail();
    return owner === undefined ? undefined : (readDraft(name, owner) as Draft | undefined);
  });
  const latest = useRef<{ owner: string; draft: Draft }>(undefined);

  useEffect(() => {
    deleteDraft(name);
    return () => {
      if (latest.current && hasSessionEnded()) storeDraft(name, latest.current);
    };
  }, [name]);

  return {
    recovered,
    keep: (draft) => {
      const owner = signedInEmail();
      // After the end of the session the owner is unknown; the last draft stays.
      if (owner !== undefined) latest.current = draft === undefined ? undefined : { owner, draft };
    },
  };
}

/** Whether there was a draft of this name when the calling component mounted. */
export function useHasDraft(name: string): boolean {
  const [hasDraft] = useState(() => {
    const owner = signedInEmail();
    return owner !== undefined && readDraft(name, owner) !== undefined;
  });
  return hasDraft;
}

function signedInEmail(): string | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.user.email;
}

/** The form of a dialog, whose code is loaded when it is requested or a draft is recovered. */
export function lazyForm<Props extends { draft: string; requested: unknown }>(
  load: LoadPart<Props>,
): ComponentType<Props> {
  return lazyDialog(load, ({ draft, requested }) => useHasDraft(draft) || requested !== null);
}
