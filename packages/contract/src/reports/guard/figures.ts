import type { Sentence } from '../sentences.ts';
import { type Sign, signBefore } from './comparison.ts';
import { type Contexts, referenceAround, timeAround } from './context.ts';
import { type Counted, countedIn, withUnits } from './counted-numbers.ts';
import { beside, getUnits, type Mention, type QuotedKey } from './mentions.ts';
import type { WrittenNumber } from './numbers.ts';
import { convertible } from './same-amount.ts';
import type { WrittenUnit } from './written-units.ts';

/** Role of a figure: the patient's value, a reference, or an amount of change. */
type Role = 'value' | 'reference' | 'change';

/** Longest distance between a word of approximation and its figure. */
const NEAR = 60;
export const APPROXIMATE =
  /(?:cerca de|casi|aproximadamente|aprox\.?|alrededor de|en torno a|unos|unas|~|≈|±|poco mas de|poco menos de|practicamente|rondan?)(?: (?:el|un|los|las|unos))? *$/;

export const REFERENCE =
  /referencia|limite|umbral|percentil|punto de corte|valor(?:es)? (?:normal|esperad|minim|de corte|ideal)|lo (?:normal|esperado|indicado|recomendado|habitual)|minimo|rango|intervalo|deb(?:e|en|eria|erian) (?:ser|estar|tener|superar)|se (?:considera|espera|recomienda|sugiere|pide)|\boms\b|ideal|(?:^|[^a-z])(?:vn|vr|ref)(?:[^a-z]|$)|deseable|normal(?:es)? (?:a partir|es|si|:|desde|cuando)|esperad[oa]s?|guarda(?:r)?|(?:con|de) (?:una )?abstinencia de|repetir|repit/g;
/** Words that make a figure the patient's, behind a word of a reference. */
const OWN =
  /(?<!\p{L})(?:fue(?:ron)?|tu|tus|tuvo|tuviste|tienes|obtuv\p{L}*|midi\p{L}*|result\p{L}*|encontr\p{L}*|present\p{L}*|mostr\p{L}*|se conto|(?<=, )(?:es|esta)|se contaron|contaron|report\p{L}*|registr\p{L}*|alcanz\p{L}*|su)(?!\p{L})/u;
