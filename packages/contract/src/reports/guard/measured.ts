// Each phrase has a one-letter sign, such as F for a number; `SIGNS` of `phrases.ts` lists them. The shapes of clauses
// are patterns of these signs, in `cursor.ts`.

import type { Subject } from './claims.ts';
import { compare, readComparison, takeBounds, toSign } from './comparisons.ts';
import type { Cursor, Parts } from './cursor.ts';
import type { QuotedKey } from './mentions.ts';
import { type Amount, mergeLimits, narrow, type Phrase, toFigure, VERB } from './phrases.ts';
import { acceptsUnit } from './same-amount.ts';
import type { Time } from './times.ts';
import type { Limit } from './vocabulary.ts';

/** A sentence, and the state that its earlier clauses pass to later ones. */
export interface Sentence {
  readonly cursor: Cursor;
  /** Whether it is a row of a table, which has a value in each column. */
  readonly isRow: boolean;
  /** Sample that the sentence names; null without one. */
  readonly domain: 'semen' | 'blood' | 'sample' | null;
  /** The last analyte, and whether only the previous sentence names it. */
  subject: Subject | null;
  isCarried: boolean;
  /** Whether a clause began with a limit, so that later numbers without a verb may be limits too. */
  isReferenceFirst: boolean;
  /** Analytes with a time of their own. */
  readonly dated: Subject[];
  /** Number of claims of earlier clauses. */
  claimsBeforeClause: number;
}

/** Maximum analytes of a list, so that reading takes linear time. Real lists are shorter. */
const MAX_SUBJECTS = 20;

/** Reads a clause about measured analytes: values, comparisons and references. */
export function readMeasured(sentence: Sentence): boolean {
  const readers = [readReference, readList, readShare];
  return readers.some((read) => {
    const { subject } = sentence;
    if (sentence.cursor.attempt(() => read(sentence))) return true;
    sentence.subject = subject;
    return false;
  });
}

// Clauses that begin with a limit.

function readReference(sentence: Sentence): boolean {
  const { cursor } = sentence;
  const found = cursor.take('sharedReference') ?? cursor.take('reference');
  const analyte = found?.groups.analyte?.subject;
  const subject = analyte ?? sentence.subject;
  const firstLimit = found?.groups.limit?.limit;
  const limit = firstLimit && mergeLimits(firstLimit, found.groups.furtherLimit?.limit ?? {});
  // An analyte with a time is a result, because limits are undated.
  if (!found || !subject || !limit?.isNamed || analyte?.times.length) return false;
  if (limit.isOpinion && analyte) return false;
  Object.assign(sentence, {
    subject,
    isReferenceFirst: true,
    isCarried: !analyte && sentence.isCarried,
  });
  return addReference(cursor, subject, found, limit) && readAsides(cursor, subject);
}

/** Adds a number as a limit of an analyte. `limitBefore` and the words after the number describe the limit. */
function addReference(
  cursor: Cursor,
  subject: Subject,
  { groups }: Parts,
  limitBefore: Limit,
): boolean {
  const limitAfter = groups.limitAfter?.limit ?? {};
  // 'Rango 4–15.2: en rango' places the value.
  const isPlace = limitAfter.isNamed && limitAfter.isRange;
  if (isPlace && (limitBefore.isNamed || !limitAfter.source)) return false;
  const limit = mergeLimits(limitBefore, limitAfter);
  const figure = groups.figure?.amount && toFigure(groups.figure.amount, subject);
  if (!limit || !figure) return false;
  const { start, end } = figure;
  const sign = toSign(groups.sign);
  return cursor.add({ kind: 'reference', start, end, times: [], subject, figure, limit, sign });
}

function readAsides(cursor: Cursor, subject: Subject): true {
  while (cursor.attempt(() => readAside(cursor, subject)));
  return true;
}

