import { fold } from '../../lib/fold.ts';

/** A piece of a text: part of what was searched for, or not. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** Where it begins in the text. */
  readonly at: number;
}

const PHONE_LIKE = /^[\d\s()+.-]+$/;
const NOT_DIGITS = /\D/g;

interface Folded {
  readonly text: string;
  /** For each unit of the folded text, the letter of the original that it came from. */
  readonly from: readonly number[];
}

/** Folds letter by letter, so that a place in the folded text is one in the original. */
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

/** The first letters, from and to, of a text that match; digits of a phone also without their spacing. */
function findMatch(letters: readonly string[], term: string): [number, number] | null {
  const attempts: [string, (folded: string) => string][] = [
    [fold(term.trim().replaceAll(/\s+/g, ' ')), (folded) => folded],
  ];
  if (PHONE_LIKE.test(term)) {
    const digits = (folded: string) => folded.replaceAll(NOT_DIGITS, '');
    attempts.push([digits(term), digits], [digits(term.trim().replace(/^\+52/, '')), digits]);
  }
  for (const [sought, keep] of attempts) {
    if (sought === '') continue;
    const { text, from } = foldByLetters(letters, keep);
    const at = beginningOf(text, sought);
    const first = from[at];
    const last = from[at + sought.length - 1];
    if (first !== undefined && last !== undefined) return [first, last + 1];
  }
  return null;
}

/** One or two letters are the beginning of a word, for the server too. */
function beginningOf(text: string, sought: string): number {
  if (sought.length > 2) return text.indexOf(sought);
  return text.startsWith(sought) ? 0 : text.indexOf(` ${sought}`) + 1 || -1;
}

/** Parts a text at what was searched for in it, without regard to accents, case or a phone's spacing. */
export function markMatches(text: string, term: string): TextPart[] {
  // Letters with their accents, so that an accent is never parted from its letter.
  const letters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const match = findMatch(letters, term);
  if (match === null) return [{ text, isMatch: false, at: 0 }];
  const [from, to] = match;
  const pieces = [letters.slice(0, from), letters.slice(from, to), letters.slice(to)];
  let at = 0;
  return pieces.flatMap((piece, index) => {
    const part = { text: piece.join(''), isMatch: index === 1, at };
    at += part.text.length;
    return part.text === '' ? [] : [part];
  });
}

/** Whether a text has what was searched for. */
export function hasMatch(text: string, term: string): boolean {
  return markMatches(text, term).some(({ isMatch }) => isMatch);
}
