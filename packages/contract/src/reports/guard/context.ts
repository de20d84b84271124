import type { Sentence } from '../sentences.ts';

import { type QuotedKey, readMention } from './mentions.ts';
import { type Time, timesIn } from './times.ts';
import { type Limit, readWord } from './vocabulary.ts';

/** Headings and sentences about limits and not about the patient. */
const OF_REFERENCES =
  /^\W*(?:l[oa]s? |el )?(?:(?:valor(?:es)?|rangos?|limites?|intervalos?|cifras) (?:(?:inferior|superior|minim)\p{L}* )?(?:(?:de (?:la |el )?)?(?:referencia|oms|who|normalidad|laboratorio)|normal(?:es)?|esperad\p{L}+|de corte)|limites?|percentil(?:es)? ?\d*|umbral(?:es)?|puntos? de corte|referencias?|ref\.?|vr|vn|p5|(?:oms|who) 20\d\d *$|rangos?(?! de los resultados)|meta|objetivos?)(?!\p{L})/u;
/** Another person in front of a sentence, or in a heading. */
const OF_ANOTHER =
  /^\W*(?:(?:\p{L}+ ){1,3}(?:de|del) )?(?:(?:la|el|su|tu|mi) )?(?:pareja|espos[oa]|conyuge|herman[oa]|padre|madre|hij[oa]|donante|donador|otr[oa] (?:paciente|persona|hombre))(?!\p{L})/u;
/** A number that is neither a date nor a limit's name: a line with one is not a heading. */
const VALUED = /[:=] *[<>≥≤~]? *\d|\d ?(?:%|ml|[mµu]?ui|ng|pg|nmol|millon|x? ?10)/u;
const ITEM = /^\s*(?:[-*+•]\s|\(?\d{1,2}[.)]\s)/;
const PARAGRAPH = /\n[ \t]*\n\s*$/;

/** Words that introduce a place in a text: those of its column, or '', and those of lines, the nearest first. */
export type Contexts = (at: number) => readonly string[];

/** Rank of a line that introduces others, as the number of signs of Markdown; null for other sentences. */
function headingLevel(text: string, words: string): number | null {
  const line = text.trim();
  if (!/\n\s*$/.test(text) || /[.;!?|]$/.test(line) || VALUED.test(words)) return null;
  if (ITEM.test(text) && timesIn(words).length === 0) return null;
  const signs = /^#{1,6}(?=\s)/.exec(line)?.[0].length;
  return signs ?? (/^(?:\*\*|__).*(?:\*\*|__):?$/.test(line) ? 7 : 8);
}

/** Headings, columns of tables and earlier sentences decide whose a figure is, and of when. */
export function contextsIn(plain: string, sentences: readonly Sentence[]): Contexts {
  let headings: { level: number; words: string }[] = [];
  let lead = '';
  let columns: string[] | null = null;
  const found = sentences.map(({ text, start, end }, index) => {
    const words = plain.slice(start, end);
    const isRow = words.trimStart().startsWith('|');
    const header = isRow ? columns : null;
    columns = isRow ? (columns ?? words.split('|')) : null;
    const begins = PARAGRAPH.test(sentences[index - 1]?.text ?? '');
    const level = isRow ? null : headingLevel(text, words);
    if (level === null && begins && !isRow && !ITEM.test(text)) {
      headings = headings.filter((one) => one.level < 8);
      // The last sentence of a paragraph may introduce the next one.
      if (lead !== plain.slice(sentences[index - 1]?.start, sentences[index - 1]?.end)) lead = '';
    }
    const around = [lead, ...headings.map((one) => one.words).toReversed()];
    if (level !== null) {
      headings = [...headings.filter((one) => one.level < level), { level, words }];
      lead = '';
    } else if (
      timesIn(words).length > 0 ||
      OF_ANOTHER.test(words) ||
      (OF_REFERENCES.test(words) && !VALUED.test(words))
    ) {
      lead = words;
    }
    return { start, end, around, header };
  });
  return (at) => {
    const own = found.find(({ start, end }) => at >= start && at < end);
    if (own === undefined) return [];
    const cell = own.header?.[plain.slice(own.start, at).split('|').length - 1] ?? '';
    // 'Abril' of a column or heading is a date.
    return [cell, ...own.around.filter(Boolean)].map((words) => words.trim());
  };
}

/** The limit that all words about limits in a heading describe. */
function limitNamed(words: string): Limit {
  let limit: Limit = {};
  for (let at = 0; at < words.length; ) {
    const found = readWord(words, at);
    if (found?.word.kind === 'limit') limit = { ...limit, ...found.word.limit };
    at = found?.end ?? at + 1;
  }
  return limit;
}

/** The limit that a heading or column of references names; null without one. */
export function referenceAround(contexts: readonly string[]): Limit | null {
  const words = contexts.find((one) => OF_REFERENCES.test(one));
  return words === undefined ? null : limitNamed(words);
}

/** Whether a column names an analyte that is not that of its value. */
export const isOfOtherColumn = ([column = '']: readonly string[], keys: readonly QuotedKey[]) =>
  Array.from(column, (_, at) => readMention(column, at, [])?.keys ?? []).some(
    (named) => named.length > 0 && !named.some((key) => keys.includes(key)),
  );

export const isOfAnother = (contexts: readonly string[]) =>
  contexts.some((words) => OF_ANOTHER.test(words));

/** The times that the nearest words in front name; empty without such. */
export function timesAround(contexts: readonly string[]): readonly Time[] {
  return contexts.map(timesIn).find((times) => times.length > 0) ?? [];
}
