import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react';

interface VirtualRowsOptions {
  bodyRef: RefObject<HTMLElement | null>;
  count: number;
  /** Height in px at the browser's default font size; it grows with the font size that the reader has set. */
  rowHeight: number;
  getKey: (index: number) => string;
  /** A row that stays in the page although it was scrolled away, because it has the focus. */
  keepIndex: number | null;
}

/** A row to render, with the height of the skipped rows before it. */
interface VirtualRow {
  index: number;
  gapBefore: number;
}

function fontScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) && size > 0 ? size / 16 : 1;
}

/** Px above the rows of most lists, until it is measured. */
const TOP_AT_FIRST = 280;

/** Rows rendered beyond the window's edges, for scrolling; at first only visible ones. */
const AHEAD = 10;
const AHEAD_AT_FIRST = 1;

/** Renders only the rows near the window, however many are loaded; the page itself scrolls. */
export function useVirtualRows(options: VirtualRowsOptions) {
  const { bodyRef, count, rowHeight, getKey, keepIndex } = options;
  const [top, setTop] = useState(TOP_AT_FIRST);
  const [overscan, setOverscan] = useState(AHEAD_AT_FIRST);
  const [height] = useState(() => rowHeight * fontScale());
  // Size of the first render: without it there would be no rows, and an uninterruptible second render would
  // render them all.
  const [initialRect] = useState(() => ({
    width: window.innerWidth,
    height: window.innerHeight,
  }));

  // Content above the table may change its height at any time, and the page's with it. Measuring after each render
  // would make the browser lay out the rows at every step of a scroll.
  useLayoutEffect(() => {
    const look = () => {
      const body = bodyRef.current;
      if (body !== null) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [bodyRef]);

  useEffect(() => startTransition(() => setOverscan(AHEAD)), []);

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
  const rows: VirtualRow[] = virtualizer.getVirtualItems().map((item) => {
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
