import { formatDay } from '../../format/dates.ts';
import { isAnalyteKey } from '../../results/analytes/catalogue.ts';
import type { UnitName } from '../../results/analytes/units.ts';
import { compareDecimals, type DecimalText } from '../../results/decimal.ts';
import { isOver, isUnder, type Quantity } from '../../results/quantity.ts';
import { isUnderFifth } from '../../results/semen/centile.ts';
import type { Finding, KnownResult } from '../version.ts';
import { isClaim, placeBefore } from './comparison.ts';
import { timeNamed } from './dates-in-text.ts';
import type { Figure } from './figures.ts';
import {
  type FigureContext,
  markedQuantity,
  NO_RESULT,
  UNDECIDED,
  unknown,
  whenAndWhere,
  withUnit,
  writtenFigure,
} from './finding.ts';
import { commonAnswer } from './plain-text.ts';
import { checkReference, quotesReference } from './quoted-references.ts';
import { type Agreement, agreement, resultAsWritten } from './same-amount.ts';
import { mayFollow, resultsInTime, takeNewest } from './time-meant.ts';

/** A value that was rounded across the 5th centile contradicts the result. */
function crossesFifth(result: KnownResult, rounded: DecimalText, exact: Quantity): boolean {
  const { analyte, unit, whoEdition } = result;
  if (analyte === null || !isAnalyteKey(analyte) || unit === null) return false;
  const isUnderAt = (value: DecimalText) =>
    isUnderFifth(analyte, { comparator: null, value }, unit as UnitName, whoEdition);
  // A rounded value in a unit of its own is compared as it is written.
  if (compareDecimals(exact.value, result.value) !== 0) return false;
  return isUnderAt(result.value) !== isUnderAt(rounded);
}

function agrees(figure: Figure, result: KnownResult): Agreement {
  const value = resultAsWritten(result, figure.unit);
  if (value === null) return null;
  const { number, to, sign } = figure;
  if (to) {
    const [low, high] = [number.readings[0].value, to.readings[0].value];
    return isUnder(value, low) === false && isOver(value, high) === false ? 'exact' : null;
  }
  if (sign) return holds(figure, value) ? 'exact' : null;
  if (value.comparator !== null) return null;
  const found = agreement(number, value.value, figure);
  if (found === 'rounded' && crossesFifth(result, number.readings[0].value, value)) return null;
  return found;
}

/** Whether '< 1' or 'más de 30' is true of a result. */
function holds({ number, sign }: Figure, value: Quantity): boolean {
  const limit = number.readings[0].value;
  if (sign === null) return false;
  if (value.comparator === sign.comparator && compareDecimals(value.value, limit) === 0)
    return true;
  const isOnIt = value.comparator === null && compareDecimals(value.value, limit) === 0;
  if (isOnIt) return sign.includes;
  return (sign.comparator === '<' ? isUnder(value, limit) : isOver(value, limit)) === true;
}

/** Kind of comparison between the patient's value and a figure; null without a comparison. */
function findComparison({
  text,
  plain,
  figure,
}: FigureContext): 'sign' | 'inside' | 'outside' | null {
  const { start } = figure.sentence;
  if (figure.to !== null) return placeBefore(plain, figure.number.start, start);
  // The verb 'bajó' has no accent in the plain text.
  if (figure.sign === null || /^bajó/i.test(text.slice(figure.sign.start))) return null;
  return isClaim(plain.slice(start, figure.sign.start)) ? 'sign' : null;
}

