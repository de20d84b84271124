import { compareDecimals, type DecimalText, readAmbiguousDecimal, readDecimal } from './decimal.ts';

/** Under or over the detection limit, or at most or at least a number; null for an exact number. */
export const comparators = ['<', '>', '≤', '≥'] as const;
export type Comparator = (typeof comparators)[number];

/** A number in the form of a laboratory. */
export interface Quantity {
  readonly comparator: Comparator | null;
  readonly value: DecimalText;
}

/** Notations of each comparator, the longer ones first. */
const SIGNS: readonly (readonly [RegExp, Comparator])[] = [
  [/^(?:[≤≦⩽]|[<‹＜][=＝]|[=＝][<‹＜]|(?:menor|inferior) o igual (?:a|que))/i, '≤'],
  [/^(?:[≥≧⩾]|[>›＞][=＝]|[=＝][>›＞]|(?:mayor|superior) o igual (?:a|que))/i, '≥'],
  [/^(?:[<‹＜]|(?:menor|inferior) (?:de|a|que)|menos de)/i, '<'],
  [/^(?:[>›＞]|(?:mayor|superior) (?:de|a|que)|m[aá]s de)/i, '>'],
];

const withoutSign = (text: string) => SIGNS.reduce((rest, [sign]) => rest.replace(sign, ''), text);

/** Parses a number: '12,5', '< 0.1', '>=200', 'menor de 0.5'. Null for any other text. */
export function readQuantity(text: string): Quantity | null {
  const written = text.trim();
  const [sign, comparator = null] = SIGNS.find(([pattern]) => pattern.test(written)) ?? [/^/];
  const value = readDecimal(written.replace(sign, ''));
  return value === null ? null : { comparator, value };
}

/** The two meanings of a text such as '1,200' or '< 1,200'; null for an unambiguous number. */
export function readAmbiguousQuantity(text: string): readonly [DecimalText, DecimalText] | null {
  return readAmbiguousDecimal(withoutSign(text.trim()));
}

/** '< 12.5', for users. */
export function writeQuantity({ comparator, value }: Quantity): string {
  return comparator === null ? value : `${comparator} ${value}`;
}

/**
 * Place or time of the observation. A text with a reason, such as 'No se observan por muestra insuficiente', does
 * not mean zero.
 */
const WHERE =
  '(?:(?: ni)? en (?:el |la |los |tod[oa] (?:el |la )|\\d{1,4} )?(?:muestra|semen|eyaculado|sedimento|pellet|centrifugado|fresco|campos?)(?: (?:analiz|examin|revis|estudi|observ|envi|recib|remit|entreg|centrifug)[ai]d[oa]s?)?| por campo| al (?:microscopio|centrifugar)| (?:tras|despu[eé]s de) (?:la )?centrifuga(?:r|ci[oó]n))*';
const SPERM = '(?<sperm>espermatozoides?|espermas?|gametos|c[eé]lulas esperm[aá]ticas)';
const OTHER = '(?<other>leucocitos|c[eé]lulas(?: redondas| germinales)?)';
const SEEN =
  '(?:observ|apreci|enc(?:o|ue)ntr|identific|detect|visualiz|evidenci|report)(?:a|an|ó|aron)';
const LOOKED = `no (?:se )?(?:(?:${SEEN}|ven|vio|vieron|hay|existen?|presenta|contiene)(?: (?:la )?presencia)?|observad[oa]s?)|ausentes?|ausencia(?: total| completa| absoluta)?`;
/** Words with which a laboratory reports that it looked for cells and saw none. */
const NONE_SEEN = new RegExp(
  `^(?:${LOOKED}|ninguno(?: observado)?|cero|(?:(?:${LOOKED})(?: de)?(?: ning[uú]n)?|ning[uú]n|ninguna|sin(?: presencia de)?|negativo a|0|cero) (?:${SPERM}|${OTHER})(?: observad[oa]s?)?|(?<named>espermatozoides):? (?:${LOOKED}))${WHERE}\\.?$`,
  'iu',
);
/** The diagnosis that a laboratory may write in place of a count of spermatozoa. */
const AZOOSPERMIA = new RegExp(
  `^(?:muestra )?azoosp[eé]rmi(?:a|co|ca)(?: total| absoluta| confirmada)?${WHERE}\\.?$`,
  'iu',
);
const MAX_WORDS_LENGTH = 100;
export const NONE_SEEN_WORDS = 'No se observaron';

const SPERM_COUNTS: readonly string[] = [
  'concentration',
  'totalNumber',
  'urineSpermCount',
  'urineSpermTotal',
];

/**
 * Whether a text means that no cells were seen, which is stored as zero. With an analyte, the text must be about
 * the cells of that analyte.
 */
export function isNoneSeen(text: string, analyte?: string | null): boolean {
  const words = text.trim();
  if (words.length > MAX_WORDS_LENGTH) return false;
  const appliesTo = (keys: readonly string[]) =>
    analyte === undefined || keys.includes(analyte ?? '');
  if (AZOOSPERMIA.test(words)) return appliesTo(SPERM_COUNTS);
  const match = NONE_SEEN.exec(words);
  if (match === null) return false;
  if ((match.groups?.sperm ?? match.groups?.named) !== undefined) return appliesTo(SPERM_COUNTS);
  return match.groups?.other === undefined || appliesTo(['leukocytes', 'roundCells']);
}

/** Whether a quantity is on a side of a limit: true or false if it is certain, null if its comparator leaves it undecided. */
function isBeyond({ comparator, value }: Quantity, limit: DecimalText, isUpper: boolean) {
  const order = isUpper ? compareDecimals(value, limit) : compareDecimals(limit, value);
  const [strict, inclusive]: Comparator[] = isUpper ? ['>', '≥'] : ['<', '≤'];
  if (comparator === null) return order > 0;
  if (comparator === strict) return order >= 0 ? true : null;
  if (comparator === inclusive) return order > 0 ? true : null;
  return order <= 0 ? false : null;
}

export const isUnder = (quantity: Quantity, limit: DecimalText) => isBeyond(quantity, limit, false);
export const isOver = (quantity: Quantity, limit: DecimalText) => isBeyond(quantity, limit, true);
