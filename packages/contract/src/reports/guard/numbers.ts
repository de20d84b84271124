import { add, type DecimalText, multiply } from '../../results/decimal.ts';

interface Reading {
  readonly value: DecimalText;
  /** Decimals as written, final zeros too. */
  readonly places: number;
}

/** A number in a text, in digits or in words. */
export interface WrittenNumber {
  readonly start: number;
  readonly end: number;
  /** Possible values, likeliest first: '1,200' is 1200, or 1.2. */
  readonly readings: readonly [Reading, ...Reading[]];
  readonly mark: '.' | ',';
}

/**
 * Numbers with thousands separators or decimals. Not after a letter, as in 'T4', nor inside of a date or an hour.
 */
const DIGITS =
  /(?<![\p{L}\p{N}_/:†±]|± |[\p{N}][.,])(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}\.\d{3},\d+|\d+(?:[.,]\d+)?)(?![\d/:]\d|\p{N}|[ªº]|\.[ªº]|,[a-z])/gu;

function readDigits(written: string): Pick<WrittenNumber, 'readings' | 'mark'> {
  const exact = (whole: string, part = '', mark: '.' | ',' = '.') => ({
    readings: [{ value: canonical(whole, part), places: part.length }] as const,
    mark,
  });
  const spaced = /^(\d{1,3}(?: \d{3})+)(?:[.,](\d+))?$/.exec(written);
  if (spaced) return exact((spaced[1] ?? '').replaceAll(' ', ''), spaced[2]);
  // '1,200' and '1.200': thousands in one usage, decimals in the other.
  const either = /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(written);
  if (either) {
    const [, whole = '', mark, part = ''] = either;
    const thousands = { value: canonical(whole + part), places: 0 };
    const decimals = { value: canonical(whole, part), places: part.length };
    const readings =
      mark === ',' ? ([thousands, decimals] as const) : ([decimals, thousands] as const);
    return { readings, mark: '.' };
  }
  const english = /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(written);
  if (english && !written.startsWith('0'))
    return exact((english[1] ?? '').replaceAll(',', ''), english[2]);
  const spanish = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(written);
  if (spanish && !written.startsWith('0')) {
    return exact((spanish[1] ?? '').replaceAll('.', ''), spanish[2], ',');
  }
  const [whole = '0', part] = written.split(/[.,]/);
  return exact(whole, part, written.includes(',') ? ',' : '.');
}

