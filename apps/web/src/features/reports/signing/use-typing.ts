import { useEffect } from 'react';
import type { OwnerConfirmation } from '../../account/public.ts';

/** Of a form that a signature confirms, for the dialog around it. */
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
