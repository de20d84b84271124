import { isAnalyteKey } from '../../results/analytes/catalogue.ts';
import type { UnitName } from '../../results/analytes/units.ts';
import { compareDecimals, type DecimalText } from '../../results/decimal.ts';
import { isOver, isUnder, type Quantity } from '../../results/quantity.ts';
import { isUnderFifth } from '../../results/semen/centile.ts';
import type { Finding, KnownResult } from '../version.ts';
import { datesIn, isOn } from './dates-in-text.ts';
import type { Figure } from './figures.ts';
import {
  type FigureContext,
  markedQuantity,
  NO_RESULT,
  unknown,
  whenAndWhere,
  withUnit,
  writtenFigure,
} from './finding.ts';
import { checkReference, quotesReference } from './quoted-references.ts';
import { type Agreement, agreement, resultAsWritten } from './same-amount.ts';

/** What says that a figure is of another time than the date of its sentence. */
const ANOTHER_TIME =
  /antes|previ|anterior|ultim|primer|paso|pasaron|subi|baj|aument|mejor|disminuy|compar|frente a|respecto|contra|inicial|despues|luego/;

/** Those of the dates that the sentence names, where it has some of them. */
function onItsDates({ plain, figure, results, timeZone }: FigureContext): readonly KnownResult[] {
  const { start, end } = figure.sentence;
  const sentence = plain.slice(start, end);
  const dates = datesIn(sentence);
  if (dates.length === 0 || ANOTHER_TIME.test(sentence)) return results;
  const own = results.filter((result) => dates.some((date) => isOn(result, date, timeZone)));
  return own.length > 0 ? own : results;
}

/** A value that was rounded across the 5th centile says something else than the result. */
function crossesFifth(result: KnownResult, rounded: DecimalText, exact: Quantity): boolean {
  const { analyte, unit, whoEdition } = result;
  if (analyte === null || !isAnalyteKey(analyte) || unit === null) return false;
  const isUnderAt = (value: DecimalText) =>
    isUnderFifth(analyte, { comparator: null, value }, unit as UnitName, whoEdition);
  // In a unit of its own a rounded value is compared as it is written.
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
  const found = agreement(number, value.value, figure.isApproximate);
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

/** A figure as a value of the patient. */
export function checkValue(context: FigureContext): Finding {
  const { figure, results, quoted } = context;
  const written = writtenFigure(context);
  const dated = onItsDates(context);
  const all = dated.filter((result) => resultAsWritten(result, figure.unit) !== null);
  // Some earlier result would be in most ranges.
  const comparable = figure.to === null ? all : all.slice(0, 1);
  if (figure.role === 'change') return unknown(context, NO_RESULT);
  if (figure.sign !== null && figure.keys.length > 0) {
    const isBehindValue = quoted.some(
      (one) => one.figure.sentence === figure.sentence && one.figure.keys[0] === figure.keys[0],
    );
    if (isBehindValue || quotesReference(context)) {
      const isOwn = comparable.some(({ comparator }) => comparator !== null);
      if (!isOwn || !comparable.some((result) => agrees(figure, result)))
        return checkReference(context);
    }
  }
  for (const result of comparable) {
    const found = agrees(figure, result);
    if (found === null) continue;
    return { ...written, verdict: 'agrees', result, message: agreeing(context, result, found) };
  }
  const [newest] = comparable;
  const value = newest ? resultAsWritten(newest, figure.unit) : null;
  if (newest === undefined || value === null || !figure.isNamed) {
    const isLimit = results.length === 0 && figure.sign !== null && quotesReference(context);
    return isLimit ? checkReference(context) : unknown(context, NO_RESULT);
  }
  const expected = markedQuantity(value, figure);
  const message = `${written.figure} ≠ ${withUnit(expected, written.unit)} (${whenAndWhere(newest, context)})`;
  return { ...written, verdict: 'differs', result: newest, expected, message };
}

function agreeing(context: FigureContext, result: KnownResult, found: Agreement): string {
  const { figure, results } = context;
  const written = writtenFigure(context);
  const value = resultAsWritten(result, figure.unit);
  const newest = results.find(({ analyte }) => analyte === result.analyte);
  const isOlder = newest !== undefined && newest.collectedAt !== result.collectedAt;
  const rounded =
    found === 'rounded' && value ? `, redondeado de ${markedQuantity(value, figure)}` : '';
  const older = isOlder ? ` con un resultado anterior (${whenAndWhere(result, context)})` : '';
  return `${withUnit(written.figure, written.unit)}, coincide${older}${rounded}${result.preliminary ? ' (valor preliminar)' : ''}`;
}
