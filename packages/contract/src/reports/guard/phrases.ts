import type { Figure, Subject } from './claims.ts';
import { getUnits, type Mention } from './mentions.ts';
import type { Span } from './plain-text.ts';
import { acceptsUnit } from './same-amount.ts';
import type { Time } from './times.ts';
import type { Token, WrittenQuantity } from './tokens.ts';
import type { Limit } from './vocabulary.ts';

/** One or more tokens with one meaning. Its sign is a letter that stands for its kind in the shapes of `cursor.ts`. */
export interface Phrase extends Span {
  readonly sign: string;
  readonly token: Token;
  readonly subject?: Subject;
  readonly amount?: Amount;
  readonly times?: readonly Time[];
  readonly limit?: Limit;
  /** The joined verbs and negations. */
  readonly verbs?: readonly Token[];
  readonly isNegated?: boolean;
  readonly hasVerb?: boolean;
}

/** A number or range before its analyte is known. */
export interface Amount {
  readonly first: WrittenQuantity;
  readonly last: WrittenQuantity | null;
}

/** Signs of phrases by the kind of their token. */
const SIGNS = new Map(
  `analyte:A number:F time:T limit:L is:V no:V without:V sign:> level:l change:^ place:p condition:c
  regions:z deletion:d present:+ absent:- growth:g culture:k sperm:s pellet:b urine:u pelletToo:q nor:r and:y with:w
  between:B since:S to:t dash:_ comma:, bar:, break:; open:( close:)`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [kind: string, sign: string]),
);

export const ANALYTE = 'A';
export const VERB = 'V';
const UNKNOWN = '?';

/** Joins tokens that belong together: an analyte with its time, a range, the words about one limit. */
export function readPhrases(tokens: readonly Token[]): Phrase[] {
  const words = tokens.filter(({ kind }) => kind !== 'filler' && kind !== 'preliminary');
  const phrases: Phrase[] = [];
  for (let at = 0; at < words.length; ) {
    const [phrase, next] = readPhrase(words, at, phrases.at(-1)?.token.kind);
    phrases.push({ ...phrase, end: words[next - 1]?.end ?? phrase.end });
    at = next;
  }
  return phrases;
}

type Read = readonly [Phrase, next: number];
type KindBefore = Token['kind'] | undefined;

function readPhrase(words: readonly Token[], at: number, kindBefore: KindBefore): Read {
  const token = words[at] as Token;
  const { start, end } = token;
  const phrase = { start, end, token, sign: SIGNS.get(token.kind) ?? UNKNOWN };
  switch (token.kind) {
    case 'time': {
      const [times, next] = readTimes(words, at);
      return [{ ...phrase, times }, next];
    }
    case 'sperm': {
      const next = words[at + 1]?.kind === 'with' ? at + 2 : at + 1;
      return words[next]?.kind === 'analyte' ? readSubject(words, next, phrase) : [phrase, at + 1];
    }
    case 'analyte':
      return readSubject(words, at, phrase);
    case 'number':
      return readAmount(words, at, phrase, kindBefore);
    case 'limit':
      return readLimit(words, at, phrase);
    case 'is':
    case 'no':
    case 'without': {
      let next = at;
      while (/^(?:is|no|without)$/.test(words[next]?.kind ?? '')) next += 1;
      const verbs = words.slice(at, next);
      const negations = verbs.filter(({ kind }) => kind !== 'is').length;
      const read = {
        ...phrase,
        verbs,
        isNegated: negations === 1,
        hasVerb: verbs.length > negations,
      };
      // Two negations are ambiguous.
      return [negations > 1 ? { ...read, sign: UNKNOWN } : read, next];
    }
    default:
      return [phrase, at + 1];
  }
}

/** Adjacent times: 'en abril y en septiembre' are two times of one value. */
function readTimes(words: readonly Token[], at: number): readonly [readonly Time[], next: number] {
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

function readSubject(words: readonly Token[], from: number, phrase: Phrase): Read {
  const token = words[from];
  if (token?.kind !== 'analyte') return [phrase, from];
  const [mention, alias] = readAlias(words, from + 1, token.mention);
  const unit = words[alias];
  const [times, next] = readTimes(words, unit?.kind === 'unit' ? alias + 1 : alias);
  const subject = { mention, times, unit: unit?.kind === 'unit' ? unit.unit : null };
  return [{ ...phrase, sign: ANALYTE, subject }, next];
}

/** 'Movilidad: PR', 'movilidad progresiva (PR)': another name of the analyte, or of one of several. */
function readAlias(
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

/** The analytes that two ambiguous names have in common; null if they share no analyte. */
export function narrow(mention: Mention, other: Mention): Mention | null {
  const keys = mention.keys.filter((key) => other.keys.includes(key));
  return keys.length > 0 && other.isComplement === mention.isComplement
    ? { ...mention, keys }
    : null;
}

function readAmount(
  words: readonly Token[],
  at: number,
  phrase: Phrase,
  kindBefore: KindBefore,
): Read {
  const first = words[at];
  if (first?.kind !== 'number') return [{ ...phrase, sign: UNKNOWN }, at + 1];
  const after = at + 1;
  const joint = words[after]?.kind ?? '';
  const last = words[after + 1];
  // 'Bajó de 18 a 9' has two values.
  const isRange =
    kindBefore === 'between'
      ? /^(?:and|to)$/.test(joint)
      : /^(?:to|dash)$/.test(joint) && kindBefore !== 'change';
  const to = isRange && last?.kind === 'number' ? last.quantity : null;
  const [times, next] = readTimes(words, to ? after + 2 : after);
  return [{ ...phrase, amount: { first: first.quantity, last: to }, times }, next];
}

/** 'Límite inferior de referencia de la OMS (6.ª edición)'. */
function readLimit(words: readonly Token[], at: number, phrase: Phrase): Read {
  let limit: Limit = {};
  let next = at;
  for (;;) {
    const kind = words[next]?.kind;
    const isPause = next > at && (kind === 'open' || kind === 'comma');
    const one = words[isPause ? next + 1 : next];
    const merged = one?.kind === 'limit' ? mergeLimits(limit, one.limit) : null;
    // After a comma or bracket, a named limit is another one. Other words about limits describe this one.
    const isOther = isPause && one?.kind === 'limit' && one.limit.isNamed && limit.isNamed;
    if (merged === null || isOther) return [{ ...phrase, limit }, next];
    limit = merged;
    next += isPause ? 2 : 1;
    if (kind === 'open' && words[next]?.kind === 'close') next += 1;
  }
}

/** Joins two descriptions of one limit; null if they contradict each other. */
export function mergeLimits(one: Limit, other: Limit): Limit | null {
  const isContradiction = (Object.keys(one) as (keyof Limit)[]).some(
    (key) => other[key] !== undefined && other[key] !== one[key],
  );
  return isContradiction ? null : { ...one, ...other };
}

/** An amount in the written unit, that of the analyte's label, or the usual one; null if the unit does not fit. */
export function toFigure({ first, last }: Amount, { mention, unit }: Subject): Figure | null {
  const withUnit = last?.unitAt ? last : first;
  const usual = mention.keys.flatMap((key) => getUnits(key).slice(0, 1));
  const { unit: written } = withUnit;
  const { keys } = mention;
  const isFit =
    keys.length === 0 || written === null || keys.some((key) => acceptsUnit(key, written));
  if (!isFit) return null;
  return {
    ...{ start: first.start, end: (last ?? first).end },
    ...{ number: first.number, to: last?.number ?? null, unitAt: withUnit.unitAt },
    unit: withUnit.unit ?? unit ?? { among: usual, power: 0, end: first.end },
  };
}
