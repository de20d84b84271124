import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useFocusFromCard, useReturnedFocus, useRowFocus } from './row-focus.ts';
import type { DataTableProps } from './table-types.ts';
import type { RowSelection } from './use-row-selection.ts';

export interface RowsProps<T extends object> {
  /** Undefined if rows cannot be selected. */
  selection: RowSelection | undefined;
  options: DataTableProps<T>;
}

/** Number of rows before the end at which the next page is requested. */
const AHEAD = 15;

/** Rendering, focus, opening and next page, for the table and the phone's list. */
export function useRows<T extends object, E extends HTMLElement>(
  { selection, options }: RowsProps<T>,
  rowHeight: number,
) {
  const bodyRef = useRef<E>(null);
  const { rows, getRowId, onRowOpen, onRowFollow, onLoadMore } = options;
  const count = rows.length;
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
    const selector = `[data-row-index="${index}"] a[data-row-link]`;
    const link = bodyRef.current?.querySelector<HTMLAnchorElement>(selector);
    if (link) link.click();
    else onRowOpen?.(row);
  }

  const focus = useRowFocus({
    bodyRef,
    count,
    onOpen: open,
    onToggle: selection && ((index) => selection.toggle(getKey(index))),
  });
  const virtual = useVirtualRows({
    bodyRef,
    count,
    rowHeight,
    getKey,
    keepIndex: focus.keepIndex,
  });
  useFocusFromCard(bodyRef);
  useReturnedFocus(bodyRef, options.returnedRowId);

  // Near the end of the rows, requests the next page. If that fails, only the button requests it again.
  const requestedAt = useRef(-1);
  const loadsMore = options.hasMore && !options.loadingMore && !options.loadsOnlyByButton;
  const isNearEnd = loadsMore && count > 0 && virtual.lastIndex >= count - AHEAD;
  useEffect(() => {
    if (!isNearEnd || requestedAt.current === count) return;
    requestedAt.current = count;
    onLoadMore?.();
  }, [isNearEnd, count, onLoadMore]);

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
      onClick: ({ target }: { target: EventTarget }) => {
        const index = clickedRow(target);
        if (index !== undefined) open(index);
      },
      onKeyDown: focus.keyDownHandler(virtual.scrollToIndex),
    },
  };
}

/** The index of the row that a click opens; undefined on a control, and in a menu that a row's button opened. */
function clickedRow(target: EventTarget): number | undefined {
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return undefined;
  const index = target.closest<HTMLElement>('[data-row-index]')?.dataset.rowIndex;
  return index === undefined ? undefined : Number(index);
}

/** The id of the row whose link is followed by a click on `target`. */
function followedRow(target: EventTarget): string | undefined {
  const link = target instanceof Element && target.closest('a[data-row-link]');
  if (!link) return undefined;
  return link.closest<HTMLElement>('[data-row-id]')?.dataset.rowId;
}

interface VirtualRowsOptions {
  bodyRef: RefObject<HTMLElement | null>;
  count: number;
  /** Height in px at the browser's default font size; it grows with the user's font size. */
  rowHeight: number;
  getKey: (index: number) => string;
  /** The focused row, which stays in the page when it is scrolled away. */
  keepIndex: number | null;
}

function fontScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) && size > 0 ? size / 16 : 1;
}

/** Assumed px above the rows, until they are measured. */
const INITIAL_TOP = 280;

/** Rows rendered beyond the window's edges, for scrolling. The first render is fast with only one. */
const OVERSCAN = 10;
const INITIAL_OVERSCAN = 1;

/** Renders only the rows near the window, however many are loaded; the page itself scrolls. */
function useVirtualRows(options: VirtualRowsOptions) {
  const { bodyRef, count, rowHeight, getKey, keepIndex } = options;
  const [top, setTop] = useState(INITIAL_TOP);
  const [overscan, setOverscan] = useState(INITIAL_OVERSCAN);
  const [height] = useState(() => rowHeight * fontScale());
  // Window size for the first render. Without it, the first render would have no rows, and an uninterruptible second
  // one would render them all.
  const [initialRect] = useState(() => ({
    width: window.innerWidth,
    height: window.innerHeight,
  }));

  // Content above the table may change its height at any time, and with it the page's height. Measuring after each
  // render would make the browser lay out the rows at every step of a scroll.
  useLayoutEffect(() => {
    const measureTop = () => {
      const body = bodyRef.current;
      if (body !== null) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
    };
    measureTop();
    const observer = new ResizeObserver(measureTop);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [bodyRef]);

  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), []);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: getKey,
    overscan,
    initialRect,
    scrollMargin: top,
    // The top bar and the selection bar cover the window's edges.
    scrollPaddingStart: 112,
    scrollPaddingEnd: 112,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (keepIndex === null || keepIndex >= count || indexes.includes(keepIndex)) return indexes;
      return [...indexes, keepIndex].sort((a, b) => a - b);
    },
  });

  let drawnUntil = top;
  const rows = virtualizer.getVirtualItems().map((item) => {
    /** Height of the skipped rows before this one. */
    const gapBefore = Math.max(0, item.start - drawnUntil);
    drawnUntil = item.end;
    return { index: item.index, gapBefore };
  });
  const gapAfter = Math.max(0, virtualizer.getTotalSize() - (drawnUntil - top));

  return {
    rows,
    gapAfter,
    lastIndex: rows.at(-1)?.index ?? -1,
    scrollToIndex: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
