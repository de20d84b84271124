import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A term of these characters is part of a phone number, in any spacing. */
const PHONE_LIKE = /^[\d\s()+.-]+$/;
/** The country code of a full number; many are stored without it. */
const COUNTRY_CODE = /^\+52/;
/** Fewer digits match too many phone numbers. */
const FEWEST_PHONE_DIGITS = 3;

/**
 * True where `searchText` (folded by `fold_text`, phone digits last) contains the term, ignoring case
 * and accents; digits are also searched without their spacing and country code. An empty term is no
 * condition.
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

/** With fewer adjacent letters or digits, an index only finds the beginnings of words. */
const FEWEST_INDEXED = 3;

/**
 * Like `matchesSearch`, for a search whose cost must not grow with the table: a term of one or two
 * letters matches the beginning of a word, and one without letter or digit matches nothing. An empty
 * term is no condition.
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

export function isTerm(term: string | undefined): boolean {
  return tidyTerm(term) !== '';
}

function tidyTerm(term: string | undefined): string {
  return term?.trim().replaceAll(/\s+/g, ' ') ?? '';
}

/** The term as in a folded text. Escaped after folding, which turns a wide % into a plain one. */
function asPattern(text: string): SQL {
  return sql`regexp_replace(fold_text(${text}), '([\\\\%_])', '\\\\\\1', 'g')`;
}

/** The digits of a term that may be a phone number, or undefined. */
function phoneDigits(text: string): string | undefined {
  if (!PHONE_LIKE.test(text)) return undefined;
  return [text.replace(COUNTRY_CODE, ''), text]
    .map((part) => part.replaceAll(/\D/g, ''))
    .find((digits) => digits.length >= FEWEST_PHONE_DIGITS);
}
