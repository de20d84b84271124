import { UnstyledButton } from '@mantine/core';
import type { WallTime } from '@simiente/contract/common/wall-time';
import { titledName } from '@simiente/contract/doctors/titled-name';
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type AgendaEvent, addWallMinutes, shortTime } from '../agenda-events.ts';
import { longDay } from '../agenda-view.ts';
import {
  type DoctorColumns,
  type GridColumn,
  MIDNIGHT,
  spanOn,
  toMinutes,
} from './doctor-columns.ts';
import classes from './FreeSlots.module.css';

interface FreeSlotsProps {
  columns: readonly SlotColumn[];
  /** '08:00', the first hour of the grid. */
  from: string;
  hourHeight: number;
  onSelect: (wall: WallTime, columnId: string | undefined) => void;
}

interface Cursor {
  readonly column: SlotColumn;
  /** Minutes after midnight. */
  readonly start: number;
}

/**
 * One button, such as '+ 9:30', that moves to the free slot under the pointer. A click passes through the button to the
 * grid. On the keyboard, arrow keys move the button between free slots, and Enter opens the form.
 */
export function FreeSlots({ columns, from, hourHeight, onSelect }: FreeSlotsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [cursor, setCursor] = useState<Cursor>();
  const [style, setStyle] = useState<CSSProperties>({});
  const [isPointed, setPointed] = useState(false);
  const first = columns.find(({ starts }) => starts.length > 0);
  const currentColumn = columns.find(({ drawnDay }) => drawnDay === cursor?.column.drawnDay);
  const current =
    cursor && currentColumn?.starts.includes(cursor.start)
      ? { column: currentColumn, start: cursor.start }
      : first && { column: first, start: first.starts[0] ?? 0 };

  function show(next: Cursor) {
    const days = button.current?.parentElement;
    const cell = days?.querySelector(`[role="cell"][data-date="${next.column.drawnDay}"]`);
    if (!days || !cell) return;
    const [outer, inner] = [days.getBoundingClientRect(), cell.getBoundingClientRect()];
    const pixels = (minutes: number) => (minutes / 60) * hourHeight;
    setCursor(next);
    setStyle({
      left: inner.left - outer.left,
      top: inner.top - outer.top + pixels(next.start - toMinutes(from)),
      width: inner.width,
      height: pixels(next.column.minutes),
    });
  }

  const follow = useEffectEvent((isPlaced: boolean) => {
    if (!isPlaced && current) show(current);
    // A focused button stays in view when it moves.
    if (button.current === document.activeElement) {
      button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  });
  useEffect(() => follow(style.width !== undefined), [style]);

  useEffect(() => {
    const days = button.current?.parentElement;
    if (!days) return;
    const point = ({ target, clientY }: PointerEvent) => {
      const cell = target instanceof Element ? target.closest('[role="cell"][data-date]') : null;
      const column = columns.find(({ drawnDay }) => drawnDay === cell?.getAttribute('data-date'));
      const y = clientY - (cell?.getBoundingClientRect().top ?? 0);
      const minute = toMinutes(from) + (y / hourHeight) * 60;
      const start = column && findStart(column, minute);
      setPointed(start !== undefined);
      if (column && start !== undefined) show({ column, start });
    };
    const leave = () => setPointed(false);
    days.addEventListener('pointermove', point);
    days.addEventListener('pointerleave', leave);
    return () => {
      days.removeEventListener('pointermove', point);
      days.removeEventListener('pointerleave', leave);
    };
  });

  function press(event: KeyboardEvent) {
    if (event.altKey || current === undefined) return;
    const { column, start } = current;
    const columnStep = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const rowStep = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (columnStep === 0 && rowStep === 0) return;
    event.preventDefault();
    if (columnStep === 0) {
      const next = column.starts[column.starts.indexOf(start) + rowStep];
      if (next !== undefined) show({ column, start: next });
      return;
    }
    const index = columns.indexOf(column);
    const ahead = columnStep < 0 ? columns.slice(0, index).toReversed() : columns.slice(index + 1);
    const nextColumn = ahead.find(({ starts }) => starts.length > 0);
    const [nearest] = (nextColumn?.starts ?? []).toSorted(
      (first, second) => Math.abs(first - start) - Math.abs(second - start),
    );
    if (nextColumn && nearest !== undefined) show({ column: nextColumn, start: nearest });
  }

  if (current === undefined) return null;
  const { column } = current;
  const wall = addWallMinutes({ date: column.date, time: MIDNIGHT }, current.start);
  return (
    <UnstyledButton
      ref={button}
      className={classes.slot ?? ''}
      style={style}
      data-pointed={isPointed || undefined}
      aria-haspopup="dialog"
      aria-label={[
        'Crear cita',
        column.name && titledName(column.name),
        longDay(wall.date),
        shortTime(wall),
      ]
        .filter(Boolean)
        .join(', ')}
      onFocus={() => show(current)}
      onKeyDown={press}
      onClick={() => onSelect(wall, column.id)}
    >
      + {shortTime(wall)}
    </UnstyledButton>
  );
}

function findStart({ starts, minutes }: SlotColumn, minute: number): number | undefined {
  return starts.find((start) => start <= minute && minute < start + minutes);
}

interface SlotColumn extends GridColumn {
  /** Length of an appointment; 0 where none can be created. */
  readonly minutes: number;
  /** Minutes after midnight, in order. */
  readonly starts: readonly number[];
}

/** Adds the free starts of the working time of each column, in steps of an appointment, on the clinic's clock. */
export function toSlotColumns(
  columns: readonly GridColumn[],
  events: readonly AgendaEvent[],
  getColumn: DoctorColumns['getColumn'] | undefined,
): SlotColumn[] {
  return columns.map((column) => {
    const { id, date, parts, slotMinutes } = column;
    const minutes = slotMinutes ?? 0;
    const takenSpans = events
      .filter((event) => event.status !== 'cancelled' && (!getColumn || getColumn(event) === id))
      .filter(({ start, end }) => start.date <= date && date <= end.date)
      .map((event) => spanOn(date, event));
    const starts = parts.flatMap((part) => {
      const [from, to] = [toMinutes(part.from), toMinutes(part.to)];
      if (slotMinutes === null || part.blockedBy !== null) return [];
      const count = Math.max(0, Math.floor((to - from) / minutes));
      return Array.from({ length: count }, (_, index) => from + index * minutes).filter((start) =>
        takenSpans.every((span) => span.to <= start || start + minutes <= span.from),
      );
    });
    return { ...column, minutes, starts };
  });
}

/** The start of the free slot at a clicked time, or the clicked time outside of free slots. */
export function snapToSlot(
  columns: readonly SlotColumn[],
  wall: WallTime,
  columnId: string | undefined,
): WallTime {
  const column = columns.find(({ id, date }) => id === columnId && date === wall.date);
  const start = column && findStart(column, toMinutes(wall.time));
  return start === undefined ? wall : addWallMinutes({ date: wall.date, time: MIDNIGHT }, start);
}
