import { formatDay } from '../../format/dates.ts';
import type { DecimalText } from '../../results/decimal.ts';
import { type Quantity, writeQuantity } from '../../results/quantity.ts';
import type { Finding, KnownResult } from '../version.ts';
import type { Figure } from './figures.ts';

/** A value that was quoted, with the result that it was found to be of. */
export interface Quoted {
  readonly figure: Figure;
  readonly result: KnownResult | null;
}

/** Context of a figure's check. */
export interface FigureContext {
  readonly text: string;
  readonly plain: string;
  readonly figure: Figure;
  /** Results that it may quote, newest first. */
  readonly results: readonly KnownResult[];
  /** Every one of the patient. */
  readonly known: readonly KnownResult[];
  /** The clinic's. */
  readonly timeZone: string;
  /** The values that were quoted before it. */
  readonly quoted: readonly Quoted[];
}

/** A part of the text without the blanks of the plain text, such as marks of Markdown. */
export function asRead(text: string, plain: string, start: number, end: number): string {
  const read = Array.from({ length: end - start }, (_, index) =>
    plain[start + index] === ' ' ? ' ' : text[start + index],
  );
  return read.join('').replaceAll(/\s+/g, ' ').trim();
}

export function writtenFigure({ text, plain, figure }: FigureContext) {
  const { number, to, end, unitAt } = figure;
  const last = (to ?? number).end;
  return {
    start: number.start,
    end,
    figure: text.slice(number.start, last),
    unit: unitAt === null ? null : asRead(text, plain, unitAt.start, unitAt.end),
    analyte: figure.keys[0] ?? null,
  };
}

/** Formats a number with the decimal mark of the text. */
export const marked = (value: DecimalText, { number }: Figure) =>
  number.mark === ',' ? value.replace('.', ',') : value;

export const markedQuantity = (quantity: Quantity, figure: Figure) =>
  marked(writeQuantity(quantity), figure);

/** '14 millones/ml', '34 %', '7.4'. */
export const withUnit = (number: string, unit: string | null) =>
  unit === null ? number : `${number} ${unit}`;

/** '12 oct, Lab Piedra de Río'; the year where it is not that of the newest result. */
export function whenAndWhere(
  { collectedAt, laboratory }: KnownResult,
  { known, timeZone }: Pick<FigureContext, 'known' | 'timeZone'>,
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

export function unknown(context: FigureContext, message: string): Finding {
  return { ...writtenFigure(context), verdict: 'unknown', message };
}
