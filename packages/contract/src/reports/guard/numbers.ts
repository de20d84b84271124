import { type DecimalText, readDecimal, twoReadings } from '../../results/decimal.ts';

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
  // '1,200' and '1.200': thousands in one usage, decimals in the other.
  const two = twoReadings(written.replace('.', ','));
  if (two) {
    const thousands = { value: two[0], places: 0 };
    const decimals = { value: two[1], places: 3 };
    const isComma = written.includes(',');
    return { readings: isComma ? [thousands, decimals] : [decimals, thousands], mark: '.' };
  }
  const marks: readonly string[] = written.match(/[.,]/g) ?? [];
  const last = marks.at(-1) ?? '';
  // A mark that is repeated separates thousands.
  const isDecimal = last !== '' && marks.indexOf(last) === marks.length - 1;
  const [whole = '', part = ''] = isDecimal
    ? splitAt(written, written.lastIndexOf(last))
    : [written];
  const value = canonical(whole.replaceAll(/\D/g, ''), part);
  const isComma = isDecimal ? last === ',' : last === '.';
  return { readings: [{ value, places: part.length }], mark: isComma ? ',' : '.' };
}

const splitAt = (text: string, at: number) => [text.slice(0, at), text.slice(at + 1)];

/** A number with more digits than any laboratory prints stays as it is. */
const canonical = (whole: string, part = ''): DecimalText =>
  readDecimal(`${whole}.${part}0`) ?? whole;

const counted = (words: string, from: number, step = 1) =>
  words.split(' ').map((word, index) => [word, from + index * step] as const);
const TEENS =
  'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve';
const values = {
  ones: [
    ...counted('un dos tres cuatro cinco seis siete ocho nueve', 1),
    ...counted('uno una', 1, 0),
  ],
  teens: [...counted(TEENS, 10), ...counted('veintiun veintiuna', 21, 0)],
  tens: counted('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10),
  hundreds: [
    ...counted('cien ciento', 100, 0),
    ...counted('doscientos trescientos cuatrocientos quinientos seiscientos', 200, 100),
    ...counted('setecientos ochocientos novecientos', 700, 100),
  ],
};
const valueByWord = new Map(Object.values(values).flat());
const alternatives = (group: keyof typeof values) =>
  `(?:${values[group].map(([word]) => word).join('|')})(?!\\p{L})`;

const SMALL = `(?:${alternatives('tens')}(?: +y +${alternatives('ones')})?|${alternatives('teens')}|${alternatives('ones')})`;
const GROUP = `(?:${alternatives('hundreds')}(?: +${SMALL})?|${SMALL})`;
/** 'Dos millones quinientos mil', 'siete coma cero cinco', 'tres y medio'; another 'millones' is a unit. */
const IN_WORDS = new RegExp(
  String.raw`(?<!\p{L}|por )(?:medi[oa](?!\p{L})|(?:cero(?!\p{L})|(?:(?<millions>${GROUP}) +millon(?:es)? +(?=${GROUP}|mil(?!\p{L})))?(?:(?<thousands>${GROUP} +|)(?<mil>mil)(?!\p{L})(?: +(?=${GROUP}))?)?(?<rest>${GROUP})?)(?: +(?:coma|punto) +(?<zeros>(?:cero *)*)(?<part>${GROUP})?| +y +(?<half>medi[oa])(?!\p{L}))?)`,
  'gu',
);

/** The sum of the values of words: 'ciento treinta y cinco'. */
const toValue = (words = '') =>
  words.split(/ +/).reduce((sum, word) => sum + (valueByWord.get(word) ?? 0), 0);

function readWords(groups: Readonly<Record<string, string | undefined>>, written: string): Reading {
  const { millions, thousands, mil, rest, zeros = '', part, half } = groups;
  const ofThousand = mil === undefined ? 0 : toValue(thousands) || 1;
  const whole = toValue(millions) * 1_000_000 + ofThousand * 1000 + toValue(rest);
  if (half !== undefined || /^medi/.test(written)) return { value: `${whole}.5`, places: 1 };
  const digits = zeros.replaceAll(/cero */g, '0') + (part === undefined ? '' : toValue(part));
  return { value: canonical(String(whole), digits), places: digits.length };
}

/** The numbers of a plain text, in their order. */
export function numbersIn(plain: string): WrittenNumber[] {
  const digits = [...plain.matchAll(DIGITS)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    ...readDigits(found[0]),
  }));
  const words = [...plain.matchAll(IN_WORDS)]
    .filter(([written]) => written !== '')
    .map((found) => ({
      start: found.index,
      end: found.index + found[0].trimEnd().length,
      readings: [readWords(found.groups ?? {}, found[0])] as const,
      mark: '.' as const,
    }));
  return [...digits, ...words].toSorted((one, other) => one.start - other.start);
}

/** `value` · 10^`power`. */
export const shifted = (value: DecimalText, power: number): DecimalText =>
  readDecimal(`${value}E${power}`) ?? value;
