import type { Sentence } from '../sentences.ts';

import { type QuotedKey, readMention } from './mentions.ts';
import { matchAt } from './plain-text.ts';
import { readTime, type Time, timesIn } from './times.ts';
import { type Limit, readWord } from './vocabulary.ts';
import { readUnitAt } from './written-units.ts';

/** Headings and sentences about limits and not about the patient. */
const ABOUT_LIMITS =
  /^\W*(?:l[oa]s? |el )?(?:(?:valor(?:es)?|rangos?|limites?|intervalos?|cifras) (?:(?:inferior|superior|minim)\p{L}* )?(?:(?:de (?:la |el )?)?(?:referencia|oms|who|normalidad|laboratorio)|normal(?:es)?|esperad\p{L}+|de corte)|limites?|percentil(?:es)? ?\d*|umbral(?:es)?|puntos? de corte|referencias?|ref\.?|vr|vn|p5|(?:oms|who) 20\d\d *$|rangos?(?! de los resultados)|meta|objetivos?)(?!\p{L})/u;
/** A sentence or heading that begins with another person, or names an invented case. */
const ABOUT_ANOTHER_PERSON =
  /^\W*(?:(?:\p{L}+ ){1,3}(?:de|del) )?(?:(?:la|el|su|tu|mi) )?(?:pareja|espos[oa]|conyuge|herman[oa]|padre|madre|hij[oa]|donante|donador|otr[oa] (?:paciente|persona|hombre))(?!\p{L})|(?<!\p{L})(?:(?:hipotetic|fictici|imagin(?=[ae])|inventad|simulad|supuest|supon[eg]|ejempl)\p{L}*|casos? clinicos?|otr[oa]s? (?:pacientes?|personas?|hombres?|casos?)|(?:texto|datos) de prueba)(?!\p{L})/u;
const word = (pattern: string) => new RegExp(String.raw`(?<!\p{L})(?:${pattern})(?!\p{L})`, 'u');
/** Words about the truth or origin of other sentences. */
const TRUTH_WORDS = word(
  String.raw`(?:fals|mentir|verdad|erron|equivoc|incorrect|inventad|fictici|neg(?:ar|am|ad)|rechaz|ignor|borr|manual|plantilla|relleno)\p{L}*|ciert[oa]s?|error(?:es)?|errata|(?:invent|ficc|confus|suposic|hipotes)\p{L}+|broma|es[to]o no|no (?:es|son|eran?|corresponden?|pertenecen?|aplican?)`,
);
/** Words that point to the text after a sentence, and denials without a verb. */
const FORWARD_REFERENCE = word(
  'casos?|siguientes?|que sigue|abajo|jamas|nunca|nad(?:a|ie)|reales?|si (?:todo|se|fuera|hubiera)',
);
/** Beginnings that refer to the sentences before: 'lo anterior es falso', 'eso es de un colega'. */
const BACK_REFERENCE =
  /^\W*(?:(?:lo|tod[ao]|nada de) )*(?:l[oa]s? (?:\p{L}+ )?anterior(?:es)?|est[aeo]s?|es[aeo]s?|aquello|es|son|eran?|fue(?:ron)?|no|err(?:or|ata)|fals[oa])(?!\p{L})/u;
/** Nouns of a clinic that mean no person after 'un': 'un estudio'. */
const PATIENT_NOUNS =
  'analisis|estudios?|muestras?|seminograma|resultados?|valor(?:es)?|consulta|visita|exploracion|historia|resumen|cariotipo|perfil|cultivo|ecografia|ultrasonido|resonancia|antibiograma|microorganismo|varicocele|lesion(?:es)?|antecedentes?|resto|volumen|cifras?';
