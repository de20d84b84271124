import type { Subject } from './claims.ts';
import { compare, readComparison, signOf, takeBounds } from './comparisons.ts';
import type { Cursor, Parts } from './cursor.ts';
import type { QuotedKey } from './mentions.ts';
import { type Amount, mergeLimits, narrow, type Phrase, toFigure } from './phrases.ts';
import { fits } from './same-amount.ts';
import type { Time } from './times.ts';
import type { Limit } from './vocabulary.ts';

/** A sentence, and what its clauses so far say of the next ones. */
export interface Sentence {
  readonly cursor: Cursor;
  /** A row of a table has a value in each column. */
  readonly isRow: boolean;
  /** Sample that the sentence names; null without one. */
  readonly domain: 'semen' | 'blood' | 'sample' | null;
  /** The last analyte, and whether it is of the previous sentence. */
  subject: Subject | null;
  isCarried: boolean;
  isOfEachHundred: boolean;
  isReferenceFirst: boolean;
  /** Analytes with a time of their own. */
  readonly dated: Subject[];
  /** Number of claims in front of the clause. */
  clauseAt: number;
}

/** A list of analytes is shorter; the bound keeps reading linear. */
const MOST_SUBJECTS = 20;

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
  const named = found?.of.named?.subject;
  const subject = named ?? sentence.subject;
  const front = found?.of.limit?.limit;
  const limit = front && mergeLimits(front, found.of.more?.limit ?? {});
  // A limit has no time.
  if (!found || !subject || !limit?.isNamed || named?.times.length) return false;
  if (limit.isOpinion && named) return false;
  Object.assign(sentence, {
    subject,
    isReferenceFirst: true,
    isCarried: !named && sentence.isCarried,
  });
  return addReference(cursor, subject, found, limit) && readAsides(cursor, subject);
}

/** A number as a limit of an analyte. */
function addReference(cursor: Cursor, subject: Subject, { of }: Parts, front: Limit): boolean {
  const limit = mergeLimits(front, of.behind?.limit ?? {});
  const figure = of.figure?.amount && toFigure(of.figure.amount, subject);
  if (!limit || !figure) return false;
  const { start, end } = figure;
  const sign = signOf(of.sign);
  return cursor.add({ kind: 'reference', start, end, times: [], subject, figure, limit, sign });
}

function readAsides(cursor: Cursor, subject: Subject): true {
  while (cursor.attempt(() => readAside(cursor, subject)));
  return true;
}

function readAside(cursor: Cursor, subject: Subject): boolean {
  const found = cursor.take('aside');
  if (found === null) return false;
  const { limit, pause, figure } = found.of;
  const sign = signOf(found.of.sign);
  const isUnnamed = figure?.amount?.last || (sign && (pause?.sign === '(' || sign.isSymbol));
  if (limit ? !limit.limit?.isNamed && !limit.limit?.source : !isUnnamed) return false;
  return addReference(cursor, subject, found, limit?.limit ?? {});
}

// Clauses that begin with an analyte.

/** One or more analytes, and what is said of them. */
function readList(sentence: Sentence): boolean {
  const { cursor } = sentence;
  // A verb behind another statement may relate the two.
  const mayBegin = cursor.claims.length === 0 || cursor.signs[cursor.at - 1] === ';';
  if (!mayBegin && cursor.signs[cursor.at] === 'V') return false;
  let found = cursor.take('first');
  if (found?.of.verb?.isNegated) return false;
  const subjects: Subject[] = [];
  let valued = 0;
  let behind = cursor.at;
  while (found?.of.named?.subject && subjects.length < MOST_SUBJECTS) {
    const { subject } = found.of.named;
    // In 'FSH y LH de 4.5 y 3.2' the first number is not that of the last name.
    const isOfList = valued < subjects.length;
    subjects.push(subject);
    if (!isOfList && cursor.attempt(() => readItem(sentence, subject))) {
      valued += 1;
      behind = cursor.at;
    }
    found = cursor.take('next');
  }
  const last = subjects.at(-1);
  if (last === undefined) return false;
  Object.assign(sentence, { subject: last, isCarried: false });
  if (readTails(sentence, subjects, valued > 0)) return true;
  // Names behind the last value are of another clause.
  cursor.at = behind;
  return valued > 0;
}

/** The value of an item of a list has no verb. */
function readItem(sentence: Sentence, subject: Subject): boolean {
  const { cursor } = sentence;
  const found = cursor.take('item');
  // 'El percentil 5 del volumen es 1.4 mL y el de la concentración, 16' goes on with references.
  if (!found?.of.figure || isOfReference(sentence)) return false;
  const isRange = found.of.figure.amount?.last != null;
  const isBracket = sentence.isRow || found.all.at(-2)?.sign === '(';
  // 'FSH (1.5–12.4)' gives its range; 'pasó de 6.8 a 5.1, y la LH de 4.2 a 5.1' goes on with a change.
  const isRead = isRange
    ? isBracket && addReference(cursor, subject, found, {})
    : addValue(sentence, subject, found.of.figure, []);
  return isRead && readAsides(cursor, subject);
}

