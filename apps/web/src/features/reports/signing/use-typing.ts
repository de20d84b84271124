import { useEffect, useState } from 'react';
import type { OwnerConfirmation } from '../../account/public.ts';
import { useDraftRecovery } from '../../session/public.ts';

/** State of a form that a signature confirms, for the dialog around it. */
export interface Typing {
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
}

export const NOTHING_TYPED: Typing = { isUnsaved: false, isBusy: false };

/** Tells the dialog whether a reason, a password or a code was typed, and whether the form is being sent. */
export function useTyping(
  { isTyped, busy: isBusy }: OwnerConfirmation,
  reason: string,
  onTyping: (typing: Typing) => void,
): void {
  const isUnsaved = isTyped || reason.trim() !== '';
  useEffect(() => onTyping({ isUnsaved, isBusy }), [isUnsaved, isBusy, onTyping]);
}

/**
 * A reason, and what is chosen with it, which the end of the session leaves as it is; neither password nor code is kept.
 */
export function useKeptReason<Reasoned extends { readonly reason: string }>(
  name: string,
  empty: Reasoned,
) {
  const { recovered, keep } = useDraftRecovery<Reasoned>(name);
  const [value, setValue] = useState(recovered ?? empty);
  useEffect(() => keep(value.reason.trim() === '' ? undefined : value));
  return { value, setValue, isRecovered: recovered !== undefined };
}
