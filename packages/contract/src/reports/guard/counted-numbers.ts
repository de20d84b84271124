import type { Sentence } from '../sentences.ts';
import { datesIn } from './dates-in-text.ts';
import { beside, getUnits, type Mention, type QuotedKey } from './mentions.ts';
import { andHalf, numbersIn, type WrittenNumber } from './numbers.ts';
import { readUnitAt, type WrittenUnit } from './written-units.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A number with its unit, before its analyte is known. */
export interface Counted {
  readonly number: WrittenNumber;
  /** The other end of a range. */
  readonly to: WrittenNumber | null;
  /** Behind its unit. */
  readonly end: number;
  readonly unit: WrittenUnit;
  /** Position of its unit, which may be behind another figure that shares it; null without one. */
  readonly unitAt: Span | null;
  /** The figure before its brackets, whose analyte it has. */
  readonly of: Counted | null;
  /** Analytes that are known without a unit. */
  readonly keys: readonly QuotedKey[] | null;
}

const NO_UNIT: Omit<WrittenUnit, 'end'> = { among: ['1', 'pH'], power: 0 };

const RANGE_JOINT = / *(?:-|–|—|a|al|hasta) */y;
const PAIR_JOINT = / *(?:y|e) *(?:el |los |las )?/y;
const LIST_JOINT = / *(?:,|,? (?:y|e|o)|\/) */y;
const CHANGE =
  /(?<!\p{L})(?:pas|sub|baj|aument|mejor|disminuy|cambi|descend|increment|cay|evolucion)\p{L}*(?: (?:de|desde))?[^.;\d]{0,25}$/u;

const isWhole = (pattern: RegExp, text: string) => {
  pattern.lastIndex = 0;
  const found = pattern.exec(text);
  return found !== null && found[0].length === text.length;
};

const YEAR = /^(?:19|20)\d\d$/;

const ARTICLE = /^(?:un|una|uno|medio|media)$/;

export function withUnits(plain: string): Counted[] {
  const counted: Counted[] = [];
  let taken = 0;
  for (const number of numbersIn(plain)) {
    // Within the unit of the figure in front, as the 10 of '15 x 10⁶'.
    if (number.start < taken) continue;
    const unit = readUnitAt(plain, number.end) ?? unitOfNextCell(plain, number.end);
    // 'un' is an article without a unit, and 'medio' an adjective.
    if (unit === null && ARTICLE.test(plain.slice(number.start, number.end))) continue;
    const end = unit?.end ?? number.end;
    counted.push({
      number: unit?.andHalf ? andHalf(number) : number,
      to: null,
      end,
      unit: unit ?? { ...NO_UNIT, end },
      unitAt: unit === null ? null : { start: number.end, end },
      of: null,
      keys: null,
    });
    taken = end;
  }
  return counted;
}

/** '| FSH | 5.1 | mUI/mL |': the unit of a row of a table may have a column of its own. */
function unitOfNextCell(plain: string, from: number): WrittenUnit | null {
  const edge = /^ *\| */.exec(plain.slice(from, from + 20));
  const unit = edge && readUnitAt(plain, from + edge[0].length);
  return unit && /^ *(?:\||\n|$)/.test(plain.slice(unit.end, unit.end + 20)) ? unit : null;
}

/** The unit of the last of several numbers is that of all: '2 a 7 días', 'de 12, 15 y 20 millones/ml'. */
function shareUnits(plain: string, counted: readonly Counted[]): Counted[] {
  const joined: Counted[] = [];
  for (const one of counted.toReversed()) {
    const next = joined.at(-1);
    const between = next ? plain.slice(one.end, next.number.start) : '';
    const isAlone = one.keys !== null || YEAR.test(plain.slice(one.number.start, one.number.end));
    if (next === undefined || next.unitAt === null || next.to !== null || isAlone) {
      joined.push(one);
      continue;
    }
    const before = plain.slice(Math.max(0, one.number.start - 40), one.number.start);
    const isBetween = /entre (?:el |los )?$/.test(before) && isWhole(PAIR_JOINT, between);
    const isRange =
      (isWhole(RANGE_JOINT, between) || isBetween) && !CHANGE.test(before) && one.unitAt === null;
    if (isRange) {
      joined[joined.length - 1] = {
        ...one,
        to: next.number,
        end: next.end,
        unit: next.unit,
        unitAt: next.unitAt,
      };
      continue;
    }
    const isListed = isWhole(LIST_JOINT, between) || isWhole(RANGE_JOINT, between);
    joined.push(
      one.unitAt === null && isListed && !next.unit.isTime
        ? { ...one, unit: next.unit, unitAt: next.unitAt }
        : one,
    );
  }
  return joined.reverse();
}

