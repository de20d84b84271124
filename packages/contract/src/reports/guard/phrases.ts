import type { Figure, Subject } from './claims.ts';
import { getUnits, type Mention } from './mentions.ts';
import type { Span } from './plain-text.ts';
import { fits } from './same-amount.ts';
import type { Time } from './times.ts';
import type { Token, WrittenQuantity } from './tokens.ts';
import type { Limit } from './vocabulary.ts';

/** One or more tokens with one meaning. Its sign stands for its kind in the shapes of clauses. */
export interface Phrase extends Span {
  readonly sign: string;
  readonly token: Token;
  readonly subject?: Subject;
  readonly amount?: Amount;
  readonly times?: readonly Time[];
  readonly limit?: Limit;
  readonly isNegated?: boolean;
  readonly hasVerb?: boolean;
}

/** A number or range before its analyte is known. */
export interface Amount {
  readonly first: WrittenQuantity;
  readonly last: WrittenQuantity | null;
  readonly isApproximate: boolean;
}

const SIGNS = new Map(
  `analyte:A number:F about:F time:T limit:L is:V no:V without:V sign:> level:l change:^ place:p condition:c
  regions:z deletion:d present:+ absent:- growth:g culture:k sperm:s pellet:b urine:u pelletToo:q nor:r and:y with:w
  between:B to:t dash:_ ruledOut:R ofEachHundred:h respectively:= comma:, bar:, break:; open:( close:)`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [kind: string, sign: string]),
);

/** Joins tokens that belong together: an analyte with its time, a range, the words about one limit. */
export function phrasesIn(tokens: readonly Token[]): Phrase[] {
  const words = tokens.filter(({ kind }) => kind !== 'filler' && kind !== 'preliminary');
  const phrases: Phrase[] = [];
  for (let at = 0; at < words.length; ) {
    const [phrase, next] = phraseAt(words, at, phrases.at(-1)?.sign);
    phrases.push({ ...phrase, end: words[next - 1]?.end ?? phrase.end });
    at = next;
  }
  return phrases;
}

type Read = readonly [Phrase, next: number];

function phraseAt(words: readonly Token[], at: number, before: string | undefined): Read {
  const token = words[at] as Token;
  const { start, end } = token;
  const phrase = { start, end, token, sign: SIGNS.get(token.kind) ?? '?' };
  switch (token.kind) {
    case 'time': {
      const [times, next] = timesAt(words, at);
      return [{ ...phrase, times }, next];
    }
    case 'sperm': {
      const next = words[at + 1];
      return next?.kind === 'analyte' ? subjectAt(words, at + 1, phrase) : [phrase, at + 1];
    }
    case 'analyte':
      return subjectAt(words, at, phrase);
    case 'about':
    case 'number':
      return amountAt(words, at, phrase, before);
    case 'limit':
      return limitAt(words, at, phrase);
    case 'is':
    case 'no':
    case 'without': {
      let next = at;
      while (/^(?:is|no|without)$/.test(words[next]?.kind ?? '')) next += 1;
      const verbs = words.slice(at, next);
      const negations = verbs.filter(({ kind }) => kind !== 'is').length;
      const read = { ...phrase, isNegated: negations === 1, hasVerb: verbs.length > negations };
      // Two negations leave the answer open.
      return [negations > 1 ? { ...read, sign: '?' } : read, next];
    }
    default:
      return [phrase, at + 1];
  }
}

/** Times beside one another: 'en abril y en septiembre' are two of one value. */
function timesAt(words: readonly Token[], at: number): readonly [readonly Time[], next: number] {
  const times: Time[] = [];
  let next = at;
  for (let one = words[next]; one?.kind === 'time'; one = words[next]) {
    times.push(one.time);
    next += 1;
    const isJoined = /^(?:and|comma)$/.test(words[next]?.kind ?? '');
    if (isJoined && words[next + 1]?.kind === 'time') next += 1;
  }
  return [times, next];
}

function subjectAt(words: readonly Token[], from: number, phrase: Phrase): Read {
  const token = words[from];
  if (token?.kind !== 'analyte') return [phrase, from];
  const [mention, alias] = aliasAt(words, from + 1, token.mention);
  const unit = words[alias];
  const [times, next] = timesAt(words, unit?.kind === 'unit' ? alias + 1 : alias);
  const subject = { mention, times, unit: unit?.kind === 'unit' ? unit.unit : null };
  return [{ ...phrase, sign: 'A', subject }, next];
}