const isOfReference = ({ cursor, isReferenceFirst }: Sentence) =>
  isReferenceFirst && cursor.claims.at(-1)?.kind === 'reference';

function readTails(sentence: Sentence, subjects: readonly Subject[], isValued: boolean): boolean {
  const { cursor } = sentence;
  const from = cursor.at;
  while (cursor.attempt(() => readTail(sentence, subjects, isValued || cursor.at > from)));
  return cursor.at > from;
}

/** A statement about the analytes in front of it. */
function readTail(sentence: Sentence, subjects: readonly Subject[], isValued: boolean): boolean {
  const { cursor } = sentence;
  const [subject] = subjects as [Subject];
  const isOne = subjects.length === 1;
  if (isValued && isOne && cursor.attempt(() => readAside(cursor, subject))) return true;
  const { pause, when, verb } = cursor.take('tail')?.of ?? {};
  const hasVerb = verb?.hasVerb === true;
  const isNegated = verb?.isNegated === true;
  const before = when?.times ?? [];
  const change = cursor.take('change');
  if (change) return !isNegated && isOne && addChange(sentence, subject, change);
  const about = { subjects, isNegated, before };
  // 'FSH (≥ 5.1)' may be a reference.
  const isOpen = pause?.sign === '(' && !hasVerb && signOf(cursor.phrases[cursor.at])?.isSymbol;
  // 'Está 12 millones/mL por debajo del límite' may be the distance from it.
  const isDistance = /^VF>.?L/.test(cursor.signs.slice(Math.max(0, cursor.at - 2), cursor.at + 3));
  if (isDistance && isValued) return false;
  if (!isOpen && cursor.attempt(() => readComparison(cursor, about))) return true;
  const limit = cursor.phrases[cursor.at]?.limit;
  if (limit && !limit.isOpinion && pause?.sign !== 'w' && (limit.isNamed || limit.source)) {
    // 'Según el laboratorio, 15.2' is a value.
    const isLimit = !hasVerb && (limit.isNamed || pause?.sign === '(');
    const reference = isLimit ? cursor.take('limitInNumbers') : null;
    if (reference) return !isNegated && isOne && addReference(cursor, subject, reference, limit);
    const isInside = limit.isRange && (hasVerb || pause !== undefined || !isValued);
    if (isInside) return compare(cursor, about, takeBounds(cursor, 'inside'), 'inside');
    return limit.centile !== undefined && compare(cursor, about, cursor.take('limit'), 'at');
  }
  if (isNegated) return false;
  if (!isOne) return readRespectiveValues(sentence, subjects);
  // A second value has brackets, as in another unit, or a time of its own.
  const hasValue = cursor.claims.slice(sentence.clauseAt).some(({ kind }) => kind === 'value');
  const figure = cursor.take('value')?.of.figure;
  const isTimed = before.length > 0 || (figure?.times ?? []).length > 0;
  const isSecond = hasValue && pause?.sign !== '(' && !isTimed && !sentence.isRow;
  const isSplit = isValued && pause === undefined && !hasVerb;
  const isOpenRange = figure?.amount?.last != null && !hasVerb;
  if (isSecond || isSplit || isOpenRange || (pause?.sign === 'y' && !isTimed)) return false;
  if (!hasVerb && isOfReference(sentence)) return false;
  if (hasValue) return addValue(sentence, subject, figure, before);
  return addValue(sentence, { ...subject, times: [...subject.times, ...before] }, figure, []);
}

/** 'FSH y LH de 4.5 y 3.2 mUI/mL, respectivamente'. */
function readRespectiveValues(sentence: Sentence, subjects: readonly Subject[]): boolean {
  const { cursor } = sentence;
  const pattern = new RegExp(`F(?:(?:,?y|,)F){${subjects.length - 1}},?=`, 'y');
  pattern.lastIndex = cursor.at;
  if (!pattern.test(cursor.signs)) return false;
  const taken = cursor.phrases.slice(cursor.at, pattern.lastIndex);
  cursor.at = pattern.lastIndex;
  const amounts = taken.flatMap(({ amount }) => amount ?? []);
  return subjects.every((subject, index) => {
    const amount = withUnitOf(amounts[index] as Amount, amounts.at(-1));
    const phrase = taken.find((one) => one.amount === amounts[index]) as Phrase;
    return addValue(sentence, subject, { ...phrase, amount }, []);
  });
}

/** The unit of the last of several numbers is that of all. */
const withUnitOf = (amount: Amount, last: Amount | undefined): Amount =>
  amount.first.unitAt || !last
    ? amount
    : { ...amount, first: { ...amount.first, unit: last.first.unit, unitAt: last.first.unitAt } };

