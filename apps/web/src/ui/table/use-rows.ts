import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { useFocusFromCard, useReturnedFocus, useRowFocus } from './row-focus.ts';
import type { DataTableProps } from './table-types.ts';
import type { RowSelection } from './use-row-selection.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface RowsProps<T extends object> {
  selection: RowSelection | undefined;
  options: DataTableProps<T>;
}

/** Rendering, focus, opening and next page, for the table and the phone's list. */
export function useRows<T extends object, E extends HTMLElement>(
  { selection, options }: RowsProps<T>,
  rowHeight: number,
) {
  const bodyRef = useRef<E>(null);
  const { rows, getRowId, onRowOpen, onRowFollow } = options;
  const getKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? String(index) : getRowId(row);
    },
    [rows, getRowId],
  );

  function open(index: number) {
    const row = rows[index];
    if (row === undefined) return;
    const element = bodyRef.current?.querySelector(`[data-row-index="${index}"]`);
    openRow(element, () => onRowOpen?.(row));
  }

  const focus = useRowFocus({
    bodyRef,
    count: rows.length,
    onOpen: open,
    onToggle: selection && ((index) => selection.toggle(getKey(index))),
  });
  const virtual = useVirtualRows({
    bodyRef,
    count: rows.length,
    rowHeight,
    getKey,
    keepIndex: focus.keepIndex,
  });
  useFocusFromCard(bodyRef);
  useReturnedFocus(bodyRef, options.returnedRowId);
  useEndReached({
    lastIndex: virtual.lastIndex,
    count: rows.length,
    enabled:
      options.hasMore === true && options.loadingMore !== true && options.onlyByButton !== true,
    onReached: options.onLoadMore,
  });

  const drawn = virtual.rows.flatMap(({ index, gapBefore }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, gapBefore, id: getRowId(row) }];
  });
  const isActiveDrawn = drawn.some(({ index }) => index === focus.activeIndex);
  return {
    drawn,
    tabStop: isActiveDrawn ? focus.activeIndex : (drawn[0]?.index ?? 0),
    gapAfter: virtual.gapAfter,
    bodyProps: {
      ref: bodyRef,
      ...focus.bodyHandlers,
      onClickCapture: ({ target }: { target: EventTarget }) => {
        const id = followedRow(target);
        if (id !== undefined) onRowFollow?.(id);
      },
      onKeyDown: focus.keyDownHandler(virtual.scrollToIndex),
    },
  };
}

/** True for a click on an element with its own behaviour inside a row, or on a menu that a row's button opened. */
export function isOwnControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element)) return false;
  return !currentTarget.contains(target) || target.closest('a, button, input, label') !== null;
}

/** The id of the row whose link is followed by a click on `target`. */
function followedRow(target: EventTarget): string | undefined {
  const link = target instanceof Element && target.closest('a[data-row-link]');
  if (!link) return undefined;
  return link.closest<HTMLElement>('[data-row-id]')?.dataset.rowId;
}

/** A row follows its link, or otherwise calls `onOpen`. */
export function openRow(element: Element | null | undefined, onOpen: () => void): void {
  const link = element?.querySelector<HTMLAnchorElement>('a[data-row-link]');
  if (link) link.click();
  else onOpen();
}

interface EndReachedOptions {
  lastIndex: number;
  count: number;
  enabled: boolean;
  onReached: (() => void) | undefined;
}

/** Number of rows before the end at which the next page is requested. */
const AHEAD = 15;

/** Requests the next page once for each number of loaded rows; after a failure only the button does. */
function useEndReached({ lastIndex, count, enabled, onReached }: EndReachedOptions) {
  const requestedAt = useRef(-1);
  const near = enabled && count > 0 && lastIndex >= count - AHEAD;

  useEffect(() => {
    if (!near || requestedAt.current === count) return;
    requestedAt.current = count;
    onReached?.();
  }, [near, count, onReached]);
}