/** 'Movilidad: PR', 'movilidad progresiva (PR)': another name of the analyte, or of one of several. */
function aliasAt(
  words: readonly Token[],
  at: number,
  mention: Mention,
): readonly [Mention, number] {
  const kind = words[at]?.kind;
  const isOpen = kind === 'open';
  const isPause = isOpen || (kind === 'comma' && mention.keys.length > 1);
  const other = words[isPause ? at + 1 : at];
  const narrower = other?.kind === 'analyte' ? narrow(mention, other.mention) : null;
  if (narrower === null || (isOpen && words[at + 2]?.kind !== 'close')) return [mention, at];
  return [narrower, at + (isOpen ? 3 : isPause ? 2 : 1)];
}

/** A name of several analytes, as far as another name allows them; null if they have none in common. */
export function narrow(mention: Mention, other: Mention): Mention | null {
  const keys = mention.keys.filter((key) => other.keys.includes(key));
  return keys.length > 0 && other.isComplement === mention.isComplement
    ? { ...mention, keys }
    : null;
}

function amountAt(
  words: readonly Token[],
  at: number,
  phrase: Phrase,
  before: string | undefined,
): Read {
  const isApproximate = words[at]?.kind === 'about';
  const first = words[isApproximate ? at + 1 : at];
  if (first?.kind !== 'number') return [{ ...phrase, sign: '?' }, at + 1];
  const behind = isApproximate ? at + 2 : at + 1;
  const joint = words[behind]?.kind ?? '';
  const last = words[behind + 1];
  // 'Bajó de 18 a 9' has two values.
  const isRange =
    before === 'B' ? /^(?:and|to)$/.test(joint) : /^(?:to|dash)$/.test(joint) && before !== '^';
  const to = isRange && last?.kind === 'number' ? last.quantity : null;
  const [times, next] = timesAt(words, to ? behind + 2 : behind);
  return [{ ...phrase, amount: { first: first.quantity, last: to, isApproximate }, times }, next];
}

/** 'Límite inferior de referencia de la OMS (6.ª edición)'. */
function limitAt(words: readonly Token[], at: number, phrase: Phrase): Read {
  let limit: Limit = {};
  let next = at;
  for (;;) {
    const kind = words[next]?.kind;
    const isPause = next > at && (kind === 'open' || kind === 'comma');
    const one = words[isPause ? next + 1 : next];
    const merged = one?.kind === 'limit' ? mergeLimits(limit, one.limit) : null;
    // Behind a comma there is another limit, unless it is the source of this one.
    const isOther = isPause && one?.kind === 'limit' && one.limit.isNamed;
    if (merged === null || isOther) return [{ ...phrase, limit }, next];
    limit = merged;
    next += isPause ? 2 : 1;
    if (kind === 'open' && words[next]?.kind === 'close') next += 1;
  }
}

/** Two parts of one phrase; null where they contradict one another. */
export function mergeLimits(one: Limit, other: Limit): Limit | null {
  const isTwice = (Object.keys(one) as (keyof Limit)[]).some(
    (key) => other[key] !== undefined && other[key] !== one[key],
  );
  return isTwice ? null : { ...one, ...other };
}

/** An amount of an analyte, in the written unit, that of its label, or the usual one; null in a unit of others. */
export function toFigure(
  { first, last, isApproximate }: Amount,
  { mention, unit }: Subject,
): Figure | null {
  const own = last?.unitAt ? last : first;
  const usual = mention.keys.flatMap((key) => getUnits(key).slice(0, 1));
  const { unit: written } = own;
  const { keys } = mention;
  const isFit = keys.length === 0 || written === null || keys.some((key) => fits(key, written));
  if (!isFit) return null;
  return {
    ...{ start: first.start, end: (last ?? first).end, isApproximate },
    ...{ number: first.number, to: last?.number ?? null, unitAt: own.unitAt },
    unit: own.unit ?? unit ?? { among: usual, power: 0, end: first.end },
  };
}