function readAside(cursor: Cursor, subject: Subject): boolean {
  const found = cursor.take('aside');
  if (found === null) return false;
  const { limit, pause, figure } = found.groups;
  const sign = toSign(found.groups.sign);
  // '(1.5–12.4)', '(≥ 16)', '(30 % o más)'.
  const isUnnamed =
    figure?.amount?.last ||
    (sign && (pause?.sign === '(' || sign.isSymbol)) ||
    (pause?.sign === '(' && found.groups.limitAfter?.limit?.side);
  if (limit ? !limit.limit?.isNamed && !limit.limit?.source : !isUnnamed) return false;
  return addReference(cursor, subject, found, limit?.limit ?? {});
}

// Clauses that begin with an analyte.

/** Reads one or more analytes and the statements about them. */
function readList(sentence: Sentence): boolean {
  const { cursor } = sentence;
  // After another statement, a leading verb may connect the statements, so no list starts there.
  const mayBegin = cursor.claims.length === 0 || cursor.signs[cursor.at - 1] === ';';
  if (!mayBegin && cursor.signs[cursor.at] === VERB) return false;
  let found = cursor.take('first');
  if (found?.groups.verb?.isNegated) return false;
  const subjects: Subject[] = [];
  let valued = 0;
  let lastValueEnd = cursor.at;
  while (found?.groups.analyte?.subject && subjects.length < MAX_SUBJECTS) {
    const { subject } = found.groups.analyte;
    // In 'FSH y LH de 4.5 y 3.2' the first number does not belong to the last name.
    const hasPendingNames = valued < subjects.length;
    subjects.push(subject);
    if (!hasPendingNames && cursor.attempt(() => readItem(sentence, subject))) {
      valued += 1;
      lastValueEnd = cursor.at;
    }
    found = cursor.take('next');
  }
  const last = subjects.at(-1);
  if (last === undefined) return false;
  Object.assign(sentence, { subject: last, isCarried: false });
  if (readTails(sentence, subjects, valued > 0)) return true;
  // Names after the last value belong to the next clause.
  cursor.at = lastValueEnd;
  return valued > 0;
}

/** Reads the number after an analyte of a list, which has no verb. */
function readItem(sentence: Sentence, subject: Subject): boolean {
  const { cursor } = sentence;
  const found = cursor.take('item');
  // 'El percentil 5 del volumen es 1.4 mL y el de la concentración, 16': 16 is a limit, not a value.
  if (!found?.groups.figure || followsReference(sentence)) return false;
  const isRange = found.groups.figure.amount?.last != null;
  const isBracket = sentence.isRow || found.all.at(-2)?.sign === '(';
  // 'FSH (1.5–12.4)' has its range; in 'pasó de 6.8 a 5.1, y la LH de 4.2 a 5.1' the range is a change.
  const isRead = isRange
    ? isBracket && addReference(cursor, subject, found, {})
    : addValue(sentence, subject, found.groups.figure, []);
  return isRead && readAsides(cursor, subject);
}

const followsReference = ({ cursor, isReferenceFirst }: Sentence) =>
  isReferenceFirst && cursor.claims.at(-1)?.kind === 'reference';

function readTails(sentence: Sentence, subjects: readonly Subject[], isValued: boolean): boolean {
  const { cursor } = sentence;
  const from = cursor.at;
  while (cursor.attempt(() => readTail(sentence, subjects, isValued || cursor.at > from)));
  return cursor.at > from;
}

