import { visibleText } from './text.ts';

/** A part of a search: a word, or a phone number with its spaces. */
export interface SearchWord {
  readonly text: string;
  /** Digits for finding a phone number, whatever its spacing. */
  readonly digits?: string;
}

/** Words beyond a person's full name only cost time, and a search of 200 characters could have a hundred. */
const MAX_WORDS = 12;
const SEPARATOR = /[\s,;]+/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Consecutive parts of these characters are one phone number. */
const PHONE_LIKE = /^[\d\s()+.-]+$/;
/** The country code of a full phone number; many are stored without it. */
const COUNTRY_CODE = /^\+52/;
/** Fewer digits are not searched as a phone number. */
const MIN_PHONE_DIGITS = 3;

/**
 * The words of a search, without duplicates. Commas and lone punctuation separate words ('García, Juan'). A text
 * without letters and digits is searched unchanged. Empty for an empty text.
 */
export function searchWords(term: string): SearchWord[] {
  const visible = visibleText(term);
  const pieces = visible.split(SEPARATOR).filter((piece) => LETTER_OR_DIGIT.test(piece));
  if (pieces.length === 0) {
    const punctuation = visible.trim().replaceAll(/\s+/g, ' ');
    return punctuation === '' ? [] : [{ text: punctuation }];
  }
  const texts: string[] = [];
  let followsPhone = false;
  for (const piece of pieces) {
    const isPhone = PHONE_LIKE.test(piece);
    if (isPhone && followsPhone) texts[texts.length - 1] += ` ${piece}`;
    else texts.push(piece);
    followsPhone = isPhone;
  }
  const byLowerCase = new Map(texts.map((text) => [text.toLowerCase(), text]));
  return [...byLowerCase.values()].slice(0, MAX_WORDS).map(toWord);
}

function toWord(text: string): SearchWord {
  const digits = phoneDigits(text);
  return digits === undefined ? { text } : { text, digits };
}

function phoneDigits(text: string): string | undefined {
  if (!PHONE_LIKE.test(text)) return undefined;
  return [text.replace(COUNTRY_CODE, ''), text]
    .map((part) => part.replaceAll(/\D/g, ''))
    .find((digits) => digits.length >= MIN_PHONE_DIGITS);
}

/** Whether a text contains a search word or, for a phone number, its digits. */
export function hasWord(text: string, { text: word, digits }: SearchWord): boolean {
  const isText = fold(text).includes(fold(word));
  return isText || (digits !== undefined && text.replaceAll(/\D/g, '').includes(digits));
}

/** Folds a text for comparison in a search: without accents or case. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
