import {
  type AnalyteKey,
  convertAnalyteQuantity,
  isAnalyteKey,
} from '../../results/analytes/catalogue.ts';
import { CURRENT_EDITION, type WhoEdition } from '../../results/analytes/studies.ts';
import { type UnitName, unitLabel } from '../../results/analytes/units.ts';
import { compareDecimals, type DecimalText } from '../../results/decimal.ts';
import { isOver, isUnder, type Quantity, writeQuantity } from '../../results/quantity.ts';
import { readRange } from '../../results/range.ts';
import { centileWords, findCentile } from '../../results/semen/centile.ts';
import { findCentileRow, findFifthEdition } from '../../results/semen/who-centiles.ts';
import type { Finding, QuotableResult } from '../version.ts';
import { checkValue, agrees as isEqual, makeDiffering } from './check-values.ts';
import type { ClaimOfKind, Subject } from './claims.ts';
import {
  commonAnswer,
  describeSample,
  evaluate,
  findResults,
  NO_REFERENCE,
  NO_RESULT,
  type QuotedFigure,
  type Record,
  UNDECIDED,
  unknown,
  withMark,
  withUnit,
  writtenFigure,
} from './finding.ts';
import type { WrittenNumber } from './numbers.ts';
import { ABSTINENCE } from './quotable-result.ts';
import {
  ABSTINENCE_DAYS,
  centileReferences,
  chooseEditions,
  findReferences,
  type Reference,
} from './references.ts';
import { acceptsUnit, convertQuantity, convertResult } from './same-amount.ts';
import { findResultsAt, namesBothSamples, type Time, takeNewest } from './times.ts';
import type { Limit, Sign } from './vocabulary.ts';

type WrittenReference = Reference & { readonly low: DecimalText };

/** The references that a figure may quote, in its unit. */
function findNamedReferences(
  { record, subject, figure }: QuotedFigure,
  limit: Limit,
): WrittenReference[] {
  const results = findResults(subject, record.known);
  const named = limit.edition === undefined ? record.editions : [limit.edition];
  const editions = named.length > 0 ? named : chooseEditions(record.plain, results);
  const toFigureUnit = (key: string, value: DecimalText | null, unit: string | null) =>
    value && (convertQuantity(key, { comparator: null, value }, unit, figure.unit)?.value ?? null);
  return subject.mention.keys
    .filter((key) => acceptsUnit(key, figure.unit))
    .flatMap((key) => {
      const own = results.filter(({ analyte }) => analyte === key);
      const isNamed = limit.centile !== undefined && !(figure.to && limit.centile === 5);
      const references = isNamed
        ? centileReferences(key, limit.centile ?? 5, editions)
        : findReferences(key, editions, own);
      // References are printed for the normal share, not for its complement.
      if (subject.mention.isComplement) return [];
      return references.flatMap((one) => {
        const low = toFigureUnit(key, one.low, one.unit);
        if (low === null || !isFrom(one, limit)) return [];
        return [{ ...one, low, high: toFigureUnit(key, one.high, one.unit) }];
      });
    });
}

/** Whether a reference is of the source that the text names. */
function isFrom({ source }: Reference, limit: Limit): boolean {
  const isPrinted = source.startsWith('rango de');
  const isConsensus = source.startsWith('umbral');
  if (limit.source === 'laboratory') return isPrinted;
  if (limit.source === 'consensus') return isConsensus;
  return limit.source === undefined || !(isPrinted || isConsensus);
}

const isSame = ({ readings }: WrittenNumber, value: DecimalText | null) =>
  value !== null && compareDecimals(readings[0].value, value) === 0;

function matches({ subject, figure }: QuotedFigure, { low, high }: WrittenReference) {
  const { number, to } = figure;
  if (subject.mention.keys[0] === ABSTINENCE && high !== null) {
    const ends = [number, to ?? number].map(({ readings }) => readings[0].value);
    return ends.every(
      (end) =>
        compareDecimals(end, ABSTINENCE_DAYS.low) >= 0 &&
        compareDecimals(end, ABSTINENCE_DAYS.high) <= 0,
    );
  }
  if (to) return isSame(number, low) && isSame(to, high);
  return high === null && isSame(number, low);
}

/**
 * A figure as a reference: of WHO's tables, of consensus, or of the laboratory.
 * @param isClaimed whether the patient's value is compared with the figure, which may then be that value itself
 */
