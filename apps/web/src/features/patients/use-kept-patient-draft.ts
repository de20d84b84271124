import type { PatientSummary } from '@simiente/contract/patients';
import { useEffect, useEffectEvent, useRef } from 'react';
import { keepDraft, takeDraft } from '../../lib/kept-draft.ts';
import { isSessionOver, useSession } from '../session/public.ts';
import type { PatientDraft } from './patient-draft.ts';

/** What is typed, and the patient from whom it began; null for a new one. */
interface Content {
  readonly base: PatientSummary | null;
  readonly draft: PatientDraft;
}

interface KeptPatientDraftOptions {
  place: string;
  /** Undefined while nothing would be lost. */
  content: Content | undefined;
  onFound: (base: PatientSummary | null, draft: PatientDraft) => void;
}

/** What is typed survives the end of the session: the form opens again for who comes back to it. */
export function useKeptPatientDraft({ place, content, onFound }: KeptPatientDraftOptions): void {
  const { user } = useSession();
  const owner = useRef(user?.email);
  const latest = useRef(content);
  useEffect(() => {
    // The session may be over before this goes away: whose it was is remembered.
    if (user) owner.current = user.email;
    latest.current = content;
  });

  const find = useEffectEvent(() => {
    if (owner.current === undefined) return;
    const found = takeDraft({ owner: owner.current, place }) as Content | undefined;
    if (found) onFound(found.base, found.draft);
  });

  useEffect(() => {
    find();
    return () => {
      if (!isSessionOver() || owner.current === undefined || latest.current === undefined) return;
      keepDraft({ owner: owner.current, place, content: latest.current });
    };
  }, [place]);
}
