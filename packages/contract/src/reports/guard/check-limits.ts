import { type AnalyteKey, isAnalyteKey, quantityIn } from '../../results/analytes/catalogue.ts';
import { CURRENT_EDITION, type WhoEdition } from '../../results/analytes/studies.ts';
import { type UnitName, unitLabel } from '../../results/analytes/units.ts';
import { compareDecimals, type DecimalText } from '../../results/decimal.ts';
import { isOver, isUnder, type Quantity, writeQuantity } from '../../results/quantity.ts';
import { centileWords, findCentile } from '../../results/semen/centile.ts';
import { findCentileRow, findFifthEdition } from '../../results/semen/who-centiles.ts';
import type { Finding, QuotableResult } from '../version.ts';
import { checkValue, differing, agrees as isEqual } from './check-values.ts';
import type { Claimed, Figure, Subject } from './claims.ts';
import {
  commonAnswer,
  evaluate,
  marked,
  NO_REFERENCE,
  NO_RESULT,
  type Record,
  resultsNamed,
  UNDECIDED,
  unknown,
  whenAndWhere,
  withUnit,
  writtenFigure,
} from './finding.ts';
import type { WrittenNumber } from './numbers.ts';
import { ABSTINENCE } from './quotable-result.ts';
import {
  ABSTINENCE_DAYS,
  editionsMeant,
  findReferences,
  ofCentile,
  type Reference,
} from './references.ts';
import { asWritten, fits, resultAsWritten } from './same-amount.ts';
import { isOfBoth, resultsAt, type Time, takeNewest } from './times.ts';
import type { Limit, Sign } from './vocabulary.ts';

type WrittenReference = Reference & { readonly low: DecimalText };

/** The references that a figure may quote, in its unit. */
function referencesNamed(
  record: Record,
  subject: Subject,
  figure: Figure,
  limit: Limit,
): WrittenReference[] {
  const results = resultsNamed(subject, record.known);
  const named = limit.edition === undefined ? record.editions : [limit.edition];
  const editions = named.length > 0 ? named : editionsMeant(record.plain, results);
  const inUnit = (key: string, value: DecimalText | null, unit: string | null) =>
    value && (asWritten(key, { comparator: null, value }, unit, figure.unit)?.value ?? null);
  return subject.mention.keys
    .filter((key) => fits(key, figure.unit))
    .flatMap((key) => {
      const own = results.filter(({ analyte }) => analyte === key);
      const isNamed = limit.centile !== undefined && !(figure.to && limit.centile === 5);
      const references = isNamed
        ? ofCentile(key, limit.centile ?? 5, editions)
        : findReferences(key, editions, own);
      // References are printed for the normal share, not for its complement.
      if (subject.mention.isComplement) return [];
      return references.flatMap((one) => {
        const low = inUnit(key, one.low, one.unit);
        if (low === null || !isFrom(one, limit)) return [];
        return [{ ...one, low, high: inUnit(key, one.high, one.unit) }];
      });
    });
}

/** Whether a reference is of the source that the text names. */
function isFrom({ source }: Reference, limit: Limit): boolean {
  const isPrinted = source.startsWith('rango de');
  const isOfConsensus = source.startsWith('umbral');
  if (limit.source === 'laboratory') return isPrinted;
  if (limit.source === 'consensus') return isOfConsensus;
  return limit.source === undefined || !(isPrinted || isOfConsensus);
}

const isSame = ({ readings }: WrittenNumber, value: DecimalText | null) =>
  value !== null && compareDecimals(readings[0].value, value) === 0;

function matches(subject: Subject, { number, to }: Figure, { low, high }: WrittenReference) {
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
  record: Record,
  subject: Subject,
  figure: Figure,
  limit: Limit,
  sign: Sign | null,
  isClaimed = false,
): Finding {
  const quoted = writtenFigure(record, subject, figure);
  const references = referencesNamed(record, subject, figure, limit);
  const same = references.filter((one) => matches(subject, figure, one));
  const ofSign = sign && (sign.comparator === '>' ? 'lower' : 'upper');
  const sides = [limit.side, ofSign].flatMap((side) => side ?? []);
  // One end of a range is clear only with its side, as in 'límite superior'.
  const isClear = sides.length > 0 || (isClaimed && !limit.isNamed);
  const isWhole = (one: Reference) => one.isUsual || one.high !== null || isClear;
  const found = same.find(
    (one) => isWhole(one) && sides.every((side) => (one.side ?? side) === side),
  );
  if (found) {
    const message = `${withUnit(quoted.figure, quoted.unit)}, coincide (${found.source})`;
    return { ...quoted, verdict: 'reference-agrees', message };
  }
  if (same.length > 0) return unknown(quoted, 'Es el número de un límite del otro lado');
  const isOwn = resultsNamed(subject, record.known).some(
    (one) => figure.to === null && isEqual(figure, one) === 'exact',
  );
  const usual =
    references.find(({ isUsual, high }) => isUsual && (high !== null) === (figure.to !== null)) ??
    references.find(({ isUsual }) => isUsual);
  if (!usual || (isOwn && sign === null && record.listed === null && (isClaimed || !limit.isNamed)))
    return unknown(quoted, NO_REFERENCE);
  const expected =
    usual.high === null
      ? marked(usual.low, figure)
      : `${marked(usual.low, figure)}–${marked(usual.high, figure)}`;
  const message = `${quoted.figure} ≠ ${withUnit(expected, quoted.unit)} (${usual.source})`;
  return { ...quoted, verdict: 'reference-differs', expected, message };
}

