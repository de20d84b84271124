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

/** Minimum similarity for which an added sentence counts as an edit of another one. */
const MIN_SIMILARITY = 0.6;
/** Minimum words, because shorter sentences resemble each other by chance. */
const MIN_WORDS = 4;

const normalizeSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const splitWords = (text: string) =>
  normalizeSpaces(text)
    .toLocaleLowerCase('es')
    .split(/[^\p{L}\p{N}.,%/]+/u)
    .map((word) => word.replaceAll(/^[.,]+|(?<![.,])[.,]+$/g, ''))
    .filter((word) => word !== '');

/** The Dice coefficient of the words of two sentences: the share that they have in common, from 0 to 1. */
function similarity(one: readonly string[], other: readonly string[]): number {
  const unmatched = new Map<string, number>();
  for (const word of other) unmatched.set(word, (unmatched.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of one) {
    const count = unmatched.get(word) ?? 0;
    if (count === 0) continue;
    shared += 1;
    unmatched.set(word, count - 1);
  }
  return (2 * shared) / (one.length + other.length);
}

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
    const key = normalizeSpaces(text);
    // Among equal sentences, the program's takes precedence.
    if (byText.get(key) === undefined || author === 'ia') byText.set(key, author);
  }
  const machineSentences = base
    .filter(({ author }) => author !== 'medico')
    .map(({ text }) => splitWords(text))
    .filter(({ length }) => length >= MIN_WORDS);
  return working.map(({ text, origin }) => {
    const unchanged = byText.get(normalizeSpaces(text));
    if (unchanged !== undefined) return unchanged;
    const original = origin === null ? undefined : base[origin];
    if (original !== undefined) return original.author === 'medico' ? 'medico' : 'ia_editada';
    const words = splitWords(text);
    const isSimilar =
      words.length >= MIN_WORDS &&
      machineSentences.some((machine) => similarity(machine, words) >= MIN_SIMILARITY);
    return isSimilar ? 'ia_editada' : 'medico';
  });
}
