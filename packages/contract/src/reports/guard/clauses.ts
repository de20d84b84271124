import type { Claim, Subject } from './claims.ts';
import { Cursor } from './cursor.ts';
import { readMeasured, type Sentence } from './measured.ts';
import type { Phrase } from './phrases.ts';
import type { Time } from './times.ts';
import type { Token } from './tokens.ts';
import type { Region } from './vocabulary.ts';

/** The claims of a sentence, and whether a shape took each of its words. */
export interface ReadSentence {
  readonly claims: readonly Claim[];
  readonly isWhole: boolean;
  /** The last analyte, whose reference the next sentence may give; null without one. */
  readonly subject: Subject | null;
}

/** Reads the claims of a sentence, clause by clause. `carried` is the analyte of the previous sentence. */
export function readClauses(tokens: readonly Token[], carried: Subject | null): ReadSentence {
  const cursor = new Cursor(tokens);
  const domains = tokens.flatMap((one) => (one.kind === 'filler' ? (one.domain ?? []) : []));
  const sentence: Sentence = {
    cursor,
    isRow: tokens[0]?.kind === 'bar',
    domain: domains.find((one) => one !== 'sample') ?? domains[0] ?? null,
    subject: carried,
    isCarried: true,
    isOfEachHundred: false,
    isReferenceFirst: false,
    dated: [],
    clauseAt: 0,
  };
  let [isWhole, isSeparated, looseAt] = [true, true, -1];
  while (cursor.at < cursor.phrases.length) {
    const from = cursor.at;
    // 'Comparado con abril' is no time of what follows.
    const time = from === looseAt ? null : cursor.take('time');
    if (time) cursor.lead = time.of.when?.times ?? [];
    const isSeparator = time !== null || cursor.take('separator') !== null;
    const isRead = isSeparator || readClause(sentence, from === looseAt);
    if (!isRead) {
      passOver(sentence);
      looseAt = cursor.at;
    }
    // Two statements side by side may be one: 'la FSH de 9 es por la LH de 7'.
    isWhole &&= isRead && (isSeparator || isSeparated);
    isSeparated = isSeparator;
  }
  withdrawUnclear(sentence);
  const subject = sentence.isCarried ? null : sentence.subject;
  return { claims: cursor.claims, isWhole, subject };
}

function readClause(sentence: Sentence, isBehindUnknown: boolean): boolean {
  const { cursor } = sentence;
  const [from, count] = [cursor.at, cursor.claims.length];
  sentence.clauseAt = count;
  const readers = [readConditions, readDeletion, readRegions, readGrowth, readSperm];
  const isRead =
    readers.some((read) => cursor.attempt(() => read(cursor))) || readMeasured(sentence);
  if (!isRead) return false;
  const behind = cursor.signs[cursor.at] === 'T' ? (cursor.phrases[cursor.at]?.times ?? []) : [];
  if (behind.length > 0) cursor.at += 1;
  const taken = cursor.phrases.slice(from, cursor.at);
  const isPast = taken.some(({ token }) => token.kind === 'is' && token.isPast);
  // 'Permanece', 'oscila': of several samples.
  const isLasting = taken.some(({ token }) => token.kind === 'is' && token.isLasting);
  const isLoose = isBehindUnknown && cursor.signs[from] !== 'A';
  for (let index = count; index < cursor.claims.length; index += 1) {
    const claim = cursor.claims[index] as Claim;
    const own = [...claim.times, ...behind];
    const isEarlier = isPast && own.length === 0 && !/^(?:change|reference)$/.test(claim.kind);
    const times: readonly Time[] = isEarlier
      ? [{ kind: 'earlier', isAnother: false, rank: null }]
      : own;
    const isUnclear = isLasting && claim.kind !== 'reference';
    cursor.claims[index] = {
      ...{ ...claim, times },
      ...(isLoose && { isLoose }),
      ...(isUnclear && { isUnclear }),
    };
  }
  return true;
}