/** Whether a quantity is on the claimed side of one or two limits; null if its comparator leaves that open. */
function isOnSide(
  quantity: Quantity,
  relation: Claimed<'comparison'>['relation'],
  low: DecimalText,
  high: DecimalText | null,
): boolean | null {
  if (relation === 'inside' || relation === 'outside' || relation === 'at') {
    const [under, over] = [isUnder(quantity, low), isOver(quantity, high ?? low)];
    if (under === null || over === null) return null;
    return (!under && !over) === (relation !== 'outside');
  }
  const limit = relation.comparator === '>' ? (high ?? low) : low;
  if (!relation.includes) {
    return relation.comparator === '<' ? isUnder(quantity, limit) : isOver(quantity, limit);
  }
  const isBeyond = relation.comparator === '<' ? isOver(quantity, limit) : isUnder(quantity, limit);
  return isBeyond === null ? null : !isBeyond;
}

/** The value of a centile in the unit of a result. */
function valueAt(result: QuotableResult, centile: number, edition: WhoEdition): DecimalText | null {
  const key = result.analyte as AnalyteKey;
  const [found] = ofCentile(key, centile, [edition]);
  if (found?.low == null || found.unit === null) return null;
  const quantity = { comparator: null, value: found.low };
  return quantityIn(key, quantity, found.unit as UnitName, result.unit as UnitName)?.value ?? null;
}

/** Whether a result is on the claimed side of a limit in numbers or centiles; null if the tables do not decide. */
function compare(
  record: Record,
  claim: Claimed<'comparison'>,
  result: QuotableResult,
): boolean | null {
  const { figure, relation } = claim;
  const { centile, highCentile, isAtLeast } = claim.limit ?? {};
  if (figure) {
    const value = resultAsWritten(result, figure.unit);
    // Over a limit that has a name, as in 'superior al límite de la OMS', includes the limit itself.
    const isNamed =
      claim.limit !== null && typeof relation === 'object' && relation.comparator === '>';
    const side = isNamed ? { ...relation, includes: true } : relation;
    const high = figure.to?.readings[0].value ?? null;
    return value && isOnSide(value, side, figure.number.readings[0].value, high);
  }
  if (centile === undefined) return null;
  // The tables have only centiles of the normal share.
  if (claim.subjects.some(({ mention }) => mention.isComplement)) return null;
  const named = claim.limit?.edition ?? record.editions[0];
  if (claim.limit?.edition === undefined && record.editions.length > 1) return null;
  const edition = named ?? result.whoEdition ?? CURRENT_EDITION;
  const low = valueAt(result, centile, edition);
  const high = highCentile === undefined ? null : valueAt(result, highCentile, edition);
  if (low === null || (highCentile !== undefined && high === null)) return null;
  // Contradictory words: 'por debajo del percentil 5 o superior', 'fuera del percentil 5'.
  const isPoint = high === null && (relation === 'inside' || relation === 'outside');
  if (isPoint || (isAtLeast && relation !== 'at')) return null;
  if (isAtLeast) return isOnSide(result, { comparator: '>', includes: true }, low, null);
  return isOnSide(result, relation, low, high);
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
export function checkComparison(record: Record, claim: Claimed<'comparison'>): Finding {
  const { subjects, figure, limit, limitTimes, isNegated, start, end } = claim;
  const [subject] = subjects as [Subject];
  const analyte = subjects.at(-1)?.mention.keys[0] ?? null;
  const words = { start, end, figure: record.text.slice(start, end), unit: null, analyte };
  const written = figure ? writtenFigure(record, subject, figure) : words;
  const compared = subjects.map((one) => {
    const own = resultsNamed(one, record.known).filter((result) =>
      figure ? resultAsWritten(result, figure.unit) !== null : hasCentiles(result.analyte),
    );
    const times = findTimes(record, claim, one);
    const meant = resultsAt(own, times, record);
    // 'En 2026' means every sample of that year.
    const isOfAll = isOfBoth(times) || times.some(({ kind }) => kind === 'date');
    const results = isOfAll ? meant : takeNewest(meant);
    if (isOfBoth(times) && results.length < 2) return { result: results[0], answer: null };
    const answer = commonAnswer(results.map((result) => compare(record, claim, result)));
    return { result: results[0], answer };
  });
  const { result } = compared.find((one) => one.answer === isNegated) ?? compared.at(-1) ?? {};
  if (result === undefined) return unknown(written, NO_RESULT);
  const answer = evaluate(
    compared.map((one) => one.answer),
    isNegated,
  );
  if (answer === null) return unknown(written, UNDECIDED);
  if (!answer && figure) return differing(record, subject, figure, result);
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
    const message = `No coincide: ${value}${where} (${whenAndWhere(result, record)})`;
    return { ...written, verdict: 'differs', result, message };
  }
  const agrees = {
    verdict: 'agrees',
    result,
    message: `${withUnit(written.figure, written.unit)}, coincide`,
  } as const;
  if (!figure) return { ...written, ...agrees };
  if (limitTimes.length > 0)
    return checkValue(record, { ...subject, times: [] }, figure, limitTimes);
  const reference = checkReference(record, subject, figure, limit ?? {}, null, true);
  if (limit !== null || (reference.verdict === 'reference-agrees' && result.comparator === null))
    return reference;
  const isReached = typeof claim.relation === 'object' && claim.relation.isReached && !isNegated;
  return isReached && isEqual(figure, result) === null
    ? unknown(written, UNDECIDED)
    : { ...written, ...agrees };
}

const hasCentiles = (analyte: string | null) =>
  isAnalyteKey(analyte ?? '') &&
  (findCentileRow(analyte ?? '') ?? findFifthEdition(analyte as AnalyteKey)) !== null;
