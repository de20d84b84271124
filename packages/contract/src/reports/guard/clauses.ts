import type { Claim, Subject } from './claims.ts';
import { Cursor } from './cursor.ts';
import { readMeasured, type Sentence } from './measured.ts';
import { ANALYTE, type Phrase } from './phrases.ts';
import { EARLIER_SAMPLE, type Time } from './times.ts';
import type { Token } from './tokens.ts';
import type { Region } from './vocabulary.ts';

/** The claims of a sentence, and whether patterns matched all of its words, so that results may decide the claims. */
export interface ReadSentence {
  readonly claims: readonly Claim[];
  readonly isFullyRead: boolean;
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
    isReferenceFirst: false,
    dated: [],
    claimsBeforeClause: 0,
  };
  let [isFullyRead, isSeparated] = [true, true];
  while (cursor.at < cursor.phrases.length) {
    // 'Comparado con abril' does not date the statements after it.
    const time = cursor.take('time');
    if (time) {
      const { isPeriod, when } = time.groups;
      cursor.lead = isPeriod ? [] : (when?.times ?? []);
      cursor.period = isPeriod ? (when?.times ?? []) : [];
    }
    const isSeparator = time !== null || cursor.take('separator') !== null;
    const isRead = isSeparator || readClause(sentence);
    if (!isRead) skipPhrase(sentence);
    // Two statements without a separator may be one: 'la FSH de 9 es por la LH de 7'.
    isFullyRead &&= isRead && (isSeparator || isSeparated);
    isSeparated = isSeparator;
  }
  const last = sentence.isCarried ? null : sentence.subject;
  const subject = last && { ...last, valueUnit: cursor.findValueUnit(last) };
  return { claims: cursor.claims, isFullyRead: isFullyRead && !isUnclear(sentence), subject };
}

function readClause(sentence: Sentence): boolean {
  const { cursor } = sentence;
  const [from, count] = [cursor.at, cursor.claims.length];
  sentence.claimsBeforeClause = count;
  const readers = [readConditions, readDeletion, readRegions, readGrowth, readSperm];
  const isRead =
    readers.some((read) => cursor.attempt(() => read(cursor))) || readMeasured(sentence);
  if (!isRead) return false;
  const next = cursor.phrases[cursor.at];
  const timesAfter = next?.token.kind === 'time' ? (next.times ?? []) : [];
  if (timesAfter.length > 0) cursor.at += 1;
  const verbs = cursor.phrases
    .slice(from, cursor.at)
    .flatMap(({ verbs = [] }) => verbs.filter((one) => one.kind === 'is'));
  const isPast = verbs.some((verb) => verb.isPast);
  const isPreterite = verbs.some((verb) => verb.isPreterite);
  // 'Permanece' and 'oscila' describe several samples.
  let isClear = verbs.every((verb) => !verb.isLasting);
  for (let index = count; index < cursor.claims.length; index += 1) {
    const claim = cursor.claims[index] as Claim;
    const { kind } = claim;
    const ownTimes = [...claim.times, ...timesAfter];
    const isUndated = ownTimes.length === 0 && !/^(?:change|reference)$/.test(kind);
    const isEarlier = isUndated && (isPast || (isPreterite && kind === 'condition'));
    const times: readonly Time[] = isEarlier ? [EARLIER_SAMPLE] : ownTimes;
    cursor.claims[index] = { ...claim, times };
    if (cursor.period.length > 0 && kind !== 'change') isClear = false;
  }
  return isClear;
}

/**
 * Whether words of a sentence may change a claim of another clause. 'El volumen fue de 1.8 mL y la vitalidad de 63 % en
 * abril' may be two values of April. 'Menor de 12 y la LH, de 7' and 'sobre el percentil 5 y por debajo del 10' may be
 * two limits. A range cannot be a value.
 */
function isUnclear({ cursor: { claims, phrases }, dated, isRow }: Sentence): boolean {
  const centile = phrases.find(({ limit }) => limit?.centile !== undefined)?.start ?? Infinity;
  return claims.some((claim, index) => {
    if (claim.kind !== 'comparison' && claim.kind !== 'value') return false;
    const [subject] = claim.kind === 'value' ? [claim.subject] : claim.subjects;
    const keys = subject?.mention.keys ?? [];
    const isUndated = claim.times.length === 0 && subject?.times.length === 0;
    const isOther = ({ mention }: Subject) => !mention.keys.some((key) => keys.includes(key));
    if (isUndated && dated.some(isOther)) return true;
    if (isRow) return false;
    const isUnnamed = claim.kind === 'value' || claim.limit === null;
    const isBare = claim.figure?.unitAt === null && !subject?.unit;
    const isDecimal = (claim.figure?.number.readings[0].places ?? 0) > 0;
    if (isUnnamed && isBare && !isDecimal && claim.start > centile) return true;
    if (claim.kind !== 'value') return false;
    // 'Por debajo de 1 millón/mL (0.2 millones/mL)' has the value in brackets, 'de lo esperado (16 millones/mL)' a limit.
    const before = claims[index - 1];
    const isInBrackets = phrases.some(
      ({ sign }, at) => sign === '(' && phrases[at + 1]?.start === claim.start,
    );
    const followsLimit = before?.kind === 'comparison' && (before.figure !== null) !== isInBrackets;
    return claim.figure.to !== null || followsLimit;
  });
}