function canonical(whole: string, part = ''): DecimalText {
  const digits = whole.replace(/^0+(?=\d)/, '');
  const decimals = part.replace(/(?<!0)0+$/, '');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

const listed = (words: string, from: number, step = 1): [string, number][] =>
  words.split(' ').map((word, index) => [word, from + index * step]);

const ones = new Map<string, number>([
  ...listed('un dos tres cuatro cinco seis siete ocho nueve', 1),
  ['uno', 1],
  ['una', 1],
]);
const teens = new Map<string, number>([
  ...listed('diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve', 10),
  ...listed('veinte veintiuno veintidos veintitres veinticuatro veinticinco', 20),
  ...listed('veintiseis veintisiete veintiocho veintinueve', 26),
  ['veintiun', 21],
  ['veintiuna', 21],
]);
const tens = new Map<string, number>(
  listed('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10),
);
const hundreds = new Map<string, number>([
  ['cien', 100],
  ['ciento', 100],
  ...listed('doscientos trescientos cuatrocientos quinientos seiscientos setecientos', 200, 100),
  ...listed('ochocientos novecientos', 800, 100),
]);

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface ReadWords {
  readonly value: number;
  /** The index of the word behind it. */
  readonly next: number;
}

const isNumberWord = (word: string | undefined) =>
  word !== undefined &&
  (ones.has(word) || teens.has(word) || tens.has(word) || hundreds.has(word) || word === 'mil');

/** A whole number under a thousand from a word on; null if the words are not a number. */
function readGroup(words: readonly Word[], from: number): ReadWords | null {
  let next = from;
  let value = 0;
  const hundred = hundreds.get(words[next]?.text ?? '');
  if (hundred !== undefined) {
    value += hundred;
    next += 1;
  }
  const ten = tens.get(words[next]?.text ?? '');
  if (ten !== undefined) {
    value += ten;
    next += 1;
    const one = ones.get(words[next + 1]?.text ?? '');
    if (words[next]?.text === 'y' && one !== undefined)
      return { value: value + one, next: next + 2 };
    return { value, next };
  }
  const rest = teens.get(words[next]?.text ?? '') ?? ones.get(words[next]?.text ?? '');
  if (rest !== undefined) return { value: value + rest, next: next + 1 };
  return next === from ? null : { value, next };
}

/** A whole number: 'treinta y cinco', 'mil doscientos', 'dos millones quinientos mil'. */
function readWhole(words: readonly Word[], from: number): ReadWords | null {
  if (words[from]?.text === 'cero') return { value: 0, next: from + 1 };
  let [value, next] = [0, from];
  const group = readGroup(words, next);
  if (group) [value, next] = [group.value, group.next];
  // 'Millones' with nothing behind it is a unit.
  if (
    group &&
    /^millon(?:es)?$/.test(words[next]?.text ?? '') &&
    isNumberWord(words[next + 1]?.text)
  ) {
    const rest = readWhole(words, next + 1);
    return rest && { value: value * 1_000_000 + rest.value, next: rest.next };
  }
  if (words[next]?.text === 'mil') {
    const rest = readGroup(words, next + 1);
    return { value: (group ? value : 1) * 1000 + (rest?.value ?? 0), next: rest?.next ?? next + 1 };
  }
  return group;
}

/** The decimals behind 'coma' or 'punto': 'cero cinco' are '05'. */
function readPart(
  words: readonly Word[],
  from: number,
): { readonly part: string; readonly next: number } {
  let [part, next] = ['', from];
  while (words[next]?.text === 'cero') {
    part += '0';
    next += 1;
  }
  const rest = readGroup(words, next);
  return rest ? { part: part + rest.value, next: rest.next } : { part, next };
}

function numberAt(words: readonly Word[], from: number): WrittenNumber | null {
  const first = words[from];
  if (first === undefined) return null;
  const end = (next: number) => words[next - 1]?.end ?? first.end;
  const makeNumber = (value: DecimalText, places: number, next: number): WrittenNumber => ({
    start: first.start,
    end: end(next),
    readings: [{ value, places }],
    mark: '.',
  });
  if (/^medi[oa]$/.test(first.text)) return makeNumber('0.5', 1, from + 1);
  const whole = readWhole(words, from);
  if (whole === null) return null;
  const { value, next } = whole;
  if (/^(?:coma|punto)$/.test(words[next]?.text ?? '')) {
    const { part, next: behind } = readPart(words, next + 1);
    if (part !== '') return makeNumber(canonical(String(value), part), part.length, behind);
  }
  if (words[next]?.text === 'y' && /^medi[oa]$/.test(words[next + 1]?.text ?? '')) {
    return makeNumber(`${value}.5`, 1, next + 2);
  }
  return makeNumber(String(value), 0, next);
}

/** Runs of words with nothing but spaces between them. */
function runsOfWords(plain: string): Word[][] {
  const runs: Word[][] = [];
  let behind = -1;
  for (const found of plain.matchAll(/\p{L}+/gu)) {
    const [start, end] = [found.index, found.index + found[0].length];
    const isNext = behind >= 0 && /^ +$/.test(plain.slice(behind, start));
    const word = { text: found[0], start, end };
    if (isNext) runs.at(-1)?.push(word);
    else runs.push([word]);
    behind = end;
  }
  return runs;
}

function numbersInWords(plain: string): WrittenNumber[] {
  return runsOfWords(plain).flatMap((words) => {
    const found: WrittenNumber[] = [];
    for (let at = 0; at < words.length; ) {
      // The hundred of 'por ciento' is a unit.
      const isUnit = /^cien(?:to)?$/.test(words[at]?.text ?? '') && words[at - 1]?.text === 'por';
      const number = isUnit ? null : numberAt(words, at);
      if (number === null) {
        at += 1;
        continue;
      }
      found.push(number);
      while (at < words.length && (words[at]?.end ?? 0) <= number.end) at += 1;
    }
    return found;
  });
}

/** The numbers of a plain text, in their order. */
export function numbersIn(plain: string): WrittenNumber[] {
  const digits = [...plain.matchAll(DIGITS)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    ...readDigits(found[0]),
  }));
  return [...digits, ...numbersInWords(plain)].toSorted((one, other) => one.start - other.start);
}

/** Adds a half: 'dos mililitros y medio'. */
export function andHalf(number: WrittenNumber): WrittenNumber {
  const [{ value, places }] = number.readings;
  const half = { value: add(value, '0.5'), places: Math.max(1, places) };
  return { ...number, readings: [half] };
}

/** `value` · 10^`power`. */
export function shifted(value: DecimalText, power: number): DecimalText {
  if (power === 0) return value;
  const factor = power > 0 ? `1${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}1`;
  return multiply(value, factor);
}
