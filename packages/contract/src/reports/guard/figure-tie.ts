import type { Sentence } from '../sentences.ts';
import type { Counted } from './counted-numbers.ts';
import { firstFrom, getUnits, type Mention, type QuotedKey } from './mentions.ts';
import type { WrittenNumber } from './numbers.ts';
import { convertible } from './same-amount.ts';
import type { WrittenUnit } from './written-units.ts';

const fits = (key: QuotedKey, { among }: WrittenUnit) =>
  getUnits(key).some((own) => among.some((unit) => convertible(key, own, unit)));

/** Words between a share and its noun: '34 % de los espermatozoides con', '30 % son'. */
const JOINS_BEHIND =
  /^ *(?:de|con|en|tienen?|presentan?|son|eran|fueron|mostraron|mostro|es|esta|estan|correspond\p{L}+ a|(?:de )?(?:los )?espermatozoides|(?:se mueven?|tiene) (?:de )?(?:forma|manera)|(?:de )?(?:la|el|los|las)|una|un|del total|millones|vivos)(?: (?:de|con|en|tienen?|presentan?|son|eran|fueron|la|el|los|las|una|un|forma|manera|espermatozoides|se mueven?))* *$|^ *$/u;

/** Analyte of a figure in a report. */
export interface Tie {
  /** The analytes that it may be of, the likeliest first. */
  readonly keys: readonly QuotedKey[];
  /** The name of a free row of results; null for an analyte of the catalogue. */
  readonly rowName: string | null;
  /** It is the abnormal share, of which the normal one is stored. */
  readonly isComplement: boolean;
  /** The text names its analyte; the unit is not the only sign. */
  readonly isNamed: boolean;
  /** The sentence in front names it, which is enough for a reference. */
  readonly isCarried?: true;
}

export const NOTHING: Tie = { keys: [], rowName: null, isComplement: false, isNamed: false };

function toTie(mention: Mention, unit: WrittenUnit, isNamed = true): Tie {
  return {
    keys: mention.keys.filter((key) => fits(key, unit)),
    rowName: mention.name ?? null,
    isComplement: mention.isComplement === true,
    isNamed,
  };
}

/** A mention that figures with this unit may be of; one that no study measures is of any. */
const mayBe = (mention: Mention, unit: WrittenUnit) =>
  mention.keys.length === 0 || mention.keys.some((key) => fits(key, unit));

/** The text of a report, with its parsed parts. */
export interface Around {
  /** Text from `plainText`. */
  readonly plain: string;
  readonly mentions: readonly Mention[];
  readonly counted: readonly Counted[];
  readonly sentences: readonly Sentence[];
  /** The mentions of the sentence, and its figures that have a unit. */
  readonly own: readonly Mention[];
  readonly figures: readonly Counted[];
}

/**
 * Analyte of a figure: named beside it, before it in its sentence, behind it, or in the sentence or heading before.
 */
export function tie(around: Around, one: Counted, sentence: Sentence): Tie {
  const { plain, own, figures } = around;
  if (one.keys !== null) {
    const keys = one.keys.filter((key) => fits(key, one.unit));
    return { ...NOTHING, keys, isNamed: true };
  }
  const isPossible = (mention: Mention) => mayBe(mention, one.unit);
  const front = own.slice(0, firstFrom(own, 'end', one.number.start + 1)).findLast(isPossible);
  const behind = own.slice(firstFrom(own, 'start', one.end)).find(isPossible);
  const isBetween = (from: number, to: number) =>
    figures.some(({ number }) => number.start > from && number.start < to && number !== one.number);
  if (behind && JOINS_BEHIND.test(plain.slice(one.end, behind.start))) {
    const hasOwnFigure = /^ *[:=(]/.test(plain.slice(behind.end));
    const isDangling = front !== undefined && !isBetween(front.end, one.number.start);
    const isClose = /^ *(?:de|son|es|con|en|estan|eran|fueron)?(?: (?:la|los|las|el) *| *)$/.test(
      plain.slice(one.end, behind.start),
    );
    // 'Movilidad progresiva: 34 %' has its analyte in front already.
    if (!hasOwnFigure && !(isDangling && front.keys.length > 0 && !isClose))
      return toTie(behind, one.unit);
    if (
      !hasOwnFigure &&
      isDangling &&
      isClose &&
      /^ *(?:[:=] *)?$/.test(plain.slice(front.end, one.number.start)) === false
    ) {
      return toTie(behind, one.unit);
    }
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

/** Analyte of the previous sentence; a heading, which has no figure of its own, names it. */
function fromBefore(
  { plain, mentions, counted, sentences }: Around,
  one: Counted,
  sentence: Sentence,
): Tie | null {
  const index = sentences.indexOf(sentence);
  for (const before of [sentences[index - 1], sentences[index - 2]]) {
    if (before === undefined) return null;
    const found = mentions.findLast(
      ({ start, end, keys }) =>
        start >= before.start && end <= before.end && keys.some((key) => fits(key, one.unit)),
    );
    if (!found) continue;
    const hasFigure = counted.some(
      ({ number, unitAt }) =>
        unitAt !== null && number.start >= before.start && number.end <= before.end,
    );
    const isHeading = !/[.!?]\s*$/.test(plain.slice(before.start, before.end)) && !hasFigure;
    const isNext = before === sentences[index - 1];
    return { ...toTie(found, one.unit, isHeading), ...(isNext && { isCarried: true }) };
  }
  return null;
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
export function tiesInOrder(
  { plain, mentions }: Around,
  counted: readonly Counted[],
  sentence: Sentence,
): [WrittenNumber, Tie][] {
  if (!plain.slice(sentence.start, sentence.end).includes('respectivamente')) return [];
  const shared = Map.groupBy(
    counted.filter(({ unitAt, of }) => unitAt !== null && of === null),
    ({ unitAt }) => unitAt,
  );
  return [...shared.values()].flatMap((listed) => {
    const [first] = listed;
    if (first === undefined || listed.length < 2) return [];
    const named = mentions.filter(
      ({ start, end, keys }) =>
        start >= sentence.start &&
        end <= first.number.start &&
        keys.some((key) => fits(key, first.unit)),
    );
    return listed.flatMap((one, index): [WrittenNumber, Tie][] => {
      const mention = named[named.length - listed.length + index];
      return mention ? [[one.number, toTie(mention, one.unit)]] : [];
    });
  });
}
