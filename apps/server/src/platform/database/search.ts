import { type SearchWord, searchWords } from '@simiente/contract/common/search-words';
import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

type SearchText = AnyPgColumn | SQL;

/** Another condition under which a row matches a word, on a column with an index of its own. */
type AlsoMatches = (word: SearchWord) => SQL | undefined;

/**
 * True where `searchText` (folded by `fold_text`, phone digits last) contains every word of the term,
 * ignoring case and accents. An empty term is no condition.
 */
export function matchesSearch(
  searchText: SearchText,
  term: string | undefined,
  also?: AlsoMatches,
): SQL | undefined {
  return and(
    ...searchWords(term ?? '').map((word) => or(containsWord(searchText, word), also?.(word))),
  );
}

/** True where `searchText` contains the word, or its digits. */
export function containsWord(searchText: SearchText, { text, digits }: SearchWord): SQL {
  const asText = sql`${searchText} like '%' || ${asPattern(text)} || '%'`;
  if (digits === undefined || digits === text) return asText;
  return sql`(${asText} or ${searchText} like ${`%${digits}%`})`;
}

/** With fewer adjacent letters or digits, a trigram index only finds the beginnings of words. */
const FEWEST_INDEXED = 3;

/**
 * Like `matchesSearch`, for a search whose cost must not grow with the table: one or two letters match
 * the beginning of a word, one or two digits too unless a longer word narrows the search, and a term
 * without letter or digit matches nothing. An empty term is no condition.
 */
export function matchesIndexed(
  searchText: SearchText,
  term: string,
  also?: AlsoMatches,
): SQL | undefined {
  const words = searchWords(term);
  if (words.some(({ text }) => runsOf(text).length === 0)) return sql`false`;
  const isNarrowed = words.some(isIndexed);
  return and(
    ...words.map((word) =>
      or(
        isIndexed(word) || (isNarrowed && ONLY_DIGITS.test(word.text))
          ? containsWord(searchText, word)
          : beginsWord(searchText, word),
        also?.(word),
      ),
    ),
  );
}

const ONLY_DIGITS = /^\d+$/;

function isIndexed({ text, digits }: SearchWord): boolean {
  return digits !== undefined || runsOf(text).some((run) => run.length >= FEWEST_INDEXED);
}

/** Letters and digits in a row. */
function runsOf(text: string): readonly string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

function beginsWord(searchText: SearchText, { text }: SearchWord): SQL {
  const pattern = asPattern(text);
  return sql`(${searchText} like ${pattern} || '%' or ${searchText} like '% ' || ${pattern} || '%' or ${searchText} like '%' || chr(10) || ${pattern} || '%')`;
}

export function isTerm(term: string | undefined): boolean {
  return searchWords(term ?? '').length > 0;
}

/** The word as in a folded text. Escaped after folding, which turns a wide % into a plain one. */
function asPattern(text: string): SQL {
  return sql`regexp_replace(fold_text(${text}), '([\\\\%_])', '\\\\\\1', 'g')`;
}