/** Times in front of a second value are in place of those in front of the sentence. */
function addValue(
  { cursor, dated }: Sentence,
  subject: Subject,
  phrase: Phrase | undefined,
  before: readonly Time[],
): boolean {
  if (!phrase?.amount) return false;
  // '9 % de formas normales' behind 'morfología' names one of several analytes.
  const other = cursor.phrases[cursor.at]?.subject;
  const narrower = other && narrow(subject.mention, other.mention);
  if (narrower) cursor.at += 1;
  const own = { ...subject, mention: narrower ?? subject.mention };
  const figure = toFigure(phrase.amount, own);
  if (figure === null) return false;
  const named = [...subject.times, ...before, ...(phrase.times ?? [])];
  if (named.some(({ kind }) => kind !== 'newest')) dated.push(subject);
  const times = before.length > 0 ? named : [...cursor.lead, ...named];
  const { start, end } = figure;
  return cursor.add({ kind: 'value', start, end, times, subject: own, figure });
}

/** 'Bajó de 18 millones/mL en abril a 9 en octubre', 'pasó de 18 a 9 entre abril y octubre'. */
function addChange({ cursor }: Sentence, subject: Subject, { of, all }: Parts): boolean {
  const [older, newer] = of.span?.times ?? [];
  const word = of.change?.token;
  if (!of.from?.amount || !of.to?.amount || word?.kind !== 'change') return false;
  const from = toFigure(withUnitOf(of.from.amount, of.to.amount), subject);
  const to = toFigure(of.to.amount, subject);
  if (!from || !to || (of.span && !newer)) return false;
  return cursor.add({
    ...{ kind: 'change', ...cursor.span(all), subject, direction: word.direction, from, to },
    fromTimes: [...(of.from.times ?? []), ...(older ? [older] : [])],
    times: [...cursor.lead, ...(of.to.times ?? []), ...(newer ? [newer] : [])],
  });
}

// Clauses that begin with a number.

const PERCENT = { among: ['%'], power: 0, end: 0 } as const;
const COUNTED: Readonly<Record<string, readonly QuotedKey[]>> = {
  '10*6/mL': ['concentration'],
  '10*6/{ejaculate}': ['totalNumber'],
  mL: ['volume'],
};

function readShare(sentence: Sentence): boolean {
  const { cursor } = sentence;
  const found = cursor.take('share');
  const { figure, verb, hundred, sperm } = found?.of ?? {};
  if (!found || !figure?.amount || verb?.isNegated) return false;
  if (hundred) sentence.isOfEachHundred = true;
  const { first } = figure.amount;
  const isHundredth = sentence.isOfEachHundred && first.unit === null;
  const amount = isHundredth
    ? { ...figure.amount, first: { ...first, unit: PERCENT } }
    : figure.amount;
  let subject: Subject | null = null;
  cursor.attempt(() => {
    const counted = cursor.take('counted');
    // '61 % de los espermatozoides no vivos'.
    const noun = counted?.all.some((one) => one.isNegated) ? undefined : counted?.of.named;
    subject = noun ? subjectOfShare(noun, amount) : null;
    return subject !== null;
  });
  subject ??= countedIn(sentence, amount, sperm !== undefined);
  if (subject === null) return false;
  const sign = signOf(found.of.sign);
  const phrase = { ...figure, amount };
  const about = { subjects: [subject], isNegated: false, before: [] };
  const isRead = sign
    ? compare(cursor, about, { of: { figure: phrase }, all: found.all }, sign)
    : addValue(sentence, subject, phrase, []);
  if (isRead) readTails(sentence, [subject], true);
  return isRead;
}

/** The noun of a share; 'normales' are normal forms. */
function subjectOfShare({ token, subject, start, end }: Phrase, amount: Amount): Subject | null {
  const level = token.kind === 'level' ? token.level : null;
  const isForms = level === 'normal' || level === 'abnormal';
  const isComplement = level === 'abnormal' && { isComplement: true as const };
  const forms = { start, end, keys: ['normalForms'] as const, rows: [], ...isComplement };
  const named = isForms ? { mention: forms, times: [], unit: null } : subject;
  const { unit } = amount.last ?? amount.first;
  return named && unit && toFigure(amount, named) ? named : null;
}

/** A count in a millilitre needs no name, unless another analyte of the sentence has that unit. */
function countedIn(
  { cursor, domain }: Sentence,
  { first, last }: Amount,
  hasSperm: boolean,
): Subject | null {
  const { unit, start, end } = last ?? first;
  const keys = (unit?.among.length === 1 && COUNTED[unit.among[0] ?? '']) || [];
  if (keys.length === 0) return null;
  const isNamed = cursor.phrases.some(
    ({ subject }) => unit && subject?.mention.keys.some((key) => fits(key, unit)),
  );
  const isOfSample = keys[0] !== 'volume' || (domain === 'sample' && !hasSperm);
  if (!isOfSample || (isNamed && !hasSperm)) return null;
  return { mention: { start, end, keys, rows: [] }, times: [], unit: null };
}
