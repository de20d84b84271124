import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { focusFallback, HOLDS_FOCUS } from '../focus.ts';

interface RowFocusOptions {
  bodyRef: RefObject<HTMLElement | null>;
  count: number;
  onOpen: (index: number) => void;
  onToggle: ((index: number) => void) | undefined;
}

function findRow(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row-index]') : null;
}

function targetIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/**
 * Keeps one row of the table in the tab order. Arrows, Home and End move the focus to another row, Enter opens the
 * row and Space selects it. A row that is not rendered yet gets the focus after its render.
 */
export function useRowFocus({ bodyRef, count, onOpen, onToggle }: RowFocusOptions) {
  const [activeIndex, setActiveIndex] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  const pending = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (pending.current === null) return;
    const selector = `[data-row-index="${pending.current}"]`;
    const row = bodyRef.current?.querySelector<HTMLElement>(selector);
    if (!row) return;
    pending.current = null;
    row.focus({ preventScroll: true });
  });

  function keyDownHandler(scrollToIndex: (index: number) => void) {
    return (event: KeyboardEvent) => {
      const row = findRow(event.target);
      if (row === null || event.altKey || event.ctrlKey || event.metaKey) return;
      const index = Number(row.dataset.rowIndex);
      const next = targetIndex(event.key, index, count);
      if (next !== null) {
        event.preventDefault();
        pending.current = next;
        setActiveIndex(next);
        scrollToIndex(next);
        return;
      }
      // Keys on a link or a checkbox inside the row keep their own meaning.
      if (event.target !== row) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        onOpen(index);
      } else if (event.key === ' ' && onToggle !== undefined) {
        event.preventDefault();
        onToggle(index);
      }
    };
  }

  return {
    activeIndex: Math.min(activeIndex, Math.max(count - 1, 0)),
    keepIndex: hasFocus ? activeIndex : null,
    keyDownHandler,
    bodyHandlers: {
      onFocus: (event: { target: EventTarget }) => {
        const row = findRow(event.target);
        if (row === null) return;
        setHasFocus(true);
        setActiveIndex(Number(row.dataset.rowIndex));
      },
      onBlur: () => setHasFocus(false),
    },
  };
}

/**
 * Props of the table's card. It receives the focus when the focused row or button is removed, and passes the focus
 * to the row in the tab order. While rows are loading, the card keeps the focus.
 */
export const cardFocus = {
  ...focusFallback,
  onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target === currentTarget) focusRow(currentTarget);
  },
};

/** Passes the focus from the card to new rows. React fires no event for a focus that moves during rendering. */
export function useFocusFromCard(bodyRef: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    const card = bodyRef.current?.closest('[data-focus-fallback]');
    if (card && card === activeElement) focusRow(card);
  });
}

/** When the user returns from the page of a row, focuses the row once it is rendered. */
export function useReturnedFocus(
  bodyRef: RefObject<HTMLElement | null>,
  id: string | undefined,
): void {
  const isDone = useRef(id === undefined);
  useEffect(() => {
    if (isDone.current || id === undefined) return;
    const row = bodyRef.current?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`);
    if (!row) return;
    isDone.current = true;
    focusReturned(row);
  });
}

/**
 * Focuses a row, unless the user has focused something else since returning. Keeps the page, which loads at the same
 * time, from taking the focus.
 */
function focusReturned(element: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement !== null && !activeElement.matches('body, main')) return;
  element.setAttribute(HOLDS_FOCUS, '');
  element.focus({ preventScroll: true });
  setTimeout(() => element.removeAttribute(HOLDS_FOCUS));
}

function focusRow(card: Element): void {
  card.querySelector<HTMLElement>('[data-row-index][tabindex="0"]')?.focus({ preventScroll: true });
}

/** Whether the surrounding row is in the tab order; null outside a table. */
export const RowTabStop = createContext<boolean | null>(null);

/** `tabIndex` of a row's control, which is in the tab order only with its row. */
export function useRowTab(): { readonly tabIndex?: 0 | -1 } {
  const isTabStop = useContext(RowTabStop);
  return isTabStop === null ? {} : { tabIndex: isTabStop ? 0 : -1 };
}