export function checkReference(
  quoted: QuotedFigure,
  limit: Limit,
  sign: Sign | null,
  isClaimed = false,
): Finding {
  const { record, subject, figure } = quoted;
  const written = writtenFigure(quoted);
  const references = findNamedReferences(quoted, limit);
  const same = references.filter((one) => matches(quoted, one));
  const signSide = sign && (sign.comparator === '>' ? 'lower' : 'upper');
  const sides = [limit.side, signSide].flatMap((side) => side ?? []);
  // One end of a range is clear only with its side, as in 'límite superior'.
  const isClear = sides.length > 0 || (isClaimed && !limit.isNamed);
  const isUnambiguous = (one: Reference) => one.isUsual || one.high !== null || isClear;
  const found = same.find(
    (one) => isUnambiguous(one) && sides.every((side) => (one.side ?? side) === side),
  );
  if (found) {
    const message = `${withUnit(written.figure, written.unit)}, coincide (${found.source})`;
    return { ...written, verdict: 'reference-agrees', message };
  }
  if (same.length > 0) return unknown(written, 'Es el número de un límite del otro lado');
  const isOwn = findResults(subject, record.known).some(
    (one) => figure.to === null && isEqual(figure, one) === 'exact',
  );
  const usual =
    references.find(({ isUsual, high }) => isUsual && (high !== null) === (figure.to !== null)) ??
    references.find(({ isUsual }) => isUsual);
  if (!usual || (isOwn && sign === null && record.listed === null && (isClaimed || !limit.isNamed)))
    return unknown(written, NO_REFERENCE);
  const expected =
    usual.high === null
      ? withMark(usual.low, figure)
      : `${withMark(usual.low, figure)}–${withMark(usual.high, figure)}`;
  const message = `${written.figure} ≠ ${withUnit(expected, written.unit)} (${usual.source})`;
  return { ...written, verdict: 'reference-differs', expected, message };
}

/** The limits of a comparison for one result, and whether the result is under or over them; null if that is open. */
interface Placement {
  readonly low: DecimalText | null;
  readonly high: DecimalText | null;
  readonly under: boolean | null;
  readonly over: boolean | null;
  /** WHO prints no upper limit, and calls no value abnormal. */
  readonly isWho?: true;
}

const negate = (answer: boolean | null) => (answer === null ? null : !answer);

/** @param isExclusive whether a value that equals a bound is outside, as in '< 12.4' */
const toPlacement = (
  quantity: Quantity,
  low: DecimalText | null,
  high: DecimalText | null,
  isExclusive = false,
): Placement => {
  const isOutside = (limit: DecimalText | null, isBeyond: typeof isOver, isInside: typeof isOver) =>
    limit !== null && (isExclusive ? negate(isInside(quantity, limit)) : isBeyond(quantity, limit));
  const under = isOutside(low, isUnder, isOver);
  const over = isOutside(high, isOver, isUnder);
  return { low, high, under: over ? false : under, over: under ? false : over };
};

/** The value of a centile in the unit of a result. */
function centileValue(
  result: QuotableResult,
  centile: number,
  edition: WhoEdition,
): DecimalText | null {
  const key = result.analyte as AnalyteKey;
  const [found] = centileReferences(key, centile, [edition]);
  if (found?.low == null || found.unit === null) return null;
  const quantity = { comparator: null, value: found.low };
  return (
    convertAnalyteQuantity(key, quantity, found.unit as UnitName, result.unit as UnitName)?.value ??
    null
  );
}

/** Placement of a result beside the limit in numbers or centiles, otherwise beside its range; null if it has none. */
function findPlacement(
  { editions }: Record,
  { figure, limit, relation }: ClaimOfKind<'comparison'>,
  { mention }: Subject,
  result: QuotableResult,
): Placement | null {
  if (figure) {
    const value = convertResult(result, figure.unit);
    const low = figure.number.readings[0].value;
    return value && toPlacement(value, low, figure.to?.readings[0].value ?? low);
  }
  // The abnormal share and free rows have neither centiles nor levels.
  if (mention.isComplement || mention.rows.length > 0) return null;
  const { centile, highCentile, isAtLeast, source, edition } = limit ?? {};
  if (edition === undefined && editions.length > 1) return null;
  const named = edition ?? editions[0] ?? result.whoEdition ?? CURRENT_EDITION;
  if (centile !== undefined) {
    const low = centileValue(result, centile, named);
    const high = centileValue(result, highCentile ?? centile, named);
    // Contradictory words: 'por debajo del percentil 5 o superior', 'fuera del percentil 5'.
    const isPoint = highCentile === undefined && (relation === 'inside' || relation === 'outside');
    if (low === null || high === null || isPoint || (isAtLeast && relation !== 'at')) return null;
    return toPlacement(result, low, isAtLeast ? null : high);
  }
  if (edition === undefined && named !== (result.whoEdition ?? named)) return null;
  const printed =
    result.range === null || source === 'who' ? null : readRange(result.range, result.unit);
  if (printed !== null) return toPlacement(result, printed.low, printed.high, printed.isExclusive);
  // WHO's tables define no normal value: over the 5th centile they state nothing.
  const low = source === undefined || source === 'who' ? centileValue(result, 5, named) : null;
  const isLow = low !== null && isUnder(result, low) === true;
  return { low, high: null, under: isLow || null, over: isLow ? false : null, isWho: true };
}

