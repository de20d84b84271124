import type { Prospect } from '@simiente/contract/prospects/calls';
import {
  type ProspectStatus,
  prospectGroup,
  prospectStatuses,
} from '@simiente/contract/prospects/filters';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Pixels that a press may move before it becomes a drag or, by touch, a scroll. */
const THRESHOLD = 6;
/** Milliseconds of a long press that starts a drag by touch; a shorter one scrolls. */
const LONG_PRESS = 250;
/** Pixels from the board's edges within which a dragged card scrolls the board. */
const EDGE = 48;
/** Pixels that the board scrolls per frame near an edge. */
const EDGE_STEP = 10;

interface DraggedCard {
  readonly prospect: Prospect;
  /** The column under the pointer; null if it accepts no cards. */
  readonly over: ProspectStatus | null;
  readonly width: number;
}

interface CardDragOptions {
  board: RefObject<HTMLElement | null>;
  /** The copy of the card that follows the pointer. */
  ghost: RefObject<HTMLElement | null>;
  onDrop: (prospect: Prospect, status: ProspectStatus) => Promise<void>;
}

/** Drags a card with the pointer, by touch after a long press, and drops it in a column. Escape cancels. */
export function useCardDrag({ board, ghost, onDrop }: CardDragOptions) {
  const [dragged, setDragged] = useState<DraggedCard | null>(null);
  const end = useRef<() => void>(undefined);

  useEffect(() => () => end.current?.(), []);

  function begin(event: PointerEvent<HTMLElement>, prospect: Prospect) {
    if (event.button !== 0 || !event.isPrimary || isInnerControl(event.target)) return;
    end.current?.();
    end.current = watchDrag(event, {
      board: board.current,
      moveGhost: (x, y) => {
        const element = ghost.current;
        if (element) element.style.transform = `translate(${x}px, ${y}px)`;
      },
      show: (over, width) =>
        setDragged((now) =>
          now?.over === over && now.prospect === prospect ? now : { prospect, over, width },
        ),
      finish: async (over) => {
        // The ghost stays under the pointer until the card is rendered in its column.
        if (over !== null && over !== prospectGroup(prospect.status)) await onDrop(prospect, over);
        setDragged(null);
      },
    });
  }

  return { dragged, begin };
}

interface DragSink {
  readonly board: HTMLElement | null;
  readonly moveGhost: (x: number, y: number) => void;
  readonly show: (over: ProspectStatus | null, width: number) => void;
  readonly finish: (over: ProspectStatus | null) => void;
}

/** Follows one press to its end. @returns a function that cancels the drag */
function watchDrag(start: PointerEvent<HTMLElement>, sink: DragSink): () => void {
  const { pointerId, pointerType, clientX, clientY, currentTarget: card } = start;
  const box = card.getBoundingClientRect();
  const listening = new AbortController();
  const { signal } = listening;
  let pointer = { x: clientX, y: clientY };
  let isDragging = false;
  let over: ProspectStatus | null = null;
  let frame = 0;
  const longPress =
    pointerType === 'touch' ? setTimeout(() => follow({ x: clientX, y: clientY }), LONG_PRESS) : 0;

  function follow(next: { x: number; y: number }) {
    if (!isDragging) {
      isDragging = true;
      frame = requestAnimationFrame(scrollAlong);
    }
    pointer = next;
    render();
  }

  function render() {
    over = columnAt(pointer.x, pointer.y);
    sink.show(over, box.width);
    sink.moveGhost(box.left + pointer.x - clientX, box.top + pointer.y - clientY);
  }

  function scrollAlong() {
    const bounds = sink.board?.getBoundingClientRect();
    if (bounds && pointer.x < bounds.left + EDGE) sink.board?.scrollBy(-EDGE_STEP, 0);
    if (bounds && pointer.x > bounds.right - EDGE) sink.board?.scrollBy(EDGE_STEP, 0);
    // Renders even without a movement: the board has scrolled, and the ghost is in the page from the second frame on.
    render();
    frame = requestAnimationFrame(scrollAlong);
  }

  function stop(target: ProspectStatus | null) {
    clearTimeout(longPress);
    cancelAnimationFrame(frame);
    listening.abort();
    if (!isDragging) return;
    isDragging = false;
    ignoreNextClick();
    sink.finish(target);
  }

  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointerId) return;
      const next = { x: event.clientX, y: event.clientY };
      const isFar = Math.hypot(next.x - clientX, next.y - clientY) > THRESHOLD;
      if (isDragging || (isFar && pointerType !== 'touch')) follow(next);
      else if (isFar) stop(null);
    },
    { signal },
  );
  addEventListener('pointerup', (event) => event.pointerId === pointerId && stop(over), { signal });
  addEventListener('pointercancel', (event) => event.pointerId === pointerId && stop(null), {
    signal,
  });
  // During a drag by touch the page does not scroll.
  addEventListener('touchmove', (event) => isDragging && event.preventDefault(), {
    signal,
    passive: false,
  });
  addEventListener('contextmenu', (event) => isDragging && event.preventDefault(), { signal });
  addEventListener('keydown', (event) => event.key === 'Escape' && isDragging && stop(null), {
    signal,
  });
  return () => stop(null);
}

function columnAt(x: number, y: number): ProspectStatus | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]');
  return prospectStatuses.find((status) => status === column?.dataset.column) ?? null;
}

/** The drop of a card must not count as a click. */
function ignoreNextClick(): void {
  const stopListening = new AbortController();
  addEventListener('click', (event) => event.stopPropagation(), {
    capture: true,
    signal: stopListening.signal,
  });
  setTimeout(() => stopListening.abort());
}

function isInnerControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}
