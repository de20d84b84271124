import { formatDay } from '../../format/dates.ts';
import { isAnalyteKey } from '../../results/analytes/catalogue.ts';
import type { UnitName } from '../../results/analytes/units.ts';
import { compareDecimals, type DecimalText } from '../../results/decimal.ts';
import { isOver, isUnder, type Quantity } from '../../results/quantity.ts';
import { readRange } from '../../results/range.ts';
import { isUnderFifth } from '../../results/semen/centile.ts';
import { findConsensus } from '../../results/semen/consensus.ts';
import type { Finding, QuotableResult } from '../version.ts';
import type { ClaimOfKind, Figure } from './claims.ts';
import {
  describeSample,
  findResults,
  formatQuantity,
  NO_RESULT,
  type QuotedFigure,
  type Record,
  UNDECIDED,
  unknown,
  withUnit,
  writtenFigure,
} from './finding.ts';
import { type Agreement, agreement, convertResult } from './same-amount.ts';
import { EARLIER_SAMPLE, findResultsAt, namesBothSamples, type Time, takeNewest } from './times.ts';

/** A value that was rounded across a limit contradicts the result. */
function crossesLimit(result: QuotableResult, rounded: DecimalText, exact: Quantity): boolean {
  const { analyte, unit, range, whoEdition } = result;
  if (analyte === null || !isAnalyteKey(analyte) || unit === null) return false;
  const isUnderAt = (value: DecimalText) =>
    isUnderFifth(analyte, { comparator: null, value }, unit as UnitName, whoEdition);
  // The limits are in the unit of the result; a value in another unit is not compared with them.
  if (compareDecimals(exact.value, result.value) !== 0) return false;
  const printed = range === null ? null : readRange(range, unit);
  const place = (value: DecimalText) =>
    [
      isUnderAt(value),
      isBelow(value, printed?.low),
      isBelow(printed?.high, value),
      isBelow(value, findConsensus(analyte)?.at),
    ].join();
  return place(result.value) !== place(rounded);
}

const isBelow = (value: DecimalText | null | undefined, limit: DecimalText | null | undefined) =>
  value != null && limit != null && compareDecimals(value, limit) < 0;

/** How a figure, or a range around it, agrees with a result. */
export function agrees(figure: Figure, result: QuotableResult): Agreement {
  const value = convertResult(result, figure.unit);
  if (value === null) return null;
  const { number, to } = figure;
  if (to) {
    const [low, high] = [number.readings[0].value, to.readings[0].value];
    return isUnder(value, low) === false && isOver(value, high) === false ? 'exact' : null;
  }
  if (value.comparator !== null) return null;
  const found = agreement(number, value.value);
  if (found === 'rounded' && crossesLimit(result, number.readings[0].value, value)) return null;
  return found;
}

/** Whether the words for one result may mean another too: of another analyte, or of the same day. */
const isOther = (one: QuotableResult, result: QuotableResult, timeZone: string) => {
  const day = ({ collectedAt }: QuotableResult) =>
    collectedAt === null ? null : formatDay(collectedAt, { timeZone, year: true });
  return one.analyte !== result.analyte || one.name !== result.name || day(one) === day(result);
};

/** The result that a figure quotes; 'unclear' if it may mean another one too, null if it agrees with none. */
function findQuoted(figure: Figure, meant: readonly QuotableResult[], timeZone: string) {
  // Most ranges would include some earlier result.
  const among = figure.to === null ? meant : takeNewest(meant);
  const result = among.find((one) => agrees(figure, one) !== null);
  if (result === undefined) return null;
  if (agrees(figure, result) === 'unclear') return 'unclear';
  const others = among.filter((one) => isOther(one, result, timeZone));
  return others.every((one) => agrees(figure, one) !== null) ? result : 'unclear';
}

/** Checks a figure that is stated as a value of the patient. */
export function checkValue(quoted: QuotedFigure, times: readonly Time[]): Finding {
  const { record, subject, figure } = quoted;
  const written = writtenFigure(quoted);
  const all = findResults(subject, record.known).filter(
    (one) => convertResult(one, figure.unit) !== null,
  );
  const named = times.length > 0 ? times : record.times;
  const meant = findResultsAt(all, named, record);
  const found = findQuoted(figure, meant, record.timeZone);
  const coversAll = meant.length > 1 && meant.every((one) => agrees(figure, one) === 'exact');
  if (found === 'unclear' || (namesBothSamples(named) && !coversAll))
    return unknown(written, UNDECIDED);
  if (found) return makeAgreeing(quoted, found);
  const [newest] = meant;
  const other = all.find((one) => !meant.includes(one) && agrees(figure, one) !== null);
  if (other && figure.to === null && (newest === undefined || times.length === 0)) {
    const when = describeSample(other, record);
    const amount = withUnit(written.figure, written.unit);
    return unknown(written, `${amount}, coincide con un resultado de otra fecha (${when})`);
  }
  const expected = newest ?? (times.length > 0 ? all[0] : undefined);
  if (expected === undefined) return unknown(written, NO_RESULT);
  return makeDiffering(quoted, expected);
}

export function makeDiffering(quoted: QuotedFigure, result: QuotableResult): Finding {
  const { record, figure } = quoted;
  const written = writtenFigure(quoted);
  const value = convertResult(result, figure.unit);
  const expected = value === null ? '' : formatQuantity(value, figure);
  const message = `${written.figure} ≠ ${withUnit(expected, written.unit)} (${describeSample(result, record)})`;
  return { ...written, verdict: 'differs', result, expected, message };
}

function makeAgreeing(quoted: QuotedFigure, result: QuotableResult): Finding {
  const { record, figure } = quoted;
  const written = writtenFigure(quoted);
  const value = convertResult(result, figure.unit);
  const newest = record.known.find(
    ({ analyte, name }) => analyte === result.analyte && name === result.name,
  );
  const isOlder = newest !== undefined && newest.collectedAt !== result.collectedAt;
  const isRounded = agrees(figure, result) === 'rounded' && value;
  const rounded = isRounded ? `, redondeado de ${formatQuantity(value, figure)}` : '';
  const older = isOlder ? ` con un resultado anterior (${describeSample(result, record)})` : '';
  const preliminary = result.preliminary ? ' (valor preliminar)' : '';
  const message = `${withUnit(written.figure, written.unit)}, coincide${older}${rounded}${preliminary}`;
  return { ...written, verdict: 'agrees', result, message };
}

/** Checks 'bajó de 18 a 9': both are results, the first one is older, and the direction is that of the words. */
export function checkChange(record: Record, change: ClaimOfKind<'change'>): Finding[] {
  const { subject, from, to, direction, fromTimes, times } = change;
  const earlier = fromTimes.length > 0 ? fromTimes : [EARLIER_SAMPLE];
  const first = checkValue({ record, subject, figure: from }, earlier);
  const quoted = { record, subject, figure: to };
  const second = checkValue(quoted, times);
  const [older, newer] = [first.result, second.result];
  if (!older || !newer || first.verdict !== 'agrees' || second.verdict !== 'agrees')
    return [first, second];
  const grows = compareDecimals(newer.value, older.value);
  const isInOrder = (older.collectedAt ?? '') < (newer.collectedAt ?? '');
  const isInDirection = direction === null || (direction === 'up' ? grows > 0 : grows < 0);
  return [first, isInOrder && isInDirection ? second : makeDiffering(quoted, newer)];
}