const OTHER_PERSON = word(
  String.raw`(?:(?<=^\W*)|(?:son|es|pertenecen?|corresponden?) (?:a|de) )(?:un|una|mi|algun|alguna|ciert[oa]|dich[oa]|nuestr[oa]|aquel|otr[oa]) (?!(?:${PATIENT_NOUNS})(?!\p{L}))\p{L}+|(?<=^\W*(?:\p{L}+ ){0,3}a(?: la| su| tu| mi|l) )(?:pareja|espos[oa]|mujer|conyuge|herman[oa]|hij[oa])|alguien|colegas?|amig[oa]s?|vecin[oa]s?|conocid[oa]s?|companer[oa]s?|prim[oa]|ti[oa]|cunad[oa]|suegr[oa]|abuel[oa]|sobrin[oa]|novi[oa]|jefe|senor[ae]?s?|sra?|tecnic[oa]|alumn[oa]`,
);
/** A sentence to the reader, or of the authors: 'revisamos tu estudio', 'conviene repetirlo'. */
const ADDRESSES_READER = word(
  String.raw`te|t[iu]s?|ustedes|usted|contigo|estimad[oa]|gracias|hola|\p{L}{3,}mos|conviene|(?:se )?(?:sugiere|recomienda)|suelen?|despues|tambien|ademas|asimismo|finalmente|por (?:lo|otr[oa]|ultimo)|sin embargo|en (?:general|cuanto|conjunto)|destacan?`,
);
/** 'Repetir el estudio', 'debes acudir a consulta', 'niega alergias', 'la edad influye': about no other person. */
const IMPERSONAL = new RegExp(
  String.raw`^\W*(?:(?:(?:no|se) )*(?:\p{L}{4,} )?(?:que |de )?(?!estar|haber|pertenecer|corresponder)\p{L}{3,}[aei]r(?:se|te|l[aeo]s?)?(?: (?:a|con|de|en|por|tus?|sus?)(?!\p{L})| (?:(?:el|l[ao]s?|al|una?) )*(?:${PATIENT_NOUNS})(?!\p{L})|\W*$)|masculino de \d|(?:niega|refiere|acude)(?! (?:un|una|el|l[ao]s?|[ms][iu]s?|tus?)(?!\p{L}))(?!\p{L})|(?:(?:el|l[ao]s?|su|tu) )?\p{L}+(?:dad|[cs]ion|ismo|miento|[ae]ncia|sis|itis)(?:es|s)?(?!\p{L}))`,
  'u',
);

/** A number that is neither a date nor a limit's name: a line with one is not a heading. */
const HAS_VALUE = /[:=] *[<>≥≤~]? *\d|\d ?(?:%|ml|[mµu]?ui|ng|pg|nmol|millon|x? ?10)/u;
const ITEM = /^(?<indent>\s*)(?:[-*+•]\s|\(?\d{1,2}[.)]\s)/;
const PARAGRAPH = /\n[ \t]*\n\s*$/;

/** Words of headings and columns that change neither the person nor the time of the figures below them. */
const NEUTRAL =
  /(?:resumen|resultados?|reportes?|informe|interpretacion|conclusion(?:es)?|comentarios?|observacion(?:es)?|hallazgos|evaluacion|impresion|diagnosticos?|recomendaciones|justificacion|receta|indicaciones|estudios|laboratorios?|parametros|variables?|analitos?|pruebas?|determinacion|hormona|caracteristicas?|microscopic[oa]s?|macroscopic[oa]s?|estado|situacion|unidad(?:es)?|fecha|tu|estos?|siguientes?|continuacion|principales|complementarios|clinic[oa]s?|medic[oa]|genetic[oa]s?|microbiologic[oa]s?|y)(?!\p{L})|[^\p{L}\p{N}]+/uy;
/** The number of a heading. */
const HEADING_NUMBER = /^[^\p{L}\p{N}]*\d{1,2}[.)]/u;
const NEUTRAL_KINDS = /^(?:filler|and|is|with|limit|culture|regions|deletion|sperm|pellet|urine)$/;

/** 'Parámetros en rango' judges the figures below it, 'rango' names their limits. */
const POSITION_WORDS =
  /(?<!\p{L})en (?:el |los |sus? )?(?:rango|intervalo|limite|lo (?:esperado|normal))/u;