/** 'Por encima del rango' is over, 'dentro del rango' neither, and 'por encima del límite inferior' is not under. */
function isOnSide(
  { under, over, isWho }: Placement,
  { relation, limit, figure }: ClaimOfKind<'comparison'>,
): boolean | null {
  const side = figure ? undefined : limit?.side;
  const isOutside = under === null || over === null ? null : under || over;
  // A range has two sides.
  if (side !== undefined && (typeof relation === 'string' || (isWho && side === 'upper')))
    return null;
  if (relation === 'inside' || relation === 'at') return negate(isOutside);
  if (relation === 'outside') return isWho ? null : isOutside;
  if (relation.comparator === '<') {
    const isLimit = figure !== null || limit?.centile !== undefined;
    const includesUpper = side === 'upper' || (isLimit && relation.includes);
    return includesUpper ? negate(over) : under;
  }
  // 'No alcanza el rango' is low. Over a limit that has a name, as in 'superior al límite', includes the limit.
  const isNamed = figure !== null && figure.to === null && limit !== null;
  return side === 'lower' || (side === undefined && (relation.includes || isNamed))
    ? negate(under)
    : over;
}

/** Whether a result is on the claimed side; null if that is open. */
function compare(
  record: Record,
  claim: ClaimOfKind<'comparison'>,
  subject: Subject,
  result: QuotableResult,
): boolean | null {
  const place = findPlacement(record, claim, subject, result);
  const answer = place && isOnSide(place, claim);
  return answer && claim.hasDegree ? null : answer;
}

/** The times in a claim; if it has none, those of its context. */
function findTimes(
  record: Record,
  { times }: { readonly times: readonly Time[] },
  subject: Subject,
): readonly Time[] {
  const own = [...subject.times, ...times];
  return own.length > 0 ? own : record.times;
}

/** Checks the comparison of a value with a limit, and the number of a limit that has a name. */
export function checkComparison(record: Record, claim: ClaimOfKind<'comparison'>): Finding {
  const { subjects, figure, limit, limitTimes, isNegated, start, end } = claim;
  const [subject] = subjects as [Subject];
  const analyte = subjects.at(-1)?.mention.keys[0] ?? null;
  const words = { start, end, figure: record.text.slice(start, end), unit: null, analyte };
  const quoted = figure && { record, subject, figure };
  const written = quoted ? writtenFigure(quoted) : words;
  const compared = subjects.map((one) => {
    const own = findResults(one, record.known).filter((result) =>
      figure
        ? convertResult(result, figure.unit) !== null
        : limit?.centile === undefined || hasCentiles(result.analyte),
    );
    const times = findTimes(record, claim, one);
    const meant = findResultsAt(own, times, record);
    // 'En 2026' means every sample of that year.
    const coversAll = namesBothSamples(times) || times.some(({ kind }) => kind === 'date');
    const results = coversAll ? meant : takeNewest(meant);
    if (namesBothSamples(times) && results.length < 2)
      return { result: results[0], answer: null, results };
    const answer = commonAnswer(results.map((result) => compare(record, claim, one, result)));
    return { result: results[0], answer, results };
  });
  const { result } = compared.find((one) => one.answer === isNegated) ?? compared.at(-1) ?? {};
  if (result === undefined) return unknown(written, NO_RESULT);
  const answer = evaluate(
    compared.map((one) => one.answer),
    isNegated,
  );
  if (answer === null || (claim.hasDegree && isNegated)) return unknown(written, UNDECIDED);
  if (!answer && quoted) return makeDiffering(quoted, result);
  if (!answer) {
    const [edition = result.whoEdition] = record.editions;
    const centile = findCentile(
      result.analyte as AnalyteKey,
      result,
      result.unit as UnitName,
      edition,
    );
    const value = `${writeQuantity(result)} ${unitLabel(result.unit)}`.trim();
    const where = centile ? `, ${centileWords(centile, edition)}` : '';
    const message = `No coincide: ${value}${where} (${describeSample(result, record)})`;
    return { ...written, verdict: 'differs', result, message };
  }
  const agrees = {
    verdict: 'agrees',
    result,
    message: `${withUnit(written.figure, written.unit)}, coincide`,
  } as const;
  if (!quoted) return { ...written, ...agrees };
  if (limitTimes.length > 0)
    return checkValue({ ...quoted, subject: { ...subject, times: [] } }, limitTimes);
  const reference = checkReference(quoted, limit ?? {}, null, true);
  if (limit !== null || (reference.verdict === 'reference-agrees' && result.comparator === null))
    return reference;
  const isReached = typeof claim.relation === 'object' && claim.relation.isReached && !isNegated;
  return isReached && isEqual(quoted.figure, result) === null
    ? unknown(written, UNDECIDED)
    : { ...written, ...agrees };
}

const hasCentiles = (analyte: string | null) =>
  isAnalyteKey(analyte ?? '') &&
  (findCentileRow(analyte ?? '') ?? findFifthEdition(analyte as AnalyteKey)) !== null;
