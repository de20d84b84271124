/** A moment as a wall clock in some zone shows it. */
export interface WallTime {
  /** As in '2026-11-20'. */
  readonly day: string;
  /** As in '09:30'. */
  readonly clock: string;
  /** 0 is Sunday. */
  readonly weekday: number;
}

const MINUTE = 60_000;

/** Making a formatter costs far more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, made);
  return made;
}

/** What the clocks of a zone (an IANA name) show at an instant. */
export function wallTimeOf(instant: Date, timeZone: string): WallTime {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return {
    day,
    clock: `${parts.hour}:${parts.minute}`,
    weekday: new Date(`${day}T00:00:00Z`).getUTCDay(),
  };
}

/**
 * The instant at which the clocks of a zone show a day and a time. One that they show twice, when
 * they are put back, is the first of the two; one that they skip is moved on by what they skip.
 * @throws RangeError when there is no such day or time
 */
export function instantOf({ day, clock }: Pick<WallTime, 'day' | 'clock'>, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${clock}:00Z`);
  if (Number.isNaN(asUtc)) throw new RangeError(`No such time: ${day} ${clock}`);
  // The zone's distance from UTC is asked on both sides of the day, where a change of it would be.
  const offsets = [asUtc - 24 * 60 * MINUTE, asUtc + 24 * 60 * MINUTE].map((near) =>
    offsetAt(near, timeZone),
  );
  const candidates = offsets.map((offset) => asUtc - offset).toSorted((a, b) => a - b);
  const exact = candidates.find((candidate) => candidate + offsetAt(candidate, timeZone) === asUtc);
  return new Date(exact ?? asUtc - (offsets[0] ?? 0));
}

/** Milliseconds by which a zone's clocks are ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const { day, clock } = wallTimeOf(new Date(instant), timeZone);
  return Date.parse(`${day}T${clock}:00Z`) - Math.floor(instant / MINUTE) * MINUTE;
}

/** The day that comes so many days after another one, by the calendar. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