/** Whether all words of a heading or column are neutral, or name a time, an analyte, a unit or a limit. */
function isNeutral(words: string): boolean {
  if (POSITION_WORDS.test(words)) return false;
  for (let at = HEADING_NUMBER.exec(words)?.[0].length ?? 0; at < words.length; ) {
    const word = readWord(words, at);
    const mention = readMention(words, at, []);
    // 'Resultados normales', 'parámetros normales' judge the figures below them. 'Normales' is also a name of forms.
    const judged = /normal/.test(words.slice(at, word?.end ?? at)) && !ABOUT_LIMITS.test(words);
    if (judged && (mention?.end ?? 0) <= (word?.end ?? 0)) return false;
    const ends = [
      matchAt(NEUTRAL, words, at) ? NEUTRAL.lastIndex : at,
      word && NEUTRAL_KINDS.test(word.word.kind) ? word.end : at,
      readTime(words, at)?.end ?? at,
      mention?.end ?? at,
      readUnitAt(words, at)?.end ?? at,
    ];
    const end = Math.max(...ends);
    if (end === at) return false;
    at = end;
  }
  return true;
}

/** Words before the first one that may be a subject. */
const BEFORE_SUBJECT =
  /^\W*(?:(?:el|l[ao]s?|en|del?|con|por|para|se|y|e|al?|no|un[ao]?|est[aeo]s?) )*(?=(?<firstWord>\p{L}*))/u;
const IS_PATIENT_NOUN = new RegExp(`^(?:${PATIENT_NOUNS})$`);

/** Whether a sentence without a confirmed claim may deny the next ones, or begin the case of another person. */
export function isForeign(words: string): boolean {
  if (isNeutral(words)) return false;
  if ([OTHER_PERSON, TRUTH_WORDS, FORWARD_REFERENCE].some((pattern) => pattern.test(words)))
    return true;
  const found = BEFORE_SUBJECT.exec(words);
  const first = found?.[0].length ?? 0;
  const isKnown =
    readWord(words, first) !== null ||
    readTime(words, first) !== null ||
    readMention(words, first, []) !== null ||
    /\d/.test(words[first] ?? '') ||
    IS_PATIENT_NOUN.test(found?.groups?.firstWord ?? '') ||
    matchAt(NEUTRAL, words, first) !== null;
  return !isKnown && !ADDRESSES_READER.test(words) && !IMPERSONAL.test(words);
}

/** Whether a sentence denies the ones before it, or attributes them to another person or time. */
export const deniesBefore = (words: string) =>
  BACK_REFERENCE.test(words) &&
  (TRUTH_WORDS.test(words) || OTHER_PERSON.test(words) || timesIn(words).length > 0);

/** The column, headings and earlier sentence that decide the person and time of a figure. */
export interface Context {
  /** The column of a table, or ''. */
  readonly column: string;
  /** The column, the earlier sentence and the headings, nearest first. */
  readonly words: readonly string[];
  /** Whether all headings and columns are neutral. */
  readonly isNeutral: boolean;
  readonly concernsAnother: boolean;
  /** The limit of a heading or column about limits; null without one. */
  readonly listed: Limit | null;
}

/** 'No tiene': the items below are denied. */
const DENIAL = /^\W*(?:no|sin)(?: \p{L}+)?:?$/iu;

/**
 * Rank of a line that introduces others: 1–6 for Markdown headings, 7 for bold text, 8 for other lines, and 9 plus the
 * indent for an item, which introduces lines with a larger indent. Null for other sentences.
 */
function headingLevel(text: string, words: string): number | null {
  const line = text.trim();
  if (!/\n\s*$/.test(text) || /[.;!?|]$/.test(line) || HAS_VALUE.test(words)) return null;
  const item = ITEM.exec(text)?.groups?.indent?.length;
  if (item !== undefined && timesIn(words).length === 0 && !DENIAL.test(line)) return 9 + item;
  const markdownLevel = /^#{1,6}(?=\s)/.exec(line)?.[0].length;
  return markdownLevel ?? (/^(?:\*\*|__).*(?:\*\*|__):?$/.test(line) ? 7 : 8);
}