/** A figure with which the text compares the patient's value, which must hold; null where there is no comparison. */
export function checkComparison(context: FigureContext): Finding | null {
  const { figure } = context;
  const comparison = findComparison(context);
  if (comparison === null || !figure.isNamed) return null;
  const results = takeNewest(resultsInTime(context)).filter(
    (one) => resultAsWritten(one, figure.unit) !== null,
  );
  const [result] = results;
  if (result === undefined) return unknown(context, NO_RESULT);
  // A limit of reference is inside of its reference.
  const includes = figure.role === 'reference' && figure.sign?.comparator === '>';
  const own = includes && figure.sign ? { ...figure, sign: { ...figure.sign, includes } } : figure;
  const isTrue = commonAnswer(
    results.map((one) => (agrees(own, one) !== null) === (comparison !== 'outside')),
  );
  if (isTrue === null) return unknown(context, UNDECIDED);
  if (!isTrue) return differing(context, result);
  if (figure.role === 'reference' || (result.comparator === null && quotesReference(context))) {
    return checkReference(context, true);
  }
  return {
    ...writtenFigure(context),
    verdict: 'agrees',
    result,
    message: agreeing(context, result, 'exact'),
  };
}

/** Whether a name that means one result may mean another too: one of another analyte, or of the same day. */
const isOther = (one: KnownResult, result: KnownResult, { timeZone }: FigureContext) => {
  const day = ({ collectedAt }: KnownResult) =>
    collectedAt === null ? null : formatDay(collectedAt, { timeZone, year: true });
  return one.analyte !== result.analyte || one.name !== result.name || day(one) === day(result);
};

/** A figure as a value of the patient. */
export function checkValue(context: FigureContext): Finding {
  const { figure, results } = context;
  const written = writtenFigure(context);
  if (figure.role === 'change') return unknown(context, NO_RESULT);
  const isComparable = (result: KnownResult) => resultAsWritten(result, figure.unit) !== null;
  const all = results.filter(isComparable);
  const inTime = resultsInTime(context).filter(isComparable);
  // Some earlier result would be in most ranges.
  const meant = figure.to === null ? inTime : takeNewest(inTime);
  for (const result of meant) {
    const found = agrees(figure, result);
    if (found === null || !mayFollow(context, result)) continue;
    const others = meant.filter((one) => isOther(one, result, context));
    if (others.some((one) => agrees(figure, one) === null)) return unknown(context, UNDECIDED);
    return { ...written, verdict: 'agrees', result, message: agreeing(context, result, found) };
  }
  const [newest = all[0]] = inTime;
  if (newest === undefined || !figure.isNamed) {
    return unknown(context, NO_RESULT);
  }
  const other = all.find((result) => !inTime.includes(result) && agrees(figure, result) !== null);
  const sentence = context.plain.slice(figure.sentence.start, figure.sentence.end);
  const isOfAnotherDate = other !== undefined && figure.to === null;
  if (isOfAnotherDate && (inTime.length === 0 || timeNamed(sentence) === 'none')) {
    const when = whenAndWhere(other, context);
    return unknown(
      context,
      `${withUnit(written.figure, written.unit)}, coincide con un resultado de otra fecha (${when})`,
    );
  }
  if (inTime.length === 0 && figure.time !== '') return unknown(context, NO_RESULT);
  return differing(context, newest);
}

function differing(context: FigureContext, result: KnownResult): Finding {
  const { figure } = context;
  const written = writtenFigure(context);
  const value = resultAsWritten(result, figure.unit);
  const expected = value === null ? '' : markedQuantity(value, figure);
  const message = `${written.figure} ≠ ${withUnit(expected, written.unit)} (${whenAndWhere(result, context)})`;
  return { ...written, verdict: 'differs', result, expected, message };
}

function agreeing(context: FigureContext, result: KnownResult, found: Agreement): string {
  const { figure, results } = context;
  const written = writtenFigure(context);
  const value = resultAsWritten(result, figure.unit);
  const newest = results.find(
    ({ analyte, name }) => analyte === result.analyte && name === result.name,
  );
  const isOlder = newest !== undefined && newest.collectedAt !== result.collectedAt;
  const rounded =
    found === 'rounded' && value ? `, redondeado de ${markedQuantity(value, figure)}` : '';
  const older = isOlder ? ` con un resultado anterior (${whenAndWhere(result, context)})` : '';
  return `${withUnit(written.figure, written.unit)}, coincide${older}${rounded}${result.preliminary ? ' (valor preliminar)' : ''}`;
}
