import { type FocusEvent, type RefObject, useLayoutEffect } from 'react';
import { focusHome } from '../focus/kept-focus.ts';

/**
 * The table's card takes in the focus that what stood on it has lost, and gives it to the row that
 * takes part in the tab order; while rows are on their way it holds it itself.
 */
export const cardFocus = {
  ...focusHome,
  onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target === currentTarget) focusRow(currentTarget);
  },
};

/** Rows that come find the focus waiting; React tells of none that moves while it draws. */
export function useFocusFromCard(bodyRef: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    const card = bodyRef.current?.closest('[data-focus-home]');
    if (card && card === activeElement) focusRow(card);
  });
}

function focusRow(card: Element): void {
  card.querySelector<HTMLElement>('[data-row-index][tabindex="0"]')?.focus({ preventScroll: true });
}
