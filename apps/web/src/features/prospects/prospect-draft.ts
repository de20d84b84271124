import type { ProspectStatus } from '@simiente/contract/prospect-filters';
import type { Prospect } from '@simiente/contract/prospects';
import { statusChoice } from './prospect-status.ts';

/** What the form holds. */
export interface ProspectDraft {
  readonly status: ProspectStatus;
  readonly notes: string;
}

export type DraftField = keyof ProspectDraft;

export const draftFields: readonly DraftField[] = ['status', 'notes'];

export function draftOf({ status, notes }: Pick<Prospect, 'status' | 'notes'>): ProspectDraft {
  return { status: statusChoice(status), notes };
}

export function changedFields(draft: ProspectDraft, from: ProspectDraft): DraftField[] {
  return draftFields.filter((field) => draft[field] !== from[field]);
}

/** The draft on what the prospect is now: what one has not touched oneself is as others left it. */
export function rebase(draft: ProspectDraft, base: ProspectDraft, now: ProspectDraft) {
  const mine = changedFields(draft, base).map((field) => [field, draft[field]]);
  return { ...now, ...Object.fromEntries(mine) } as ProspectDraft;
}

/** What is sent: notes without blanks around, and absent when there are none. */
export function writtenOf({ status, notes }: ProspectDraft): {
  status: ProspectStatus;
  notas?: string;
} {
  const text = notes.trim();
  return { status, ...(text !== '' && { notas: text }) };
}
