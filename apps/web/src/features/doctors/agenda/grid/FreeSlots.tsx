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
 * '+ 9:30' on the free hour under the pointer, whose click the grid receives. It is a button for the keyboard: arrow keys
 * move it from one free hour to another, Enter books.
 */
export function FreeSlots({ columns, from, hourHeight, onTake }: FreeSlotsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [cursor, setCursor] = useState<Cursor>();
  const [style, setStyle] = useState<CSSProperties>({});
  const [isPointed, setPointed] = useState(false);
  const first = columns.find(({ starts }) => starts.length > 0);
  const currentColumn = columns.find(({ drawn }) => drawn === cursor?.column.drawn);
  const current =
    cursor && currentColumn?.starts.includes(cursor.start)
      ? { column: currentColumn, start: cursor.start }
      : first && { column: first, start: first.starts[0] ?? 0 };

  function show(next: Cursor) {
    const days = button.current?.parentElement;
    const cell = days?.querySelector(`[role="cell"][data-date="${next.column.drawn}"]`);
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
    // Focusing it scrolls to where it is.
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
      const column = columns.find(({ drawn }) => drawn === cell?.getAttribute('data-date'));
      const y = clientY - (cell?.getBoundingClientRect().top ?? 0);
      const minute = toMinutes(from) + (y / hourHeight) * 60;
      const start = column?.starts.find((one) => one <= minute && minute < one + column.minutes);
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
    const at = column.starts.indexOf(start);
    const side = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const down = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (side === 0 && down === 0) return;
    event.preventDefault();
    const place = columns.indexOf(column);
    const ahead = side < 0 ? columns.slice(0, place).toReversed() : columns.slice(place + 1);
    const beside = side === 0 ? column : ahead.find(({ starts }) => starts.length > 0);
    if (beside === undefined) return;
    const nearest = beside.starts.toSorted(
      (one, other) => Math.abs(one - start) - Math.abs(other - start),
    )[0];
    const next = side === 0 ? column.starts[at + down] : nearest;
    if (next !== undefined) show({ column: beside, start: next });
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

/** The free hours of a drawn column. */
interface SlotColumn {
  /** The day that the library draws, 'YYYY-MM-DD'. */
  readonly drawn: string;
  readonly date: string;
  /** The doctor, where doctors are columns. */
  readonly id: string | undefined;
  readonly name: string | null;
  /** Length of an appointment. */
  readonly minutes: number;
  /** Minutes after midnight, in order. */
  readonly starts: readonly number[];
}

/** The starts of a doctor's own grid that are free, on the clinic's clock. */
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

export function toDoctorSlots(
  { date, columns, getColumn }: DoctorColumns,
  events: readonly AgendaEvent[],
): SlotColumn[] {
  return columns.map(({ id, name, parts, slotMinutes }, index) => {
    const ofColumn = events.filter((event) => getColumn(event) === id);
    return {
      ...{ drawn: addDays(FIRST_COLUMN, index), date, id, name: name && titledName(name) },
      minutes: slotMinutes ?? 0,
      starts: slotMinutes === null ? [] : listFreeStarts(date, parts, ofColumn, slotMinutes),
    };
  });
}

/** Days as columns, of one doctor. */
export function toDaySlots(
  { range, withSundays }: { readonly range: DayRange; readonly withSundays: boolean },
  parts: readonly DayPart[],
  events: readonly AgendaEvent[],
  minutes: number,
): SlotColumn[] {
  return daysBetween(range.first, range.last)
    .filter((day) => withSundays || getWeekday(day) !== 0)
    .map((date) => ({
      ...{ drawn: date, date, id: undefined, name: null, minutes },
      starts: listFreeStarts(date, parts, events, minutes),
    }));
}

/** A clicked time on the doctor's own grid; as it was clicked where that is not free. */
export function snapToSlot(
  columns: readonly SlotColumn[],
  wall: WallTime,
  columnId: string | undefined,
): WallTime {
  const column = columns.find(({ id, date }) => id === columnId && date === wall.date);
  const clicked = toMinutes(wall.time);
  const start = column?.starts.find((one) => one <= clicked && clicked < one + column.minutes);
  if (start === undefined) return wall;
  const time = [Math.floor(start / 60), start % 60].map((part) => String(part).padStart(2, '0'));
  return { date: wall.date, time: time.join(':') };
}
