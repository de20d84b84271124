import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A term made of these is the fragment of a phone, however it was spaced. */
const PHONE_LIKE = /^[\d\s()+.-]+$/;
/** What a phone of ours begins with when it is written in full; many are kept without it. */
const COUNTRY_CODE = /^\+52/;
/** Fewer digits than this say nothing of a phone. */
const FEWEST_PHONE_DIGITS = 3;

/**
 * True where `searchText` (folded by `fold_text`, phone digits last) contains the term, without
 * regard to case or accents; digits are also looked for without their spacing, and without the
 * country's code. An empty term is no condition at all.
 */
export function matchesSearch(
  searchText: AnyPgColumn | SQL,
  term: string | undefined,
): SQL | undefined {
  const text = tidyTerm(term);
  if (text === '') return undefined;
  const asText = sql`${searchText} like '%' || ${asPattern(text)} || '%'`;
  const digits = phoneDigits(text);
  if (digits === undefined || digits === text) return asText;
  return sql`(${asText} or ${searchText} like ${`%${digits}%`})`;
}

/** Letters or digits in a row below which an index knows only the beginnings of words. */
const FEWEST_INDEXED = 3;

/**
 * Like `matchesSearch`, for a search whose cost must not grow with the table whatever is looked for:
 * a term of one or two letters is the beginning of a word, and one without letter or digit is nowhere.
 * An empty term is no condition at all.
 */
export function matchesIndexed(searchText: AnyPgColumn, term: string): SQL | undefined {
  const text = tidyTerm(term);
  if (text === '') return undefined;
  const words = text.normalize('NFC').match(/[\p{L}\p{N}]+/gu);
  if (words === null) return sql`false`;
  const isIndexed =
    words.some((word) => word.length >= FEWEST_INDEXED) || phoneDigits(text) !== undefined;
  if (isIndexed) return matchesSearch(searchText, text);
  const pattern = asPattern(text);
  return sql`(${searchText} like ${pattern} || '%' or ${searchText} like '% ' || ${pattern} || '%' or ${searchText} like '%' || chr(10) || ${pattern} || '%')`;
}

/** Whether there is anything to look for. */
export function isTerm(term: string | undefined): boolean {
  return tidyTerm(term) !== '';
}

function tidyTerm(term: string | undefined): string {
  return term?.trim().replaceAll(/\s+/g, ' ') ?? '';
}

/** The term as it stands in a folded text. Escaped after folding, which makes a plain % of a wide one. */
function asPattern(text: string): SQL {
  return sql`regexp_replace(fold_text(${text}), '([\\\\%_])', '\\\\\\1', 'g')`;
}

/** The digits by which a term finds a phone, or undefined when it is none. */
function phoneDigits(text: string): string | undefined {
  if (!PHONE_LIKE.test(text)) return undefined;
  return [text.replace(COUNTRY_CODE, ''), text]
    .map((part) => part.replaceAll(/\D/g, ''))
    .find((digits) => digits.length >= FEWEST_PHONE_DIGITS);
}
