import { CITATION, entityCharacter } from '../without-markup.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Parts of a report that are not read as text: citations, tags, marks of Markdown, addresses. */
const MARKUP = [
  CITATION,
  /<!--[\s\S]{0,2000}?-->/g,
  /<\/?(?:a|abbr|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|li|mark|ol|p|pre|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi,
  /\]\([^()\s]*\)|https?:\/\/\S+/g,
  // A number or mark before an item.
  /^[ \t]*(?:[-*+•]|#{1,6}|\(?\d{1,2}[.)])(?=[ \t])/gm,
  /\*\*|__|`|\*(?=[^\s*][^*\n]{0,300}\*)|(?<=\*[^*\n]{0,300}[^\s*])\*|\[|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
] as const;

const EQUIVALENTS: Readonly<Record<string, string>> = {
  μ: 'µ',
  '×': 'x',
  '✕': 'x',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '∼': '~',
  '％': '%',
};

/** The match of a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export const blanks = (length: number) => ' '.repeat(length);

/** One character in lower case and without its accent; characters that would become two stay. */
function foldCharacter(character: string): string {
  const same = EQUIVALENTS[character];
  if (same !== undefined) return same;
  if (character === 'µ') return character;
  if (character !== '\n' && /\s/u.test(character)) return ' ';
  const form = /[！-～]/.test(character) ? 'NFKC' : 'NFD';
  // The base of '≠' is '=', that of '≮' is '<'.
  if (form === 'NFD' && /\p{Sm}/u.test(character)) return character;
  const base = character.normalize(form).charAt(0).toLowerCase();
  return base.length === character.length ? base : character;
}

/**
 * A text for searching: in lower case, without accents and markup, and of the same length, so that positions are
 * those of the text itself.
 */
export function plainText(text: string): string {
  let plain = text;
  for (const pattern of MARKUP) plain = plain.replaceAll(pattern, (found) => blanks(found.length));
  plain = plain.replaceAll(/&(?<name>[a-z]{2,6}\d{0,2});/gi, (found, name: string) => {
    const character = entityCharacter(name) ?? ' ';
    return character + blanks(found.length - 1);
  });
  return plain.replaceAll(/[^\n -@[-~]/gu, foldCharacter);
}

/** Questions, possibilities, forecasts, norms, sums, other people or places: a number may not be the patient's. */
const UNCERTAIN_SUBJECT =
  /\?|(?<!\p{L})(?:posibles?|posiblemente|probables?|probablemente|sospech\p{L}*|puede|pueden|pudiera|riesgo|cuando|descartar|excluir|confirmar|si(?! en el sedimento)|en caso|causas?|hermanos?|familia\p{L}*|antecedentes?|define\p{L}*|significa|hombres(?! fertiles)|pacientes|varones|personas|parejas|tratamiento|control|repetir|(?<!ser )padre|herman[oa]s?|primo|hijos?|donante|donador|(?:esposa|pareja) (?:tiene|tuvo|present\p{L}*|mostr\p{L}*|report\p{L}*)|otr[oa]s? (?:paciente|laboratorio|hospital|clinica|medico|persona)s?|refiere|(?:mejor|aument|baj|alcanz|lleg)aran?|(?:subi|obtend|tend|se)ran?|esperad[oa] (?:es|de|tras|con)|pronostic\p{L}*|meta|objetivo|por ejemplo|podrian?|(?:se cree|desea saber)|(?:des)?congel\p{L}*|criopreserv\p{L}*|capacita\p{L}*|preparacion|lavado|(?:no es|es) (?:cierto|verdad|fals[oa])|erron\p{L}*|incorrect[oa]|antes del tratamiento|(?:ni|tampoco) (?:el|l[ao]s?)|ningun[oa]?|nunca|jamas|suma|promedio|medi(?:a|ana)|fertiles|oms|espera(?:d[oa]s?|ban?|n)?|consider\p{L}*|normal es|o mas|marca|umbral|corte|deseable|ideal\p{L}*|bast\p{L}*|requ\p{L}*|exig\p{L}*|pid[ei]\p{L}*|acepta\p{L}*|faltan?|sugier\p{L}*|cerca de|error|respectivamente|a las? \p{N}+ ?h\p{L}*|a \p{N}+ ?h(?:oras)?)(?!\p{L})/u;

export const mayNotConcernPatient = (words: string) => UNCERTAIN_SUBJECT.test(words);
