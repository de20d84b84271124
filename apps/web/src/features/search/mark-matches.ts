import { fold, type SearchWord, searchWords } from '@simiente/contract/common/search-words';

/** A part of a text, either a match of the search or the text between matches. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** Position in the text. */
  readonly at: number;
}

const toDigits = (text: string) => text.replaceAll(/\D/g, '');

/** Letters with their accents, so that an accent is never separated from its letter. */
const splitLetters = (text: string) => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/** The range of the first letters that match a word. Digits of a phone match whatever their spacing. */
function findWord(letters: readonly string[], { text, digits }: SearchWord) {
  const asText = findFolded(letters, fold(text), fold);
  if (asText !== null || digits === undefined) return asText;
  return findFolded(letters, toDigits(text), toDigits) ?? findFolded(letters, digits, toDigits);
}

/** The range of the letters in which `sought` is first found. Letters are folded one by one to keep their positions. */
function findFolded(
  letters: readonly string[],
  sought: string,
  toFolded: (letter: string) => string,
): readonly [from: number, to: number] | null {
  const folded = letters.map(toFolded);
  const origins = folded.flatMap((part, index) => Array.from({ length: part.length }, () => index));
  const start = findStart(folded.join(''), sought);
  const first = origins[start];
  const last = origins[start + sought.length - 1];
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
  const matches = searchWords(term)
    .map((word) => findWord(letters, word))
    .filter((range) => range !== null);
  const parts: TextPart[] = [];
  let at = 0;
  letters.forEach((letter, index) => {
    const isMatch = matches.some(([from, to]) => from <= index && index < to);
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

export function findMissingWords(text: string, term: string): SearchWord[] {
  return searchWords(term).filter((word) => !hasWord(text, word));
}
