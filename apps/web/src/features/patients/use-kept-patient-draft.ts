import type { PatientSummary } from '@simiente/contract/patients';
import { useEffect, useEffectEvent } from 'react';
import { useKeptDraft } from '../session/public.ts';
import type { PatientDraft } from './patient-draft.ts';

/** What is typed, and the patient from whom it began; null for a new one. */
interface Content {
  readonly base: PatientSummary | null;
  readonly draft: PatientDraft;
}

/** The name under which it is kept. */
export const keptPatientDraft = (place: string) => `patient ${place}`;

interface KeptPatientDraftOptions {
  /** Names the form, so that what was typed in it comes back to it alone. */
  place: string;
  /** Undefined while nothing would be lost. */
  content: Content | undefined;
  onFound: (base: PatientSummary | null, draft: PatientDraft) => void;
}

/** What is typed survives the end of the session: the form opens again for who comes back to it. */
export function useKeptPatientDraft({ place, content, onFound }: KeptPatientDraftOptions): void {
  const { kept, keep } = useKeptDraft<Content>(keptPatientDraft(place));
  useEffect(() => keep(content));
  const open = useEffectEvent(() => {
    if (kept) onFound(kept.base, kept.draft);
  });
  useEffect(() => open(), []);
}
