import { types } from 'pg';

const { TIMESTAMPTZ } = types.builtins;
const byDriver = types.getTypeParser(TIMESTAMPTZ);

/** An instant as PostgreSQL writes it in UTC, in a row or in JSON: without zeros at the end of its fraction. */
const IN_UTC = /^[1-9]\d{3}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,3})?\+00(?::00)?$/;
const ZERO = '0'.charCodeAt(0);
/** How the zone is written in a row, and in JSON. */
const ZONE = '+00';
const LONG_ZONE = '+00:00';
/** The lengths of its parts. */
const DAY = 10;
const TO_THE_SECOND = 19;
/** What its time lacks, by the digits of the fraction and its point. */
const ENDS = ['.000Z', '', '00Z', '0Z', 'Z'];

/**
 * A date that keeps its text in ISO 8601. Most dates of rows are only sent, and JavaScript takes longer to
 * write that text than the driver takes for the rest of the row (ADR 0073). It must not be changed.
 */
class Instant extends Date {
  readonly #text: string;

  constructor(time: number, text: string) {
    super(time);
    this.#text = text;
  }

  override toISOString(): string {
    return this.#text;
  }
}

/** Reads PostgreSQL's text of an instant, of a row or of JSON; another form, such as a year before 1000, as the driver does. */
export function readInstant(text: string): Date {
  if (!IN_UTC.test(text)) return byDriver(text.replace('T', ' '));
  const end = text.length - (text.at(-ZONE.length) === '+' ? ZONE.length : LONG_ZONE.length);
  const time = text[DAY] === 'T' ? text.slice(0, end) : text.slice(0, end).replace(' ', 'T');
  return new Instant(timeOf(text, end), `${time}${ENDS[end - TO_THE_SECOND]}`);
}

/** The milliseconds of that text, whose time ends there: JavaScript's own reading takes three times as long. */
function timeOf(text: string, end: number): number {
  return Date.UTC(
    100 * number(text, 0, end) + number(text, 2, end),
    number(text, 5, end) - 1,
    number(text, 8, end),
    number(text, 11, end),
    number(text, 14, end),
    number(text, 17, end),
    10 * number(text, 20, end) + digit(text, 22, end),
  );
}

const digit = (text: string, at: number, end: number) =>
  at < end ? text.charCodeAt(at) - ZERO : 0;
/** Of two digits; those after the end are zeros. */
const number = (text: string, at: number, end: number) =>
  10 * digit(text, at, end) + digit(text, at + 1, end);

/** How the driver reads columns. */
export const columnTypes: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser: ((type: number, format: 'text' | 'binary') =>
    type === TIMESTAMPTZ && format !== 'binary'
      ? readInstant
      : types.getTypeParser(type, format)) as typeof types.getTypeParser,
};
