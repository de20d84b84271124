import { formatDay } from '../../format/dates.ts';
import type { WhoEdition } from '../../results/analytes/studies.ts';
import { type DecimalText, subtract } from '../../results/decimal.ts';
import { type Quantity, writeQuantity } from '../../results/quantity.ts';
import type { Finding, QuotableFact, QuotableResult } from '../version.ts';
import type { Figure, Subject } from './claims.ts';
import type { Time } from './times.ts';
import type { Limit } from './vocabulary.ts';

/** Everything against which the claims of a sentence are checked. */
export interface Record {
  readonly text: string;
  readonly plain: string;
  /** Every result of the patient, newest first. */
  readonly known: readonly QuotableResult[];
  /** Every choice of the patient, newest first. */
  readonly facts: readonly QuotableFact[];
  /** The clinic's. */
  readonly timeZone: string;
  /** The editions of WHO that the sentence names. */
  readonly editions: readonly WhoEdition[];
  /** Times and words about references before the claim: of a heading, a column or an earlier sentence. */
  readonly times: readonly Time[];
  readonly listed: Limit | null;
}

/** The results that an analyte's name may mean, the newest first. */
export function findResults(
  { mention }: Subject,
  known: readonly QuotableResult[],
): QuotableResult[] {
  const own = [...mention.keys, ...mention.rows].flatMap((key) =>
    known.filter(({ analyte, name }) => (analyte ?? name) === key),
  );
  if (!mention.isComplement) return own;
  return own.map((result) => ({ ...result, value: subtract('100', result.value) }));
}

/** A part of the text without the blanks of the plain text, such as marks of Markdown. */
function readSource({ text, plain }: Record, start: number, end: number): string {
  const read = Array.from({ length: end - start }, (_, index) =>
    plain[start + index] === ' ' ? ' ' : text[start + index],
  );
  return read.join('').replaceAll(/\s+/g, ' ').trim();
}

/** A figure of an analyte, and the record that it is checked against. */
export interface QuotedFigure {
  readonly record: Record;
  readonly subject: Subject;
  readonly figure: Figure;
}

/** A figure as the text has it. */
export function writtenFigure({ record, subject: { mention }, figure }: QuotedFigure) {
  const { number, to, end, unitAt } = figure;
  return {
    start: number.start,
    end,
    figure: record.text.slice(number.start, (to ?? number).end),
    unit: unitAt === null ? null : readSource(record, unitAt.start, unitAt.end),
    analyte: mention.keys[0] ?? null,
  };
}

/** Formats a number with the decimal mark of the text. */
export const withMark = (value: DecimalText, { number }: Figure) =>
  number.mark === ',' ? value.replace('.', ',') : value;

export const formatQuantity = (quantity: Quantity, figure: Figure) =>
  withMark(writeQuantity(quantity), figure);

/** '14 millones/ml', '34 %', '7.4'. */
export const withUnit = (number: string, unit: string | null) =>
  unit === null ? number : `${number} ${unit}`;

/** '12 oct, Lab Piedra de Río'; with the year if it differs from that of the newest result. */
export function describeSample(
  { collectedAt, laboratory }: QuotableResult,
  { known, timeZone }: Pick<Record, 'known' | 'timeZone'>,
): string {
  const year = (at: string) => at.slice(0, 4);
  const newest = known[0]?.collectedAt ?? collectedAt;
  const isOld = collectedAt !== null && newest !== null && year(newest) !== year(collectedAt);
  const day =
    collectedAt === null
      ? 'sin fecha'
      : formatDay(collectedAt, { timeZone, year: isOld, now: new Date(0) });
  return laboratory === null ? day : `${day}, ${laboratory}`;
}

export const NO_RESULT = 'Sin resultado en el expediente';
export const UNDECIDED = 'Los resultados no permiten comprobarlo';
export const NO_REFERENCE = 'Sin referencia con la cual compararla';

/** The common answer of the possible analytes of a name; null if they differ. */
export function commonAnswer(answers: readonly (boolean | null)[]): boolean | null {
  const [first = null] = answers;
  return answers.every((one) => one === first) ? first : null;
}

/** Whether all answers are true or, for a negated statement, all are false; null if that is unknown. */
export function evaluate(answers: readonly (boolean | null)[], isNegated: boolean): boolean | null {
  const wanted = !isNegated;
  if (answers.some((one) => one === !wanted)) return false;
  return answers.length > 0 && answers.every((one) => one === wanted) ? true : null;
}

export const unknown = (
  written: Omit<Finding, 'verdict' | 'message'>,
  message: string,
): Finding => ({ ...written, verdict: 'unknown', message });
