import { useCallback, useRef } from 'react';
import { useFocusFromCard } from './card-focus.ts';
import { openRow } from './TableRows.tsx';
import type { DataTableProps } from './table-types.ts';
import { useEndReached } from './use-end-reached.ts';
import { useRowFocus } from './use-row-focus.ts';
import type { SelectableRows } from './use-selectable-rows.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface RowsProps<T extends object> {
  table: SelectableRows<T>;
  options: DataTableProps<T>;
}

/** What the table and the phone's list share: drawing, focus, opening and the next page. */
export function useRows<T extends object, E extends HTMLElement>(
  { table, options }: RowsProps<T>,
  rowHeight: number,
) {
  const bodyRef = useRef<E>(null);
  const { rows } = table.getRowModel();
  const { getRowId, onRowOpen, selection } = options;
  const getKey = useCallback((index: number) => rows[index]?.id ?? String(index), [rows]);

  function open(index: number) {
    const row = rows[index];
    if (row === undefined) return;
    const element = bodyRef.current?.querySelector(`[data-row-index="${index}"]`);
    openRow(element, () => onRowOpen?.(row.original));
  }

  const focus = useRowFocus({
    bodyRef,
    count: rows.length,
    onOpen: open,
    onToggle: selection && ((index) => rows[index]?.toggleSelected()),
  });
  const virtual = useVirtualRows({
    bodyRef,
    count: rows.length,
    rowHeight,
    getKey,
    keepIndex: focus.keepIndex,
  });
  useFocusFromCard(bodyRef);
  useEndReached({
    lastIndex: virtual.lastIndex,
    count: rows.length,
    enabled:
      options.hasMore === true && options.loadingMore !== true && options.onlyByButton !== true,
    onReached: options.onLoadMore,
  });

  const drawn = virtual.rows.flatMap(({ index, gapBefore }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, gapBefore, id: getRowId(row.original) }];
  });
  const isActiveDrawn = drawn.some(({ index }) => index === focus.activeIndex);
  return {
    drawn,
    tabStop: isActiveDrawn ? focus.activeIndex : (drawn[0]?.index ?? 0),
    gapAfter: virtual.gapAfter,
    bodyProps: {
      ref: bodyRef,
      ...focus.bodyHandlers,
      onKeyDown: focus.keyDownHandler(virtual.scrollToIndex),
    },
  };
}
