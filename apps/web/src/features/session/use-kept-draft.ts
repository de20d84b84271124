import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { hasSessionEnded } from './ended.ts';
import { dropKeptDraft, keepDraft, readKeptDraft } from './kept-drafts.ts';
import { sessionQuery } from './session.ts';

/**
 * What stood in a form of this name when the session ended over it, if the same person is back; the
 * name says the draft's type. `keep` what stands there now, undefined while there is nothing to lose.
 */
export function useKeptDraft<Draft>(name: string): {
  readonly kept: Draft | undefined;
  readonly keep: (draft: Draft | undefined) => void;
} {
  const [kept] = useState(() => {
    const owner = whoIsSignedIn();
    return owner === undefined ? undefined : (readKeptDraft(name, owner) as Draft | undefined);
  });
  const latest = useRef<{ owner: string; draft: Draft }>(undefined);

  useEffect(() => {
    dropKeptDraft(name);
    return () => {
      if (latest.current && hasSessionEnded()) keepDraft(name, latest.current);
    };
  }, [name]);

  return {
    kept,
    keep: (draft) => {
      const owner = whoIsSignedIn();
      // Once the session is over nobody can say whose it is; what was there before stays.
      if (owner !== undefined) latest.current = draft === undefined ? undefined : { owner, draft };
    },
  };
}

/** Whether something was kept under this name when what asks was drawn first. */
export function useIsDraftKept(name: string): boolean {
  const [isKept] = useState(() => {
    const owner = whoIsSignedIn();
    return owner !== undefined && readKeptDraft(name, owner) !== undefined;
  });
  return isKept;
}

function whoIsSignedIn(): string | undefined {
  return queryClient.getQueryData(sessionQuery.queryKey)?.user.email;
}