/** 'referencia', '≥', 'de 1.5 a 12.4': brackets behind a figure with its reference. */
const IN_BRACKETS =
  /^ *(?:[([|,;:] *)(?:(?:valores? (?:de )?)?(?:ref\p{L}*\.?|normal(?:es)?|vn|vr|rango|intervalo|limite(?: inferior)?(?: de referencia)?|percentil 5|p5|oms|umbral|minimo|esperado)[ :=]*(?:de |del |oms|laboratorio|consenso|inferior|normal)*[ :=]*)?(?:[<>≥≤]=? *|de |entre |mayor (?:o igual )?(?:a|que) |menor (?:o igual )?(?:a|que) |hasta |menos de |mas de )*$/u;
const SIGN_IN_BRACKETS = /[<>≥≤]|mayor|menor|ref|normal|rango|intervalo|limite|umbral|[([]/;

/** 'de 188 ng/dL, por encima del límite inferior de 249': a limit in the unit of the figure before it. */
const BEHIND_LIMIT =
  /(?<!\p{L})(?:limite|rango|referencia|umbral|minim|maxim|mayor|menor|superior|inferior|encima|debajo|arriba|abajo|rebas|super|exced|alcanz|lleg|menos|mas)\p{L}*[^.;:\d]{0,30}(?<!(?:percentil(?:es)?|p) )$/u;
/** A range in the next cell of a table's row. */
const CELL = /^[^|\n]*\| *$/;

/** References without a unit, of the figure in front of them. */
function inBrackets(plain: string, counted: readonly Counted[]): Counted[] {
  const kept: Counted[] = [];
  for (const [index, one] of counted.entries()) {
    const front = kept.at(-1);
    if (front === undefined || one.unitAt !== null) {
      kept.push(one);
      continue;
    }
    const of = front.of ?? front;
    const between = plain.slice(front.end, one.number.start);
    const behind = plain.slice(one.end, one.end + 40);
    const isYear = YEAR.test(plain.slice(one.number.start, one.number.end));
    const next = counted[index + 1];
    const joint = next ? plain.slice(one.end, next.number.start) : '';
    const isRange =
      next !== undefined &&
      next.unitAt === null &&
      (isWhole(RANGE_JOINT, joint) || isWhole(/ y /y, joint));
    const tail = isRange && next ? plain.slice(next.end, next.end + 40) : behind;
    const isQuoted =
      ((IN_BRACKETS.test(between) && SIGN_IN_BRACKETS.test(between)) ||
        (one.keys === null && BEHIND_LIMIT.test(between)) ||
        (isRange && CELL.test(between))) &&
      !isYear &&
      (of.unitAt !== null || of.keys !== null) &&
      /^ *(?:o (?:mas|menos|superior) *)?(?:[)\]|,;.\n]|$)/.test(tail);
    if (!isQuoted) {
      kept.push(one);
      continue;
    }
    kept.push({
      ...one,
      to: isRange ? next.number : null,
      end: isRange ? next.end : one.end,
      unit: of.unit,
      unitAt: of.unitAt,
      of,
    });
  }
  // The other end of a range is not a figure of its own.
  const ends = new Set(kept.map(({ to }) => to));
  return kept.filter((one) => !ends.has(one.number));
}

/** Analytes that need no unit: pH, TZI, and a share 'de cada 100'. */
function nameWithoutUnit(
  plain: string,
  sentence: Sentence,
  counted: Counted[],
  mentions: readonly Mention[],
): Counted[] {
  const text = plain.slice(sentence.start, sentence.end);
  const hundred = /de cada (?:100|cien) (?:espermatozoides)?/.exec(text);
  return counted.map((one) => {
    if (one.unitAt !== null || one.of !== null) return one;
    const { front, behind } = beside(mentions, one.number.start, one.end);
    const isKnown = front?.keys[0] === 'ph' || front?.keys[0] === 'teratozoospermiaIndex';
    if (front && isKnown) {
      const between = plain.slice(front.end, one.number.start);
      if (/^[^\d.;\n]{0,45}$/.test(between) && !/^ *[a-z]/.test(afterNumber(plain, one))) {
        return { ...one, keys: front.keys };
      }
    }
    if (front && /^ *\(/.test(plain.slice(front.end)) && front.keys.length > 0) {
      const labelled = unitOfLabel(plain, front, one);
      if (labelled) return { ...one, ...labelled, keys: front.keys };
    }
    const start = sentence.start + (hundred ? hundred.index + hundred[0].length : 0);
    if (
      hundred &&
      behind &&
      one.number.start >= start &&
      /^[^\d.;]{0,40}$/.test(plain.slice(one.end, behind.start))
    ) {
      return {
        ...one,
        unit: { among: ['%'], power: 0, end: one.end },
        keys: behind.keys,
      };
    }
    return one;
  });
}

/**
 * Words between an analyte and its bare number: 'La FSH es de 4.2', 'FSH: 4.2', '| FSH
 * 4.2 |'.
 */
const SAYS =
  /^(?: *(?:[(:=|,)]|(?:que|hoy|actual|ultim[oa]|mas reciente|seric[oa]|total|seminal|se|ha sido|en (?:sangre|suero)|es|son|fue|era|esta|estuvo|encuentra|encontro|reporta|reporto|reportada|resulto|resultado|valor|nivel|salio|midio|de|en|referencia|igual a|con|una?|el|la|cerca|casi|aproximadamente|alrededor|entre|no|por|debajo|encima|mayor|menor|superior|inferior|supera|rebasa|excede|alcanza|a|al|del|mas|menos|[<>≥≤]=?)(?!\p{L})))* *$/u;

/** A bare number beside an analyte is in its usual unit; an ambiguous one is reported as unknown. */
function nameInUsualUnit(
  plain: string,
  sentence: Sentence,
  counted: readonly Counted[],
  mentions: readonly Mention[],
): Counted[] {
  const text = plain.slice(sentence.start, sentence.end);
  const isRow = text.trimStart().startsWith('|');
  const percentile = text.indexOf('percentil');
  const dates = datesIn(text);
  return counted.map((one, index) => {
    const written = plain.slice(one.number.start, one.number.end);
    const at = one.number.start - sentence.start;
    const isDate = dates.some(({ start }) => at >= start && at < start + LONGEST_DATE);
    const isPercentile =
      /(?:percentil(?:es)?|p|entre el|y el) ?$/.test(
        plain.slice(Math.max(0, one.number.start - 12), one.number.start),
      ) &&
      percentile >= 0 &&
      percentile + 'percentil'.length <= at;
    if (one.unitAt !== null || one.of !== null || one.keys !== null) return one;
    if (YEAR.test(written) || isDate || isPercentile) return one;
    const isWords = /\p{L}/u.test(written);
    const [reading] = one.number.readings;
    if (isWords && Number(reading.value) <= MOST_COUNTED) return one;
    const unread = { ...one, keys: [] };
    const { front } = beside(mentions, one.number.start, one.end);
    const from = counted[index - 1]?.end ?? sentence.start;
    if (front === undefined || front.end < from) return isRow || isWords ? unread : one;
    const says = SAYS.test(plain.slice(front.end, one.number.start));
    const ends = /^ *(?:[.,;:|()\]\n]|$)/.test(afterNumber(plain, one));
    if (!says || !ends) return (says || ends) && front.keys.length > 0 ? unread : one;
    const among = front.keys.flatMap((key) => getUnits(key).slice(0, 1));
    return { ...one, keys: front.keys, unit: { among, power: 0, end: one.end } };
  });
}

/** Characters of '12 de septiembre de 2026'. */
const LONGEST_DATE = 26;
/** Numbers up to this one are written in words for things that are counted: 'dos muestras'. */
const MOST_COUNTED = 12;

/** 'semanas' behind 'pH de 7.4' would be of something else. */
const afterNumber = (plain: string, { end }: Counted) => {
  const rest = plain.slice(end, end + 12);
  return /^ *(?:y|e|o|con|en|se|esta|por|dentro|que|es|fue|el|la|lo|u|ni|pero|,)(?!\p{L})/u.test(
    rest,
  )
    ? ''
    : rest;
};

/** 'Concentración (millones/ml): 14'. */
function unitOfLabel(
  plain: string,
  { end }: Mention,
  one: Counted,
): Pick<Counted, 'unit' | 'unitAt'> | null {
  const label = /^ *\(([^()\n]{1,30})\) *(?:(?:[:=|-]|de|fue de|es de)+ *)?$/.exec(
    plain.slice(end, one.number.start),
  );
  if (!label) return null;
  const start = end + label[0].indexOf('(') + 1;
  const unit = readUnitAt(plain, start);
  const isWholeLabel = unit !== null && /^ *\)/.test(plain.slice(unit.end));
  return isWholeLabel ? { unit, unitAt: { start, end: unit.end } } : null;
}

/** The numbers of a sentence with their units, and those that need no unit. */
export function countedIn(
  plain: string,
  sentence: Sentence,
  all: readonly Counted[],
  mentions: readonly Mention[],
): Counted[] {
  const isInside = (at: number) => at >= sentence.start && at < sentence.end;
  const own = all.filter(({ number }) => isInside(number.start));
  const named = mentions.filter(({ start }) => isInside(start));
  const known = nameWithoutUnit(plain, sentence, own, named);
  const shared = shareUnits(plain, known);
  return inBrackets(plain, nameInUsualUnit(plain, sentence, shared, named));
}