/** Skips a phrase that no pattern matches. Reports it if it is a number or statement. */
function skipPhrase({ cursor, domain, isRow, subject }: Sentence): void {
  const { phrases, signs, at } = cursor;
  const phrase = phrases[at] as Phrase;
  const { token, amount } = phrase;
  const kindBefore = phrases[at - 1]?.token.kind ?? '';
  // 'Es alta.' is about the analyte of the sentence before.
  const isAboutResults = () =>
    domain !== null ||
    subject !== null ||
    phrases.some(({ sign, limit }) => sign === ANALYTE || limit?.isRange);
  const hasNumber = () => phrases.slice(at).some((one) => one.amount?.first.unitAt);
  const isNumber =
    amount &&
    !amount.first.unit?.isTime &&
    (amount.first.unitAt ?? ((isAboutResults() || isRow) && amount.first.unit === null));
  const isStatement =
    token.kind === 'condition' ||
    (/^(?:level|present|sign|place)$/.test(token.kind) && isAboutResults()) ||
    (/^(?:judgement|change|since)$/.test(token.kind) && isAboutResults() && !hasNumber()) ||
    (token.kind === 'regions' &&
      (token.end - token.start > 'azf'.length || /[dl+-]/.test(signs))) ||
    (phrase.limit?.isNamed &&
      ((signs.includes(ANALYTE) && !phrase.limit.isOpinion) ||
        /^(?:sign|between|is)$/.test(kindBefore))) ||
    (token.kind === 'growth' && (domain !== null || signs.includes('k'))) ||
    (token.kind === 'sperm' && /^(?:is|no|without|with|judgement|unknown)$/.test(kindBefore));
  cursor.at += 1;
  if (isNumber || isStatement)
    cursor.add({ kind: 'unread', ...cursor.span([phrase]), quantity: amount?.first ?? null });
}

/** 'No hay azoospermia ni oligozoospermia'. */
function readConditions(cursor: Cursor): boolean {
  const found = cursor.take('conditions');
  const isDenied = found?.groups.verb?.isNegated === true;
  const hasNor = found?.all.some(({ token }) => token.kind === 'nor');
  if (!found || (hasNor && !isDenied)) return false;
  // 'Sin oligozoospermia, azoospermia' may deny the first one alone.
  const conditions = found.all.filter(({ token }) => token.kind === 'condition');
  const isJoined = /[yr]w?c$/.test(cursor.signs.slice(0, cursor.at)) || conditions.length === 1;
  if (isDenied && !isJoined) return false;
  for (const one of conditions) {
    if (one.token.kind !== 'condition') continue;
    cursor.add({
      kind: 'condition',
      ...cursor.span([one]),
      parts: one.token.parts,
      isNegated: isDenied,
    });
  }
  return true;
}

function readDeletion(cursor: Cursor): boolean {
  const found = cursor.take('deletion');
  const { verb, state, regions } = found?.groups ?? {};
  // 'Presencia en AZFc' may refer to a deletion that the sentence names elsewhere.
  const isAmbiguous = regions === undefined || cursor.signs.includes('d');
  if (!found || (state?.token.kind !== 'deletion' && isAmbiguous)) return false;
  const isDeleted = (state?.token.kind === 'present') === (verb?.isNegated === true);
  // 'Deleción: AZFa presente' may say that the region is present.
  if (isDeleted && regions === undefined && /z.*\+|\+.*z/.test(cursor.signs)) return false;
  const letters = regions ? regionLetters([regions]) : null;
  return cursor.add({ kind: 'regions', ...cursor.span(found.all), letters, isDeleted });
}

function readRegions(cursor: Cursor): boolean {
  const found = cursor.take('regions');
  if (found === null) return false;
  const { nor, verb, furtherRegions, stateVerb, state } = found.groups;
  const negations = [nor, verb?.isNegated, stateVerb?.isNegated].filter(Boolean).length;
  // 'Sin AZFa' alone states a deletion.
  const isMissing = state === undefined && verb?.isNegated && stateVerb === undefined;
  if (negations > 1 || (furtherRegions && !nor) || (state === undefined && !isMissing))
    return false;
  const isDeleted = isMissing || (state?.token.kind === 'present') === (negations === 1);
  const letters = regionLetters(found.all);
  return cursor.add({ kind: 'regions', ...cursor.span(found.all), letters, isDeleted });
}

const regionLetters = (phrases: readonly Phrase[]): readonly Region[] =>
  phrases.flatMap(({ token }) => (token.kind === 'regions' ? token.letters : []));

/** 'El cultivo de semen no mostró desarrollo', 'hubo crecimiento en el cultivo'. */
function readGrowth(cursor: Cursor): boolean {
  const { growth, culture, verb } = (cursor.take('culture') ?? cursor.take('growth'))?.groups ?? {};
  if (growth?.token.kind !== 'growth' || culture?.token.kind !== 'culture') return false;
  const grows = growth.token.grows !== (verb?.isNegated === true);
  return cursor.add({ kind: 'growth', ...cursor.span([growth]), of: culture.token.of, grows });
}

function readSperm(cursor: Cursor): boolean {
  const found = cursor.take('sperm');
  if (found === null) return false;
  const { urine, verb, place, stateVerb, state, finalVerb, pellet } = found.groups;
  const isStated = found.groups.with !== undefined || verb !== undefined;
  if (isStated === (state !== undefined || finalVerb !== undefined)) return false;
  const where = urine ?? place;
  const isNegated = (verb ?? stateVerb ?? finalVerb)?.isNegated === true;
  return cursor.add({
    kind: 'sperm',
    ...cursor.span(found.all.filter(({ token }) => token.kind !== 'pelletToo')),
    place: where === undefined ? 'sample' : where.token.kind === 'urine' ? 'urine' : 'pellet',
    isSeen: (state?.token.kind === 'absent') === isNegated,
    isSeenInPellet: pellet?.token.kind === 'pelletToo' ? pellet.token.isSeen : null,
  });
}
