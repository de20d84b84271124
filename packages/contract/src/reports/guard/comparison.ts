import type { Comparator } from '../../results/quantity.ts';

/** 'mayor de', 'por debajo de': how a figure is compared. */
export interface Sign {
  readonly comparator: Comparator;
  readonly includes: boolean;
  /** Start of its words in the text. */
  readonly start: number;
}

/** Between the words of a comparison and its figure: 'por debajo del límite de referencia de'. */
const FILLER = String.raw`(?: *(?:,(?! (?:es|fue)(?!\p{L}))|\(|:|(?:con (?:holgura|creces)|ampliamente|claramente|ligeramente|apenas|el|la|los|las|lo|al|del?|a|es|valor(?:es)?|limite|minim[oa]|maxim[oa]|referencia|inferior|superior|umbral|consenso|rango|normal|esperad[oa]|corte|punto|oms|laboratorio|percentil 5)(?!\p{L})))* *$`;
const sign = (words: string, comparator: Comparator, includes: boolean) =>
  [
    new RegExp(String.raw`(?:(?<!\p{L})(?:${words}))${FILLER}`, 'u'),
    { comparator, includes },
  ] as const;

const SIGNS = [
  sign(
    '≥|>=|=>|mayor(?:es)? o igual(?:es)? (?:al?|que)|al menos|como minimo|minimo(?: de)?|desde|a partir de|no menos de|alcanzan?|llegan? a|cuando menos',
    '>',
    true,
  ),
  sign(
    '≤|<=|=<|menor(?:es)? o igual(?:es)? (?:al?|que)|hasta|como maximo|maximo(?: de)?|no mas de|cuando mucho',
    '<',
    true,
  ),
  sign(
    '>|mayor(?:es)? (?:al?|del?|que)|mas del?|mas alt[oa]s? (?:del?|que)|superior(?:es)? al?|(?:arriba|encima) del?|sobre|super(?:an?|o|aron)|exced(?:en?|io)|rebas(?:an?|o)|sobrepas(?:an?|o)',
    '>',
    false,
  ),
  sign(
    '<|menor(?:es)? (?:al?|del?|que)|menos del?|mas baj[oa]s? (?:del?|que)|inferior(?:es)? al?|(?:debajo|abajo) del?|bajo(?! (?:de|desde|a|en|un|hasta)(?!\\p{L}))|antes de',
    '<',
    false,
  ),
] as const;

export const NEGATED =
  /(?<!\p{L})(?:no|nunca|tampoco)(?: (?:es|son|esta|estan|fue|fueron|se encuentran?|se encontro|queda|resulto))?(?: por)? *$/u;

/** Longest distance between a comparison and its figure. */
export const REACH = 80;

export function signBefore(plain: string, at: number, from: number): Sign | null {
  const begin = Math.max(from, at - REACH);
  const before = plain.slice(begin, at);
  const found = SIGNS.flatMap(([pattern, meaning]) => {
    const one = pattern.exec(before);
    return one === null ? [] : [{ ...meaning, start: begin + one.index }];
  });
  // 'No más de' is in front of 'más de'.
  const [own] = found;
  if (own === undefined) return null;
  if (!NEGATED.test(plain.slice(begin, own.start))) return own;
  return { ...own, comparator: own.comparator === '<' ? '>' : '<', includes: !own.includes };
}

/** A statement about other people, or about a goal, is not about the patient. */
const NORMATIVE =
  /(?<!\p{L})(?:hombres|fertiles|varones|poblacion|pacientes|personas|parejas|requier\p{L}*|necesit\p{L}*|objetivo|meta|esper[ae]\p{L}*|deb(?:en?|er\p{L}*)|recom\p{L}*|consider\p{L}*|si|cuando|define\p{L}*|significa|ideal|dosis)(?!\p{L})/u;
/** 'referencia ≥ 16', '(≥ 16)': a label that introduces a reference. */
const LABEL =
  /(?:[([|]|(?<!\p{L})(?:ref\p{L}*\.?|vn|vr|normal(?:es)?|limite|umbral|minimo|esperad[oa]s?|rango|intervalo|oms|consenso)(?:[ :=(]|de|es|del|laboratorio)*) *$/u;
const REFERENCE_IS =
  /(?:referencia|limite|umbral|valor(?:es)? normal(?:es)?|punto de corte|minimo)[^.;,]*(?:es|son|sea|:)[^.;,]{0,20}$/;

/** Whether a comparison before a figure is about the patient; `before` is its sentence up to the comparison. */
export const isClaim = (before: string) =>
  !NORMATIVE.test(before.slice(-120)) &&
  !LABEL.test(before.slice(-60)) &&
  !REFERENCE_IS.test(before.slice(-120));

/** 'Dentro del rango de', 'en el intervalo de', 'fuera de': position of a value relative to a range. */
export const PLACED =
  /(?<!\p{L})(?:(?<outside>fuera de)|dentro de|(?:esta|estan|se encuentra|se ubica|queda|cae)(?: en| entre| de)?)l?(?: *(?:el|la|los|las|rango|intervalo|limites?|valores|parametros|normal(?:es)?|de|del|referencia|laboratorio|entre|en|[(:,]))* *$/u;

/** Whether a range is claimed to contain the patient's value, or not to; null without such a word. */
export function placeBefore(plain: string, at: number, from: number): 'inside' | 'outside' | null {
  const before = plain.slice(Math.max(from, at - REACH), at);
  const found = PLACED.exec(before);
  if (found === null || !isClaim(before.slice(0, found.index))) return null;
  const isOutside =
    (found.groups?.outside !== undefined) !== NEGATED.test(before.slice(0, found.index));
  return isOutside ? 'outside' : 'inside';
}
