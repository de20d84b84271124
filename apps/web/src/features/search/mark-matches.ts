import { fold, type SearchWord, searchWords } from '@simiente/contract/common/search-words';

/** A part of a text that matches the search, or not. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** Start in the text. */
  readonly at: number;
}

const NOT_DIGITS = /\D/g;

interface Folded {
  readonly text: string;
  /** Index of the original letter for each unit of the folded text. */
  readonly from: readonly number[];
}

/** Folds letter by letter, so that positions in the folded text map to the original. */
function foldByLetters(letters: readonly string[], keep: (folded: string) => string): Folded {
  let text = '';
  const from: number[] = [];
  letters.forEach((letter, index) => {
    const folded = keep(fold(letter));
    text += folded;
    for (let unit = 0; unit < folded.length; unit += 1) from.push(index);
  });
  return { text, from };
}

/** The first letters, from and to, of a text that match a word; digits of a phone also without their spacing. */
function findWord(letters: readonly string[], word: SearchWord): [number, number] | null {
  const attempts: [string, (folded: string) => string][] = [[fold(word.text), (folded) => folded]];
  if (word.digits !== undefined) {
    const digits = (folded: string) => folded.replaceAll(NOT_DIGITS, '');
    attempts.push([digits(word.text), digits], [word.digits, digits]);
  }
  for (const [sought, keep] of attempts) {
    if (sought === '') continue;
    const { text, from } = foldByLetters(letters, keep);
    const at = findStart(text, sought);
    const first = from[at];
    const last = from[at + sought.length - 1];
    if (first !== undefined && last !== undefined) return [first, last + 1];
  }
  return null;
}

/** One or two letters are the beginning of a word, for the server too. */
function findStart(text: string, sought: string): number {
  if (sought.length > 2) return text.indexOf(sought);
  return text.startsWith(sought) ? 0 : text.indexOf(` ${sought}`) + 1 || -1;
}

/** Letters with their accents, so that an accent is never separated from its letter. */
function splitLetters(text: string): string[] {
  return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
}

/** Splits a text at the searched words, ignoring accents, case and the spacing of phones. */
export function markMatches(text: string, term: string): TextPart[] {
  const letters = splitLetters(text);
  const marks = new Set<number>();
  for (const word of searchWords(term)) {
    const [from, to] = findWord(letters, word) ?? [0, 0];
    for (let index = from; index < to; index += 1) marks.add(index);
  }
  const parts: TextPart[] = [];
  let at = 0;
  letters.forEach((letter, index) => {
    const isMatch = marks.has(index);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) {
      parts[parts.length - 1] = { ...last, text: last.text + letter };
    } else parts.push({ text: letter, isMatch, at });
    at += letter.length;
  });
  return parts.length === 0 ? [{ text, isMatch: false, at: 0 }] : parts;
}

export function missingWords(text: string, term: string): SearchWord[] {
  const letters = splitLetters(text);
  return searchWords(term).filter((word) => findWord(letters, word) === null);
}

export function hasSome(text: string, words: readonly SearchWord[]): boolean {
  const letters = splitLetters(text);
  return words.some((word) => findWord(letters, word) !== null);
}
