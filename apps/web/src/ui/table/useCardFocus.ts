import { type FocusEvent, useEffect, useRef } from 'react';
import { focusHome } from '../focus/kept-focus.ts';

/**
 * The table takes in the focus that what stood on it has lost, and gives it to the row that takes part
 * in the tab order; while rows are on their way it holds it itself.
 */
export function useCardFocus(hasRows: boolean) {
  const card = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (hasRows && document.activeElement === card.current) focusRow(card.current);
  }, [hasRows]);

  return {
    ...focusHome,
    ref: card,
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      if (target === currentTarget) focusRow(card.current);
    },
  };
}

function focusRow(card: HTMLElement | null): void {
  card
    ?.querySelector<HTMLElement>('[data-row-index][tabindex="0"]')
    ?.focus({ preventScroll: true });
}