/** Reads a statement about the analytes before it. */
function readTail(sentence: Sentence, subjects: readonly Subject[], isValued: boolean): boolean {
  const { cursor } = sentence;
  const [subject] = subjects as [Subject];
  const isOne = subjects.length === 1;
  if (isValued && isOne && cursor.attempt(() => readAside(cursor, subject))) return true;
  const { pause, when, verb } = cursor.take('tail')?.groups ?? {};
  const hasVerb = verb?.hasVerb === true;
  const isNegated = verb?.isNegated === true;
  const before = when?.times ?? [];
  const change = cursor.take('change');
  if (change) return !isNegated && isOne && addChange(sentence, subject, change);
  const about = { subjects, isNegated, before };
  // 'FSH (≥ 5.1)' may be a reference.
  const mayBeReference =
    pause?.sign === '(' && !hasVerb && toSign(cursor.phrases[cursor.at])?.isSymbol;
  // 'Está 12 millones/mL por debajo del límite' may be a distance from the limit.
  const isDistance = /^VF>.?L/.test(cursor.signs.slice(Math.max(0, cursor.at - 2), cursor.at + 3));
  if (isDistance && isValued) return false;
  // 'La FSH normal es de 9.4' and 'menor de 1.4 mL se considera bajo' may be about a reference.
  const isBare = pause === undefined && !hasVerb;
  const clauseClaims = cursor.claims.slice(sentence.claimsBeforeClause);
  const isSecond = isBare && clauseClaims.at(-1)?.kind === 'comparison';
  const isCompared = () =>
    readComparison(cursor, about) && !(isBare && cursor.signs.startsWith('VF', cursor.at));
  if (!mayBeReference && !isSecond && cursor.attempt(isCompared)) return true;
  const limit = cursor.phrases[cursor.at]?.limit;
  const followsWith = pause?.token.kind === 'with';
  if (limit && !followsWith && (limit.isNamed || limit.source)) {
    const isEnd = limit.isEnd || limit.side !== undefined;
    const isInside = limit.isRange && (hasVerb || pause !== undefined || !isValued);
    if (isInside) return !isEnd && compare(cursor, about, takeBounds(cursor, 'inside'), 'inside');
    return limit.centile !== undefined && compare(cursor, about, cursor.take('limit'), 'at');
  }
  if (isNegated) return false;
  if (!isOne) return false;
  // A second value of the same analyte is accepted only in brackets (the value in another unit) or with its own date.
  const hasValue = clauseClaims.some(({ kind }) => kind === 'value');
  const figure = cursor.take('value')?.groups.figure;
  const isTimed = before.length > 0 || (figure?.times ?? []).length > 0;
  const isUndatedSecond = hasValue && pause?.sign !== '(' && !isTimed && !sentence.isRow;
  const isRangeWithoutVerb = figure?.amount?.last != null && !hasVerb;
  if (isUndatedSecond || isRangeWithoutVerb) return false;
  if (!hasVerb && followsReference(sentence)) return false;
  if (hasValue) return addValue(sentence, subject, figure, before);
  return addValue(sentence, { ...subject, times: [...subject.times, ...before] }, figure, []);
}

/** A number without a unit has that of the other one in 'de 6.8 a 5.1 mUI/mL'. */
const inheritUnit = (amount: Amount, last: Amount | undefined): Amount =>
  amount.first.unitAt || !last
    ? amount
    : { ...amount, first: { ...amount.first, unit: last.first.unit, unitAt: last.first.unitAt } };

/** Times before a second value replace those at the start of the sentence. */
function addValue(
  { cursor, dated }: Sentence,
  subject: Subject,
  phrase: Phrase | undefined,
  before: readonly Time[],
): boolean {
  if (!phrase?.amount) return false;
  // 'Morfología de 9 % de formas normales': the words after the number narrow an ambiguous analyte.
  const other = cursor.phrases[cursor.at]?.subject;
  const narrower = other && narrow(subject.mention, other.mention);
  if (narrower) cursor.at += 1;
  const narrowed = { ...subject, mention: narrower ?? subject.mention };
  const figure = toFigure(phrase.amount, narrowed);
  if (figure === null) return false;
  const ownTimes = [...subject.times, ...before, ...(phrase.times ?? [])];
  if (ownTimes.some((time) => time.kind === 'date' || time.rank !== 'newest')) dated.push(subject);
  const times = before.length > 0 ? ownTimes : [...cursor.lead, ...ownTimes];
  const { start, end } = figure;
  return cursor.add({ kind: 'value', start, end, times, subject: narrowed, figure });
}

