import { useEffect, useState } from 'react';
import type { OwnerConfirmation } from '../../account/public.ts';
import { useDraftRecovery } from '../../session/public.ts';

/** State of a form that a signature confirms, for the dialog around it. */
export interface Typing {
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
}

export const NOTHING_TYPED: Typing = { isUnsaved: false, isBusy: false };

/** Reports to the dialog whether a reason, a password or a code was typed, and whether the form is being sent. */
export function useTyping(
  { isTyped, busy: isBusy }: OwnerConfirmation,
  reason: string,
  onTyping: (typing: Typing) => void,
): void {
  const isUnsaved = isTyped || reason.trim() !== '';
  useEffect(() => onTyping({ isUnsaved, isBusy }), [isUnsaved, isBusy, onTyping]);
}

/** A reason and its options, which survive the end of the session; neither password nor code is kept. */
export function useKeptReason<Reasoned extends { readonly reason: string }>(
  name: string,
  empty: Reasoned,
) {
  const { recovered, keep } = useDraftRecovery<Reasoned>(name);
  const [value, setValue] = useState(recovered ?? empty);
  useEffect(() => keep(value.reason.trim() === '' ? undefined : value));
  return { value, setValue, isRecovered: recovered !== undefined };
}