const REFERENCE_BEHIND =
  /^ *o (?:mas|menos)(?!\p{L})|^[^.,;:\d(—–|]{0,45}(?:referencia|limite|umbral|punto de corte|minimo|esperad)/u;

/** An amount by which something changed is no value. */
const BY_HOW_MUCH =
  /(?:mejor|aument|disminu|reduc|reduj|increment|cay|baj|sub|ascen|descen)\p{L}{0,20}(?: (?:en|un|cerca de|casi|mas de|hasta en|alrededor de|de|del))* *$/u;

/** 'superior a 16 millones/mL, y la motilidad, a 42 %': the comparison of the figure before it. */
const SAME_SIGN =
  /^,? (?:(?:y|e) [^.;,\d]{0,50}, (?:al?|del?)|(?:ni|o)(?: (?:el|la|los|las|del?|al?))*) *$/;

/** 'el percentil 5 del volumen es 1.4 mL y el de la concentración, 16'. */
const AND_THAT = /^,? (?:y|e) (?:el|la|l[oa]s) del? [^.;\d]{0,40}$/;

interface Scope {
  /** End of the previous figure. */
  readonly from: number;
  readonly sign: Sign | null;
  readonly contexts: readonly string[];
  /** Role of the previous figure. */
  readonly last: Role | undefined;
}

function findRole(
  plain: string,
  one: Counted,
  { from, sign, contexts, last: previous }: Scope,
): Role {
  if (one.of !== null || referenceAround(contexts) !== '') return 'reference';
  const before = plain.slice(from, one.number.start);
  if (BY_HOW_MUCH.test(before) && !TO_OR_FROM.test(before)) return 'change';
  if (previous === 'reference' && AND_THAT.test(before)) return 'reference';
  const last = [...before.matchAll(REFERENCE)].at(-1);
  if (last) {
    const behind = before.slice(last.index + last[0].length);
    if (!OWN.test(behind)) return 'reference';
  }
  if (REFERENCE_BEHIND.test(plain.slice(one.end, one.end + 70))) return 'reference';
  // A sign in brackets behind a figure introduces a reference.
  return sign !== null && /[([][^()[\]]*$/.test(before) ? 'reference' : 'value';
}

/** 'Bajó de 35 % a 18 %' names two values; 'una mejoría de 20 %' does not. */
const TO_OR_FROM =
  /(?:(?:a|al|hasta|desde)|(?:aument|baj|increment|mejor|pas|sub|cay|disminuy|descend|reduj)(?:o|io|aron|ieron|eron) de) *$/;

/** A number with its unit, as a text has it. */
export interface Figure extends Omit<Counted, 'of' | 'keys'>, Omit<Tie, 'isCarried'> {
  readonly sign: Sign | null;
  readonly role: Role;
  readonly isApproximate: boolean;
  readonly sentence: Sentence;
  /** End of the previous figure of its sentence. */
  readonly previous: number | null;
  /** Words in front of its sentence that name a time; empty without such. */
  readonly time: string;
  /** Its heading or column of references; empty without one. */
  readonly listed: string;
}

/** The figures of a text: those with a unit, and those without one that a study knows. */
export function figuresIn(
  plain: string,
  sentences: readonly Sentence[],
  mentions: readonly Mention[],
  contextsAt: Contexts,
): Figure[] {
  const all = withUnits(plain);
  return sentences.flatMap((sentence) => {
    const own = countedIn(plain, sentence, all, mentions);
    const figures: Figure[] = [];
    const around = {
      ...{ plain, mentions, sentences },
      own: mentions.filter(({ start, end }) => start >= sentence.start && end <= sentence.end),
      figures: own.filter(({ unitAt }) => unitAt !== null),
    };
    const ties = new Map<WrittenNumber, Tie>(tiesInOrder(around, own, sentence));
    let from = sentence.start;
    for (const one of own) {
      const isFigure = one.unitAt !== null || one.of !== null || one.keys !== null;
      if (!isFigure) continue;
      const inOrder = ties.get(one.of?.number ?? one.number);
      const tied = inOrder ?? tie(around, one, sentence);
      ties.set(one.number, tied);
      const isElliptic = SAME_SIGN.test(plain.slice(from, one.number.start));
      const sign = isElliptic
        ? (figures.at(-1)?.sign ?? null)
        : signBefore(plain, one.number.start, from);
      const contexts = contextsAt(one.number.start);
      const role = findRole(plain, one, { from, sign, contexts, last: figures.at(-1)?.role });
      from = one.end;
      // Hours, days and ages are figures only of a sample.
      if (one.unit.isTime && !(tied.isNamed && tied.keys.length > 0)) continue;
      figures.push({
        ...one,
        ...tied,
        sign,
        isNamed: tied.isNamed || (role === 'reference' && tied.isCarried === true),
        role,
        isApproximate: APPROXIMATE.test(
          plain.slice(Math.max(sentence.start, one.number.start - NEAR), one.number.start),
        ),
        sentence,
        previous: figures.at(-1)?.end ?? null,
        time: timeAround(contexts),
        listed: referenceAround(contexts),
      });
    }
    return figures;
  });
}

const fits = (key: QuotedKey, { among }: WrittenUnit) =>
  getUnits(key).some((own) => among.some((unit) => convertible(key, own, unit)));

/** Words between a share and its noun: '34 % de los espermatozoides con', '30 % son'. */
const JOINS_BEHIND =
  /^ *(?:de|con|en|tienen?|presentan?|son|eran|fueron|mostraron|mostro|es|esta|estan|correspond\p{L}+ a|(?:de )?(?:los )?espermatozoides|(?:se mueven?|tiene) (?:de )?(?:forma|manera)|(?:de )?(?:la|el|los|las)|una|un|del total|millones|vivos)(?: (?:de|con|en|tienen?|presentan?|son|eran|fueron|la|el|los|las|una|un|forma|manera|espermatozoides|se mueven?))* *$|^ *$/u;

/** Analyte of a figure in a report. */
interface Tie {
  /** The analytes that it may be of, the likeliest first. */
  readonly keys: readonly QuotedKey[];
  /** The free rows of results that it may be of. */
  readonly rows: readonly string[];
  /** It is the abnormal share, of which the normal one is stored. */
  readonly isComplement: boolean;
  /** Whether the text names its analyte; otherwise it was guessed, and the figure cannot differ. */
  readonly isNamed: boolean;
  /** The sentence in front names it, which is enough for a reference. */
  readonly isCarried?: true;
}

export const NOTHING: Tie = { keys: [], rows: [], isComplement: false, isNamed: false };

function toTie(mention: Mention, unit: WrittenUnit, isNamed = true): Tie {
  return {
    keys: mention.keys.filter((key) => fits(key, unit)),
    rows: mention.rows,
    isComplement: mention.isComplement === true,
    isNamed,
  };
}

/** A mention that figures with this unit may be of; one that no study measures is of any. */
const mayBe = (mention: Mention, unit: WrittenUnit) =>
  mention.keys.length === 0 || mention.keys.some((key) => fits(key, unit));

/** The text of a report, with its parsed parts. */
interface Around {
  /** Text from `plainText`. */
  readonly plain: string;
  readonly mentions: readonly Mention[];
  readonly sentences: readonly Sentence[];
  /** The mentions of the sentence, and its figures that have a unit. */
  readonly own: readonly Mention[];
  readonly figures: readonly Counted[];
}

/**
 * Analyte of a figure: named beside it, before it in its sentence, behind it, or in the sentence or heading before.
 */
function tie(around: Around, one: Counted, sentence: Sentence): Tie {
  const { plain, own, figures } = around;
  if (one.keys !== null) {
    const keys = one.keys.filter((key) => fits(key, one.unit));
    return { ...NOTHING, keys, isNamed: true };
  }
  const possible = own.filter((mention) => mayBe(mention, one.unit));
  const { front, behind } = beside(possible, one.number.start, one.end);
  const isBetween = (from: number, to: number) =>
    figures.some(({ number }) => number.start > from && number.start < to && number !== one.number);
  if (behind && JOINS_BEHIND.test(plain.slice(one.end, behind.start))) {
    return toTie(behind, one.unit);
  }
  if (front) return toTie(front, one.unit);
  if (
    behind &&
    !isBetween(one.end, behind.start) &&
    !/[;:]/.test(plain.slice(one.end, behind.start))
  ) {
    return toTie(behind, one.unit);
  }
  return fromBefore(around, one, sentence) ?? byUnit(plain, one, sentence);
}

/** Analyte of the previous sentence, which is enough for a reference. */
function fromBefore({ mentions, sentences }: Around, one: Counted, sentence: Sentence): Tie | null {
  const before = sentences[sentences.indexOf(sentence) - 1];
  const found = mentions.findLast(
    ({ start, end, keys }) =>
      before !== undefined &&
      start >= before.start &&
      end <= before.end &&
      keys.some((key) => fits(key, one.unit)),
  );
  return found ? { ...toTie(found, one.unit, false), isCarried: true } : null;
}

/** An unnamed volume or count of the sample, if the sentence is about it. */
function byUnit(plain: string, one: Counted, sentence: Sentence): Tie {
  const text = plain.slice(sentence.start, sentence.end);
  const isOfSample = /muestra|eyaculad|semen|espermatozoides|esperma/.test(text);
  const tieToKey = (key: QuotedKey): Tie => ({ ...NOTHING, keys: [key], isNamed: isOfSample });
  if (one.unit.among[0] === 'mL') return tieToKey('volume');
  if (one.unit.among.length === 1 && one.unit.among[0] === '10*6/mL')
    return { ...tieToKey('concentration'), isNamed: true };
  if (one.unit.among.includes('10*6/{ejaculate}')) {
    return { ...NOTHING, keys: ['totalNumber', 'concentration'], isNamed: isOfSample };
  }
  return NOTHING;
}

/** 'FSH y LH de 4.5 y 3.2 mUI/mL, respectivamente': the first of the first, the second of the second. */
function tiesInOrder(
  { plain, mentions }: Around,
  counted: readonly Counted[],
  sentence: Sentence,
): [WrittenNumber, Tie][] {
  if (!plain.slice(sentence.start, sentence.end).includes('respectivamente')) return [];
  const named = mentions.filter(({ start, keys }) => start >= sentence.start && keys.length > 0);
  const listedBehind = Map.groupBy(
    counted.filter(({ unitAt, of }) => unitAt !== null && of === null),
    ({ number }) => named.filter(({ end }) => end <= number.start).length,
  );
  return [...listedBehind].flatMap(([count, listed]) => {
    if (listed.length < 2 || count < listed.length) return [];
    return listed.flatMap((one, index): [WrittenNumber, Tie][] => {
      const mention = named[count - listed.length + index];
      return mention ? [[one.number, toTie(mention, one.unit)]] : [];
    });
  });
}
