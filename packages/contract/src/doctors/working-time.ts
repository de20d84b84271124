import { addDays, dayIn } from '../common/days.ts';
import { readWallTime } from '../common/wall-time.ts';
import { getWeekday, listHolidays } from './holidays.ts';
import type { Absence, PlacedInterval, Schedule } from './schedule.ts';

const MINUTE = 60_000;

/** A period that includes its start, but not its end. */
export interface TimeSpan {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** A part of a doctor's working interval. */
export interface WorkingSpan extends TimeSpan {
  readonly interval: PlacedInterval;
  /** Reason why the doctor takes no appointments then; null for open time. */
  readonly blockedBy: string | null;
}

/**
 * A doctor's working intervals that touch a period, in order and without overlaps, cut where an absence or a
 * holiday begins or ends. Free hours, shading and warnings are derived from this.
 */
export function listWorkingTime(
  { workingDays, absences, workedHolidays, clinicHolidays }: Schedule,
  { startsAt, endsAt }: TimeSpan,
  clinicTimeZone: string,
): WorkingSpan[] {
  // A place's calendar may be a day before or after the clinic's.
  const first = addDays(dayIn(clinicTimeZone, startsAt), -1);
  const last = addDays(dayIn(clinicTimeZone, endsAt), 1);
  const holidays = listHolidays(clinicHolidays, first, last)
    .filter(({ day }) => !workedHolidays.includes(day))
    .map(({ day, name }) => wholeDay(day, name));
  const blocks = [...holidays, ...absences];
  const timeSpans: WorkingSpan[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    for (const interval of workingDays) {
      const isBranchDeleted = interval.idBranch !== null && interval.placeName === null;
      if (interval.weekday !== getWeekday(day) || isBranchDeleted) continue;
      timeSpans.push(...cutInterval(day, interval, blocks, interval.timeZone ?? clinicTimeZone));
    }
  }
  return withoutOverlaps(timeSpans).filter(
    (span) => span.startsAt < endsAt && span.endsAt > startsAt,
  );
}

/** A holiday, as an absence of one whole day. */
export const wholeDay = (day: string, reason: string): Absence => ({
  reason,
  firstDay: day,
  lastDay: day,
  weekday: null,
  from: null,
  to: null,
});

/** The parts of an interval on one day, between the edges of its blocks. */
function cutInterval(
  day: string,
  interval: PlacedInterval,
  blocks: readonly Absence[],
  timeZone: string,
): WorkingSpan[] {
  const at = (time: string) => firstInstantAt(day, time, timeZone);
  const [start, end] = [at(interval.from), at(interval.to)];
  const blocked = blocks
    .filter((block) => appliesOn(block, day))
    .map(({ reason, from, to }) => ({
      reason,
      start: from === null ? start : at(from),
      end: to === null ? end : at(to),
    }));
  const edges = blocked
    .flatMap((block) => [block.start, block.end])
    .filter((edge) => start < edge && edge < end);
  const points = [...new Set([start, ...edges, end])].toSorted((one, other) => one - other);
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? start;
    const block = blocked.find((one) => one.start <= from && to <= one.end);
    return {
      startsAt: new Date(from),
      endsAt: new Date(to),
      interval,
      blockedBy: block?.reason ?? null,
    };
  });
}

export function appliesOn({ firstDay, lastDay, weekday }: Absence, day: string): boolean {
  return (
    (firstDay === null || firstDay <= day) &&
    (lastDay === null || day <= lastDay) &&
    (weekday === null || weekday === getWeekday(day))
  );
}

/** The instant of a wall time. For a time that clocks skip, the instant at which they go forward. */
function firstInstantAt(date: string, time: string, timeZone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`);
  for (let minutes = 0; ; minutes += 1) {
    const at = new Date(wall + minutes * MINUTE).toISOString();
    const reading = readWallTime({ date: at.slice(0, 10), time: at.slice(11, 16) }, timeZone);
    if ('instant' in reading) return Date.parse(reading.instant);
    if (reading.kind === 'invalid') return Number.NaN;
  }
}

/** Time spans in order. Where two places of a doctor overlap, the one that began first counts. */
function withoutOverlaps(timeSpans: readonly WorkingSpan[]): WorkingSpan[] {
  let until = Number.NEGATIVE_INFINITY;
  return timeSpans
    .toSorted((one, other) => +one.startsAt - +other.startsAt || +one.endsAt - +other.endsAt)
    .flatMap((part) => {
      const startsAt = new Date(Math.max(+part.startsAt, until));
      until = Math.max(until, +part.endsAt);
      return startsAt < part.endsAt ? [{ ...part, startsAt }] : [];
    });
}

/** The open part of the working time that contains the whole time of an appointment. */
export function findWorkingSpan(
  time: TimeSpan,
  schedule: Schedule,
  clinicTimeZone: string,
): WorkingSpan | undefined {
  return listWorkingTime(schedule, time, clinicTimeZone).find(
    ({ startsAt, endsAt, blockedBy }) =>
      blockedBy === null && startsAt <= time.startsAt && time.endsAt <= endsAt,
  );
}

/** Open working time without the taken time, in order. */
export function listFreeTime(
  working: readonly WorkingSpan[],
  taken: readonly TimeSpan[],
): WorkingSpan[] {
  const inOrder = taken.toSorted((one, other) => +one.startsAt - +other.startsAt);
  return working
    .filter(({ blockedBy }) => blockedBy === null)
    .flatMap((part) => {
      const free: WorkingSpan[] = [];
      let from = part.startsAt;
      for (const { startsAt, endsAt } of inOrder) {
        if (startsAt >= part.endsAt) break;
        if (startsAt > from) free.push({ ...part, startsAt: from, endsAt: startsAt });
        if (endsAt > from) from = endsAt;
      }
      if (from < part.endsAt) free.push({ ...part, startsAt: from });
      return free;
    });
}

/** Mondays of the two weeks in which overlaps are searched: one of standard and one of daylight saving time. */
const SAMPLE_WEEKS = ['2026-01-05', '2026-07-06'];

/** The index of an interval that overlaps a previous one of the list, even at a place in another zone. */
export function findOverlap(
  workingDays: readonly PlacedInterval[],
  clinicTimeZone: string,
): number | undefined {
  for (const monday of SAMPLE_WEEKS) {
    const spans = workingDays.map((interval) => {
      const day = addDays(monday, (interval.weekday + 6) % 7);
      const at = (time: string) => firstInstantAt(day, time, interval.timeZone ?? clinicTimeZone);
      return { from: at(interval.from), to: at(interval.to) };
    });
    const index = spans.findIndex(({ from, to }, position) =>
      spans.slice(0, position).some((other) => from < other.to && other.from < to),
    );
    if (index !== -1) return index;
  }
  return undefined;
}
