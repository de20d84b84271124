import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import { readWallTime } from '@simiente/contract/common/wall-time';

/** AAAA[MM[DD[HH[MM[SS[.S[S[S[S]]]]]]]]][±ZZZZ], as exact as its sender knows it. */
const WRITTEN =
  /^(?<year>\d{4})(?:(?<month>\d{2})(?:(?<day>\d{2})(?:(?<hour>\d{2})(?:(?<minute>\d{2})(?:(?<second>\d{2})(?:\.\d{1,4})?)?)?)?)?)?(?<offset>[+-]\d{4})?$/;

interface Moment {
  readonly at: Date;
  readonly timeKnown: boolean;
}

/** The day of a time of HL7, 'AAAA-MM-DD'; null for any other text. */
export function readDay(text: string): string | null {
  const { year, month, day } = WRITTEN.exec(text.trim())?.groups ?? {};
  const date = `${year}-${month}-${day}`;
  return isCalendarDay(date) ? date : null;
}

/** Where a message is from, in time. */
export interface Clock {
  /** Of the laboratory, or else of the clinic, in which a time without an offset is. */
  readonly timeZone: string;
  /** That of the time of the message, which the others of it share. */
  readonly offset: string | undefined;
}

export const offsetOf = (text: string) => WRITTEN.exec(text.trim())?.groups?.offset;

/** A time of HL7; null for any other text, for one without a day, and for one that no clock showed. */
export function readMoment(text: string, { timeZone, offset }: Clock): Moment | null {
  const groups = WRITTEN.exec(text.trim())?.groups;
  const date = readDay(text);
  if (groups === undefined || date === null) return null;
  const { hour, minute = '00', second = '00', offset: own = offset } = groups;
  if (hour === undefined) {
    return { at: startOfDay(date, timeZone), timeKnown: false };
  }
  if (own !== undefined) {
    const zone = `${own.slice(0, 3)}:${own.slice(3)}`;
    const at = new Date(`${date}T${hour}:${minute}:${second}${zone}`);
    return Number.isNaN(at.getTime()) ? null : { at, timeKnown: true };
  }
  const reading = readWallTime({ date, time: `${hour}:${minute}` }, timeZone);
  if (!('instant' in reading)) return null;
  return { at: new Date(Date.parse(reading.instant) + Number(second) * 1000), timeKnown: true };
}
