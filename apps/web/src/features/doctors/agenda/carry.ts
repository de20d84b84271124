import type { WallTime } from '@simiente/contract/common/wall-time';
import { type AgendaEvent, laterOnTheWall } from './agenda-events.ts';
import type { AgendaView, DayRange } from './agenda-view.ts';
import { weekdayOf } from './calendar-days.ts';
import type { GridHours } from './grid-hours.ts';

const DAY = 24 * 60;
/** Minutes that an arrow moves an appointment by; a drag snaps to as many. */
export const STEP = 15;

/** The days and hours that are drawn: whatever is carried out of them would be lost from sight. */
export interface Shown {
  readonly view: AgendaView;
  readonly range: DayRange;
  readonly hours: GridHours;
  readonly withSundays: boolean;
}

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** Minutes that each arrow stands for: a column is a day, and in a month a row is a week. */
export function minutesOf(key: string, view: AgendaView): number | undefined {
  const vertical = view === 'mes' ? 7 * DAY : STEP;
  const steps: Record<Arrow, number> = {
    ArrowUp: -vertical,
    ArrowDown: vertical,
    ArrowLeft: -DAY,
    ArrowRight: DAY,
  };
  return steps[key as Arrow];
}

/**
 * How many minutes away an appointment is after one more step: a Sunday that is not shown is stepped
 * over. At an edge it stays, and `edge` says which.
 */
export function carryOn(
  event: AgendaEvent,
  minutes: number,
  step: number,
  shown: Shown,
): { minutes: number; edge?: string } {
  let next = minutes + step;
  if (Math.abs(step) < DAY) {
    const isInside = staysInHours(event, next, step, shown.hours);
    return isInside ? { minutes: next } : { minutes, edge: edgeOf(step) };
  }
  const isHidden = ({ date }: WallTime) => !shown.withSundays && weekdayOf(date) === 0;
  if (isHidden(laterOnTheWall(event.start, next))) next += step;
  const { date } = laterOnTheWall(event.start, next);
  const isInside = date >= shown.range.first && date <= shown.range.last;
  return isInside ? { minutes: next } : { minutes, edge: edgeOf(step) };
}

/** Only what lies ahead counts: what reaches out of the other end may still be brought in. */
function staysInHours(event: AgendaEvent, minutes: number, step: number, hours: GridHours) {
  const { date } = laterOnTheWall(event.start, minutes - step);
  const minuteOf = ({ date: day, time }: WallTime) =>
    (Date.parse(`${day}T${time}:00Z`) - Date.parse(`${date}T00:00:00Z`)) / 60_000;
  if (step < 0) return minuteOf(laterOnTheWall(event.start, minutes)) >= toMinutes(hours.from);
  const length = (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000;
  return minuteOf(laterOnTheWall(event.start, minutes + length)) <= toMinutes(hours.to);
}

function toMinutes(hour: string): number {
  return Number(hour.slice(0, 2)) * 60;
}

function edgeOf(step: number): string {
  if (Math.abs(step) < DAY) {
    return `Es la ${step < 0 ? 'primera' : 'última'} hora que se ve.`;
  }
  if (Math.abs(step) > DAY) {
    return `Es la ${step < 0 ? 'primera' : 'última'} semana que se ve.`;
  }
  return `Es el ${step < 0 ? 'primer' : 'último'} día que se ve.`;
}