/**
 * 'El volumen fue de 1.8 mL y la vitalidad de 63 % en abril' may be two values of April, and 'menor de 12 y la LH, de
 * 7' or 'sobre el percentil 5 y por debajo del 10' two limits. A value is no range.
 */
function withdrawUnclear({ cursor: { claims, phrases }, dated, isRow }: Sentence): void {
  const centile = phrases.find(({ limit }) => limit?.centile !== undefined)?.start ?? Infinity;
  for (const [index, claim] of claims.entries()) {
    if (claim.kind !== 'comparison' && claim.kind !== 'value') continue;
    const [subject] = claim.kind === 'value' ? [claim.subject] : claim.subjects;
    const keys = subject?.mention.keys ?? [];
    const isUndated = claim.times.length === 0 && subject?.times.length === 0;
    const isOther = ({ mention }: Subject) => !mention.keys.some((key) => keys.includes(key));
    const isRange = claim.kind === 'value' && claim.figure.to !== null;
    const isUnnamed = claim.kind === 'value' || claim.limit === null;
    const isBare = claim.figure?.unitAt === null && !subject?.unit;
    const isDecimal = (claim.figure?.number.readings[0].places ?? 0) > 0;
    const isOfCentile = isUnnamed && isBare && !isDecimal && claim.start > centile;
    const before = claims[index - 1];
    const isOfLimit =
      claim.kind === 'value' && before?.kind === 'comparison' && before.figure !== null;
    const isLoose = !isRow && (isOfCentile || isOfLimit);
    const isUnclear = (isRange && !isRow) || isLoose || (isUndated && dated.some(isOther));
    if (isUnclear) claims[index] = { ...claim, isUnclear, ...(isLoose && { isLoose }) };
  }
}

/** A word that no shape takes; a number or statement is reported. */
function passOver({ cursor, domain, isRow }: Sentence): void {
  const { phrases, signs, at } = cursor;
  const phrase = phrases[at] as Phrase;
  const { token, amount } = phrase;
  const last = phrases[at - 1]?.token.kind ?? '';
  const isAbout =
    domain !== null || phrases.some(({ sign, limit }) => sign === 'A' || limit?.isRange);
  const hasNumber = phrases.slice(at).some((one) => one.amount?.first.unitAt);
  const isNumber =
    amount &&
    !amount.first.unit?.isTime &&
    (amount.first.unitAt ??
      ((isAbout || isRow || signs.includes('h')) && amount.first.unit === null));
  const isStatement =
    token.kind === 'condition' ||
    (isAbout && /^(?:level|present|sign|place)$/.test(token.kind)) ||
    (isAbout && !hasNumber && /^(?:judgement|change)$/.test(token.kind)) ||
    (token.kind === 'regions' &&
      (token.end - token.start > 'azf'.length || /[dl+-]/.test(signs))) ||
    (phrase.limit?.isNamed && /^(?:sign|between|is)$/.test(last)) ||
    (token.kind === 'growth' && (domain !== null || signs.includes('k'))) ||
    (token.kind === 'sperm' && /^(?:is|no|without|with|judgement|unknown)$/.test(last));
  cursor.at += 1;
  if (!isNumber && !isStatement) return;
  const isNormal = token.kind === 'level' && token.level === 'normal' && domain === 'semen';
  const isDenied = phrases
    .slice(0, at)
    .some(({ sign, isNegated }) => /[A?]/.test(sign) || isNegated);
  const isOfNormalSemen = isNormal && !isDenied;
  cursor.add({
    kind: 'unread',
    ...cursor.span([phrase]),
    ...{ quantity: amount?.first ?? null, isOfNormalSemen },
  });
}