/** A line that introduces the following ones, with its rank. */
export interface Heading {
  readonly level: number;
  readonly words: string;
  readonly isNeutral: boolean;
}

interface SentenceContext {
  readonly sentence: Sentence;
  readonly isHeading: boolean;
  readonly startsParagraph: boolean;
  readonly contextAt: (at: number) => Context;
  readonly headings: readonly Heading[];
}

/** `before` are the headings above the text. The `headings` of the last sentence are those at the end of the text. */
export function readContexts(
  plain: string,
  sentences: readonly Sentence[],
  before: readonly Heading[],
): SentenceContext[] {
  let headings = before;
  let lead = '';
  let columns: string[] | null = null;
  let previous = '';
  return sentences.map((sentence, index) => {
    const { text, start, end } = sentence;
    const words = plain.slice(start, end);
    const isRow = words.trimStart().startsWith('|');
    const header = isRow ? columns : null;
    columns = isRow ? (columns ?? words.split('|')) : null;
    const startsParagraph = PARAGRAPH.test(sentences[index - 1]?.text ?? '');
    // '====' below a heading.
    const isUnderline = !/[\p{L}\p{N}]/u.test(words);
    const level = isRow || isUnderline ? null : headingLevel(text, words);
    const indent = /^\s*/.exec(text)?.[0].length ?? 0;
    headings = headings.filter((one) => one.level < 9 + indent);
    if (level === null && startsParagraph && !isRow && !isUnderline && !ITEM.test(text)) {
      // The last line or sentence of a paragraph may introduce the next one.
      headings = headings.filter((one) => one.level < 8 || one.words === previous);
      if (lead !== previous) lead = '';
    }
    if (!isUnderline) previous = words;
    const around = [lead, ...headings.map((one) => one.words).toReversed()];
    const areHeadingsNeutral = headings.every((one) => one.isNeutral);
    if (level !== null)
      headings = [
        ...headings.filter((one) => one.level < level),
        { level, words, isNeutral: isNeutral(words) },
      ];
    if (level !== null && level < 9) {
      lead = '';
    } else if (
      timesIn(words).length > 0 ||
      ABOUT_ANOTHER_PERSON.test(words) ||
      (ABOUT_LIMITS.test(words) && !HAS_VALUE.test(words))
    ) {
      // Later dates do not end the case of another person.
      lead = ABOUT_ANOTHER_PERSON.test(lead) ? `${lead} ${words}` : words;
    }
    const contextAt = (at: number): Context => {
      const cell = header?.[plain.slice(start, at).split('|').length - 1] ?? '';
      const nearestFirst = [cell, ...around.filter(Boolean)].map((one) => one.trim());
      const listed = nearestFirst.find((one) => ABOUT_LIMITS.test(one));
      return {
        ...{ column: cell, words: nearestFirst, isNeutral: areHeadingsNeutral && isNeutral(cell) },
        concernsAnother: nearestFirst.some((one) => ABOUT_ANOTHER_PERSON.test(one)),
        listed: listed === undefined ? null : readListedLimit(listed),
      };
    };
    const isHeading = level !== null || isUnderline;
    return { sentence, isHeading, startsParagraph, contextAt, headings };
  });
}

/** The limit that all words about limits in a heading describe. */
function readListedLimit(words: string): Limit {
  let limit: Limit = {};
  for (let at = 0; at < words.length; ) {
    const found = readWord(words, at);
    if (found?.word.kind === 'limit') limit = { ...limit, ...found.word.limit };
    at = found?.end ?? at + 1;
  }
  return limit;
}

/** Whether a column names an analyte that is not that of its value. */
export const isInOtherColumn = (column: string, keys: readonly QuotedKey[]) =>
  Array.from(column, (_, at) => readMention(column, at, [])?.keys ?? []).some(
    (named) => named.length > 0 && !named.some((key) => keys.includes(key)),
  );

/** The times in the nearest words that name one; empty without any. */
export const findNearestTimes = (words: readonly string[]): readonly Time[] =>
  words.map(timesIn).find((times) => times.length > 0) ?? [];