/** 'Bajó de 18 millones/mL en abril a 9 en octubre', 'pasó de 18 a 9 entre abril y octubre'. */
function addChange({ cursor }: Sentence, subject: Subject, { groups, all }: Parts): boolean {
  const [older, newer] = groups.span?.times ?? cursor.period;
  const word = groups.change?.token;
  if (!groups.from?.amount || !groups.to?.amount || word?.kind !== 'change') return false;
  const from = toFigure(inheritUnit(groups.from.amount, groups.to.amount), subject);
  const to = toFigure(inheritUnit(groups.to.amount, groups.from.amount), subject);
  if (!from || !to || (groups.span && !newer)) return false;
  return cursor.add({
    ...{ kind: 'change', ...cursor.span(all), subject, direction: word.direction, from, to },
    fromTimes: [...(groups.from.times ?? []), ...(older ? [older] : [])],
    times: [...cursor.lead, ...(groups.to.times ?? []), ...(newer ? [newer] : [])],
  });
}

// Clauses that begin with a number.

const ANALYTES_BY_UNIT: Readonly<Record<string, readonly QuotedKey[]>> = {
  '10*6/mL': ['concentration'],
  '10*6/{ejaculate}': ['totalNumber'],
  mL: ['volume'],
};

function readShare(sentence: Sentence): boolean {
  const { cursor } = sentence;
  const found = cursor.take('share');
  const { figure, verb, sperm } = found?.groups ?? {};
  if (!found || !figure?.amount || verb?.isNegated) return false;
  const { amount } = figure;
  let subject: Subject | null = null;
  cursor.attempt(() => {
    const counted = cursor.take('counted');
    // '61 % de los espermatozoides no vivos'.
    const noun = counted?.all.some((one) => one.isNegated) ? undefined : counted?.groups.analyte;
    subject = noun ? findShareSubject(noun, amount) : null;
    return subject !== null;
  });
  subject ??= findCountedSubject(sentence, amount, sperm !== undefined);
  if (subject === null) return false;
  const sign = toSign(found.groups.sign);
  const about = { subjects: [subject], isNegated: false, before: [] };
  const isRead = sign
    ? compare(cursor, about, { groups: { figure }, all: found.all }, sign)
    : addValue(sentence, subject, figure, []);
  if (isRead) readTails(sentence, [subject], true);
  return isRead;
}

/** Analyte of the noun of a percentage. 'Normales' means normal forms. */
function findShareSubject({ token, subject, start, end }: Phrase, amount: Amount): Subject | null {
  const level = token.kind === 'level' ? token.level : null;
  const isForms = level === 'normal' || level === 'abnormal';
  const isComplement = level === 'abnormal' && { isComplement: true as const };
  const forms = { start, end, keys: ['normalForms'] as const, rows: [], ...isComplement };
  const named = isForms ? { mention: forms, times: [], unit: null } : subject;
  const { unit } = amount.last ?? amount.first;
  return named && unit && toFigure(amount, named) ? named : null;
}

/** '20 millones/mL' is a concentration without its name, unless the sentence names another analyte in that unit. */
function findCountedSubject(
  { cursor, domain }: Sentence,
  { first, last }: Amount,
  hasSperm: boolean,
): Subject | null {
  const { unit, start, end } = last ?? first;
  const keys = (unit?.among.length === 1 && ANALYTES_BY_UNIT[unit.among[0] ?? '']) || [];
  if (keys.length === 0) return null;
  const isNamed = cursor.phrases.some(
    ({ subject }) => unit && subject?.mention.keys.some((key) => acceptsUnit(key, unit)),
  );
  const isSampleValue = keys[0] !== 'volume' || (domain === 'sample' && !hasSperm);
  if (!isSampleValue || (isNamed && !hasSperm)) return null;
  return { mention: { start, end, keys, rows: [] }, times: [], unit: null };
}