/** 'No hay azoospermia ni oligozoospermia', 'se descarta teratozoospermia'. */
function readConditions(cursor: Cursor): boolean {
  const found = cursor.take('conditions');
  const isDenied = found?.of.verb?.isNegated === true;
  const isRuledOut = found?.of.ruledOut !== undefined;
  const hasNor = found?.all.some(({ sign }) => sign === 'r');
  if (!found || (isDenied && isRuledOut) || (hasNor && !isDenied && !isRuledOut)) return false;
  // 'Sin oligozoospermia, azoospermia' may deny the first one alone.
  const conditions = found.all.filter(({ sign }) => sign === 'c');
  const isJoined = /[yr]w?c$/.test(cursor.signs.slice(0, cursor.at)) || conditions.length === 1;
  for (const one of conditions) {
    if (one.token.kind !== 'condition') continue;
    const isNegated = isDenied || isRuledOut;
    cursor.add({
      kind: 'condition',
      ...cursor.span([one]),
      parts: one.token.parts,
      isNegated,
      ...(isNegated && !isJoined && { isUnclear: true, isLoose: true }),
    });
  }
  return true;
}

function readDeletion(cursor: Cursor): boolean {
  const found = cursor.take('deletion');
  const { verb, state, regions } = found?.of ?? {};
  // 'Presencia en AZFc' may be of a deletion in front.
  const isOpen = regions === undefined || cursor.signs.includes('d');
  if (!found || (state?.sign !== 'd' && isOpen)) return false;
  const isDeleted = (state?.sign === '+') === (verb?.isNegated === true);
  // 'Deleción: AZFa presente' may be of that region.
  if (isDeleted && regions === undefined && /z.*\+|\+.*z/.test(cursor.signs)) return false;
  const letters = regions ? lettersIn([regions]) : null;
  return cursor.add({ kind: 'regions', ...cursor.span(found.all), letters, isDeleted });
}

function readRegions(cursor: Cursor): boolean {
  const found = cursor.take('regions');
  if (found === null) return false;
  const { nor, verb, more, then, state } = found.of;
  const negations = [nor, verb?.isNegated, then?.isNegated].filter(Boolean).length;
  // 'Sin AZFa' needs no other word.
  const isMissing = state === undefined && verb?.isNegated && then === undefined;
  if (negations > 1 || (more && !nor) || (state === undefined && !isMissing)) return false;
  const isDeleted = isMissing || (state?.sign === '+') === (negations === 1);
  const letters = lettersIn(found.all);
  return cursor.add({ kind: 'regions', ...cursor.span(found.all), letters, isDeleted });
}

const lettersIn = (phrases: readonly Phrase[]): readonly Region[] =>
  phrases.flatMap(({ token }) => (token.kind === 'regions' ? token.letters : []));

/** 'El cultivo de semen no mostró desarrollo', 'hubo crecimiento en el cultivo'. */
function readGrowth(cursor: Cursor): boolean {
  const { growth, culture, verb } = (cursor.take('culture') ?? cursor.take('growth'))?.of ?? {};
  if (growth?.token.kind !== 'growth' || culture?.token.kind !== 'culture') return false;
  const grows = growth.token.grows !== (verb?.isNegated === true);
  return cursor.add({ kind: 'growth', ...cursor.span([growth]), of: culture.token.of, grows });
}

function readSperm(cursor: Cursor): boolean {
  const found = cursor.take('sperm');
  if (found === null) return false;
  const { urine, verb, place, then, state, seen, pellet } = found.of;
  const isStated = found.of.with !== undefined || verb !== undefined;
  if (isStated === (state !== undefined || seen !== undefined)) return false;
  const where = urine ?? place;
  const isNegated = (verb ?? then ?? seen)?.isNegated === true;
  return cursor.add({
    ...{ kind: 'sperm', ...cursor.span(found.all.filter(({ sign }) => sign !== 'q')) },
    place: where === undefined ? 'sample' : where.sign === 'u' ? 'urine' : 'pellet',
    isSeen: (state?.sign === '-') === isNegated,
    isSeenInPellet: pellet?.token.kind === 'pelletToo' ? pellet.token.isSeen : null,
  });
}
