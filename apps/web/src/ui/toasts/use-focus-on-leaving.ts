import { type RefObject, useLayoutEffect, useRef } from 'react';
import { rescueFocus } from '../focus/kept-focus.ts';

/**
 * A toast stands outside the page, so the focus goes back to where it came from when the toast goes,
 * by a click or by itself; or home, when that is gone. Answers what gives it back at once.
 */
export function useFocusOnLeaving(ref: RefObject<HTMLElement | null>): () => void {
  const leave = useRef(() => {});

  useLayoutEffect(() => {
    const toast = ref.current;
    let origin: HTMLElement | null = null;
    const remember = ({ relatedTarget }: FocusEvent) => {
      const isOutside = relatedTarget instanceof HTMLElement && !toast?.contains(relatedTarget);
      if (isOutside) origin = relatedTarget;
    };
    const giveBack = () => {
      const { activeElement } = document;
      if (!(activeElement instanceof HTMLElement) || !toast?.contains(activeElement)) return;
      activeElement.blur();
      origin?.focus({ preventScroll: true });
      rescueFocus();
    };
    leave.current = giveBack;
    toast?.addEventListener('focusin', remember);
    return () => {
      toast?.removeEventListener('focusin', remember);
      giveBack();
    };
  }, [ref]);

  return () => leave.current();
}
