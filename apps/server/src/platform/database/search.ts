import { type SearchWord, searchWords } from '@simiente/contract/common/search-words';
import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { hasOtherCharacters } from '../../schema/patients.ts';

type SearchText = AnyPgColumn | SQL;

/** Another condition under which a row matches a word, on a column with a separate index. */
type AlsoMatches = (word: SearchWord) => SQL | undefined;

/**
 * Condition: `searchText` (folded by `fold_text`, phone digits last) contains every word of the term, ignoring
 * case and accents. An empty term sets no condition.
 */
export function matchesSearch(
  searchText: SearchText,
  term: string | undefined,
  also?: AlsoMatches,
  contains: typeof containsWord = containsWord,
): SQL | undefined {
  return and(
    ...searchWords(term ?? '').map((word) => or(contains(searchText, word), also?.(word))),
  );
}

/** Condition: `searchText` contains the word, or its digits. */
export function containsWord(searchText: SearchText, { text, digits }: SearchWord): SQL {
  const matchesText = sql`${searchText} like '%' || ${toPattern(text)} || '%'`;
  if (digits === undefined || digits === text) return matchesText;
  return sql`(${matchesText} or ${searchText} like ${`%${digits}%`})`;
}

/** Two letters are too short for a trigram; with the following character they form one. */
const PAIR = /^[a-z]{2}$/;
/**
 * Every ASCII character except capitals. PostgreSQL extracts no trigrams from a larger character class, nor from the
 * end of a text.
 */
const FOLLOWING = '([a-z0-9]|[\\x01-/:-@\\[-`{-\\x7f])';

/** `containsWord` that uses the trigram index also for two letters. The text must not end in a letter. */
export function containsWordOrPair(searchText: SearchText, word: SearchWord): SQL {
  const pair = word.text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (!PAIR.test(pair)) return containsWord(searchText, word);
  // strpos excludes most rows before the slow expression runs. With 'like', PostgreSQL would underestimate the rows.
  return sql`(strpos(${searchText}, ${pair}) <> 0
    and (${searchText} ~ ${`${pair}${FOLLOWING}`} or ${hasOtherCharacters(searchText)}))`;
}

/** A trigram index finds fewer adjacent letters or digits only at the beginning of a word. */
const MIN_INDEXED = 3;

/**
 * Like `matchesSearch`, for a search whose cost must not grow with the table. One or two letters match the
 * beginning of a word, and so do one or two digits unless a longer word narrows the search. A word without letters
 * and digits matches nothing; nor does a word that begins with a sign, unless a longer word narrows the search. An
 * empty term sets no condition.
 */
export function matchesIndexed(
  searchText: SearchText,
  term: string,
  also?: AlsoMatches,
): SQL | undefined {
  const words = searchWords(term);
  if (words.some(({ text }) => splitRuns(text).length === 0)) return sql`false`;
  const isNarrowed = words.some(isIndexed);
  // The index has no signs: '(a' would match every row with an 'a', and '+52' every phone number.
  if (!isNarrowed && words.some(({ text }) => BEGINS_WITH_SIGN.test(text))) return sql`false`;
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
const BEGINS_WITH_SIGN = /^[^\p{L}\p{N}]/u;

function isIndexed({ text, digits }: SearchWord): boolean {
  return digits !== undefined || splitRuns(text).some((run) => run.length >= MIN_INDEXED);
}

/** Sequences of adjacent letters and digits. */
function splitRuns(text: string): readonly string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * A regular expression, because the trigram index can combine several of them in one scan. A `like` for each
 * possible separator would need a scan each, and only one of two words would use the index.
 */
function beginsWord(searchText: SearchText, { text }: SearchWord): SQL {
  return sql`${searchText} ~ ('(^|[ \\n])' || regexp_replace(fold_text(${text}), '([^[:alnum:]])', '\\\\\\1', 'g'))`;
}

export function hasWords(term: string | undefined): boolean {
  return term !== undefined && searchWords(term).length > 0;
}

const ASCII = /^[ -~]*$/;

/**
 * The `like` pattern of a word in a folded text. It is escaped after folding, which converts a full-width % to %.
 * ASCII is folded here, because PostgreSQL would call `fold_text` for each index that it considers.
 */
function toPattern(text: string): SQL {
  if (ASCII.test(text))
    return sql`${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}::text`;
  return sql`regexp_replace(fold_text(${text}), '([\\\\%_])', '\\\\\\1', 'g')`;
}
