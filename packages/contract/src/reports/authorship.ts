/** Author of a sentence (R7): a program, a program and then a doctor, or only a doctor. */
export const sentenceAuthors = ['ia', 'ia_editada', 'medico'] as const;
export type SentenceAuthor = (typeof sentenceAuthors)[number];

/** A sentence of the version from which the review started; in a draft every author is 'ia'. */
export interface AuthoredSentence {
  readonly text: string;
  readonly author: SentenceAuthor;
}

/** A sentence of the working copy. */
export interface WorkingSentence {
  readonly text: string;
  /** The index of its original sentence; null for an added one. */
  readonly origin: number | null;
}

/** Minimum share of equal words for which an added sentence counts as an edit of a similar one. */
const LIKENESS = 0.6;
/** Minimum words, because shorter sentences resemble each other by chance. */
const FEWEST_WORDS = 4;

/** Normalises spaces, which do not make another sentence. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const splitWords = (text: string) =>
  plain(text)
    .toLocaleLowerCase('es')
    .split(/[^\p{L}\p{N}.,%/]+/u)
    .map((word) => word.replaceAll(/^[.,]+|(?<![.,])[.,]+$/g, ''))
    .filter((word) => word !== '');

/**
 * The share of words that two sentences have in common, from 0 to 1. A repeated word counts as often as both have
 * it.
 */
function likeness(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of one) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(word, count - 1);
  }
  return (2 * shared) / (one.length + other.length);
}

const edited = (author: SentenceAuthor): SentenceAuthor =>
  author === 'medico' ? 'medico' : 'ia_editada';

/**
 * The authors of the working sentences, in their order. An unchanged sentence keeps its author, even if it was
 * moved, or struck and typed again. An added one that resembles a sentence of the program is 'ia_editada', so that
 * cutting and pasting never makes a doctor the author.
 */
export function assignAuthors(
  base: readonly AuthoredSentence[],
  working: readonly WorkingSentence[],
): SentenceAuthor[] {
  const byText = new Map<string, SentenceAuthor>();
  for (const { text, author } of base) {
    const key = plain(text);
    // Among equal sentences, the program's takes precedence.
    if (byText.get(key) === undefined || author === 'ia') byText.set(key, author);
  }
  const machine = base
    .filter(({ author }) => author !== 'medico')
    .map(({ text }) => splitWords(text))
    .filter(({ length }) => length >= FEWEST_WORDS);
  return working.map(({ text, origin }) => {
    const same = byText.get(plain(text));
    if (same !== undefined) return same;
    const from = origin === null ? undefined : base[origin];
    if (from !== undefined) return edited(from.author);
    const words = splitWords(text);
    const resembles =
      words.length >= FEWEST_WORDS && machine.some((one) => likeness(one, words) >= LIKENESS);
    return resembles ? 'ia_editada' : 'medico';
  });
}
