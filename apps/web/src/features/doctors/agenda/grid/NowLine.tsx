import { toWallTime } from '@simiente/contract/common/wall-time';
import { shortTime } from '../agenda-events.ts';
import { minutesOf } from './doctor-columns.ts';
import type { GridHours } from './grid-hours.ts';
import classes from './NowLine.module.css';
import { useNow } from './use-now.ts';

interface NowLineProps {
  date: string;
  hours: GridHours;
  timeZone: string;
  /** Pixels above the first hour, and of an hour. */
  top: number;
  hourHeight: number;
}

/** The present time across the columns of all doctors, if it is on this day and in these hours. */
export function NowLine({ date, hours, timeZone, top, hourHeight }: NowLineProps) {
  const now = toWallTime(new Date(useNow()).toISOString(), timeZone);
  const minutes = minutesOf(now.time) - minutesOf(hours.from);
  if (now.date !== date || minutes < 0 || now.time >= hours.to) return null;
  return (
    <div className={classes.line} style={{ top: top + (minutes / 60) * hourHeight }} aria-hidden>
      <span className={classes.time}>{shortTime(now)}</span>
    </div>
  );
}
