import { fold, type SearchWord, searchWords } from '@simiente/contract/common/search-words';

/** A part of a text that matches the search, or not. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** Start in the text. */
  readonly at: number;
}

const toDigits = (text: string) => text.replaceAll(/\D/g, '');

/** Letters with their accents, so that an accent is never separated from its letter. */
const splitLetters = (text: string) => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/** The first letters of a text that match a word, as a range; digits of a phone also without their spacing. */
function findWord(letters: readonly string[], { text, digits }: SearchWord) {
  const asWritten = findFolded(letters, fold(text), fold);
  if (asWritten !== null || digits === undefined) return asWritten;
  return findFolded(letters, toDigits(text), toDigits) ?? findFolded(letters, digits, toDigits);
}

/** Folds letter by letter, so that positions in the folded text map to the original. */
function findFolded(
  letters: readonly string[],
  sought: string,
  toFolded: (letter: string) => string,
): readonly [from: number, to: number] | null {
  const folded = letters.map(toFolded);
  const origins = folded.flatMap((part, index) => Array.from({ length: part.length }, () => index));
  const at = findStart(folded.join(''), sought);
  const first = origins[at];
  const last = origins[at + sought.length - 1];
  return first === undefined || last === undefined ? null : [first, last + 1];
}

/** One or two letters match the beginning of a word, as on the server. */
function findStart(text: string, sought: string): number {
  if (sought.length > 2) return text.indexOf(sought);
  return text.startsWith(sought) ? 0 : text.indexOf(` ${sought}`) + 1 || -1;
}

/** Splits a text at the searched words, ignoring accents, case and the spacing of phones. */
export function markMatches(text: string, term: string): TextPart[] {
  const letters = splitLetters(text);
  const found = searchWords(term).flatMap((word) => {
    const range = findWord(letters, word);
    return range === null ? [] : [range];
  });
  const parts: TextPart[] = [];
  let at = 0;
  letters.forEach((letter, index) => {
    const isMatch = found.some(([from, to]) => from <= index && index < to);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) parts.splice(-1, 1, { ...last, text: last.text + letter });
    else parts.push({ text: letter, isMatch, at });
    at += letter.length;
  });
  return parts.length === 0 ? [{ text, isMatch: false, at: 0 }] : parts;
}

export function hasWord(text: string, word: SearchWord): boolean {
  return findWord(splitLetters(text), word) !== null;
}

export function missingWords(text: string, term: string): SearchWord[] {
  return searchWords(term).filter((word) => !hasWord(text, word));
}
