import { UnstyledButton } from '@mantine/core';
import { addDays } from '@simiente/contract/common/days';
import type { WallTime } from '@simiente/contract/common/wall-time';
import { getWeekday } from '@simiente/contract/doctors/holidays';
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
import { type DayRange, daysBetween, longDay } from '../agenda-view.ts';
import { type DayPart, MIDNIGHT } from '../day-parts.ts';
import { type DoctorColumns, FIRST_COLUMN, spanOn, toMinutes } from './doctor-columns.ts';
import classes from './FreeSlots.module.css';

interface FreeSlotsProps {
  columns: readonly SlotColumn[];
  /** '08:00', the first hour of the grid. */
  from: string;
  hourHeight: number;
  onTake: (wall: WallTime, columnId: string | undefined) => void;
}

interface Cursor {
  readonly column: SlotColumn;
  /** Minutes after midnight. */
  readonly start: number;
}

/**
 * One ghost button, '+ 9:30', that moves to the free slot under the pointer. A click passes through it to the grid. From
 * the keyboard, arrow keys move it between free slots and Enter books.
 */
export function FreeSlots({ columns, from, hourHeight, onTake }: FreeSlotsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [cursor, setCursor] = useState<Cursor>();
  const [style, setStyle] = useState<CSSProperties>({});
  const [isPointed, setPointed] = useState(false);
  const first = columns.find(({ starts }) => starts.length > 0);
  const currentColumn = columns.find(({ columnDay }) => columnDay === cursor?.column.columnDay);
  const current =
    cursor && currentColumn?.starts.includes(cursor.start)
      ? { column: currentColumn, start: cursor.start }
      : first && { column: first, start: first.starts[0] ?? 0 };

  function show(next: Cursor) {
    const days = button.current?.parentElement;
    const cell = days?.querySelector(`[role="cell"][data-date="${next.column.columnDay}"]`);
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
    // A focused button scrolls into view.
    if (!isPlaced && current) show(current);
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
      const column = columns.find(({ columnDay }) => columnDay === cell?.getAttribute('data-date'));
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
      aria-label={['Crear cita', column.name, longDay(wall.date), shortTime(wall)]
        .filter(Boolean)
        .join(', ')}
      onFocus={() => show(current)}
      onKeyDown={press}
      onClick={() => onTake(wall, column.id)}
    >
      + {shortTime(wall)}
    </UnstyledButton>
  );
}

function findStart({ starts, minutes }: SlotColumn, minute: number): number | undefined {
  return starts.find((start) => start <= minute && minute < start + minutes);
}

/** The free slots of one column of the grid. */
interface SlotColumn {
  /** 'YYYY-MM-DD' of the column in the library. Differs from `date` if columns are doctors, see `FIRST_COLUMN`. */
  readonly columnDay: string;
  readonly date: string;
  /** The doctor, where doctors are columns. */
  readonly id: string | undefined;
  readonly name: string | null;
  /** Length of an appointment. */
  readonly minutes: number;
  /** Minutes after midnight, in order. */
  readonly starts: readonly number[];
}

/** Free starts of a doctor's working time in steps of an appointment, on the clinic's clock. */
function listFreeStarts(
  date: string,
  parts: readonly DayPart[],
  events: readonly AgendaEvent[],
  minutes: number,
): number[] {
  const taken = events
    .filter((event) => event.status !== 'cancelled')
    .filter(({ start, end }) => start.date <= date && date <= end.date)
    .map((event) => spanOn(date, event));
  return parts.flatMap((part) => {
    const [from, to] = [toMinutes(part.from), toMinutes(part.to)];
    if (part.date !== date || part.blockedBy !== null) return [];
    const count = Math.max(0, Math.floor((to - from) / minutes));
    return Array.from({ length: count }, (_, index) => from + index * minutes).filter((start) =>
      taken.every((span) => span.to <= start || start + minutes <= span.from),
    );
  });
}

/** Slots of one day, with doctors as columns. */
export function toDoctorSlots(
  { date, columns, getColumn }: DoctorColumns,
  events: readonly AgendaEvent[],
): SlotColumn[] {
  return columns.map(({ id, name, parts, slotMinutes }, index) => {
    const columnEvents = events.filter((event) => getColumn(event) === id);
    return {
      columnDay: addDays(FIRST_COLUMN, index),
      date,
      id,
      name: name && titledName(name),
      minutes: slotMinutes ?? 0,
      starts: slotMinutes === null ? [] : listFreeStarts(date, parts, columnEvents, slotMinutes),
    };
  });
}

/** Slots of one doctor, with days as columns. */
export function toDaySlots(
  { range, withSundays }: { readonly range: DayRange; readonly withSundays: boolean },
  parts: readonly DayPart[],
  events: readonly AgendaEvent[],
  minutes: number,
): SlotColumn[] {
  return daysBetween(range.first, range.last)
    .filter((day) => withSundays || getWeekday(day) !== 0)
    .map((date) => ({
      columnDay: date,
      date,
      id: undefined,
      name: null,
      minutes,
      starts: listFreeStarts(date, parts, events, minutes),
    }));
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
