import { types } from 'pg';

/** An instant as PostgreSQL writes it in UTC, in a row or in JSON: without zeros at the end of its fraction. */
const IN_UTC = /^[1-9]\d{3}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,3})?\+00(?::00)?$/;
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

  constructor(text: string) {
    super(text);
    this.#text = text;
  }

  override toISOString(): string {
    return this.#text;
  }
}

/** Reads PostgreSQL's text of an instant; another form, such as a year before 1000, by `otherwise`. */
export function readInstant(text: string, otherwise: (text: string) => Date): Date {
  if (!IN_UTC.test(text)) return otherwise(text);
  const end = text.lastIndexOf('+');
  return new Instant(
    `${text.slice(0, DAY)}T${text.slice(DAY + 1, end)}${ENDS[end - TO_THE_SECOND]}`,
  );
}

const { TIMESTAMPTZ } = types.builtins;
const byDriver = types.getTypeParser(TIMESTAMPTZ);

/** How the driver reads columns. */
export const columnTypes: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser: ((type: number, format: 'text' | 'binary') =>
    type === TIMESTAMPTZ && format !== 'binary'
      ? (text: string) => readInstant(text, byDriver)
      : types.getTypeParser(type, format)) as typeof types.getTypeParser,
};
