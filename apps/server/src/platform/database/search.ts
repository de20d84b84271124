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
export function matchesSearch(searchText: AnyPgColumn, term: string | undefined): SQL | undefined {
  const text = term?.trim().replaceAll(/\s+/g, ' ') ?? '';
  if (text === '') return undefined;
  // Escaped after folding, which makes a plain % of a wide one.
  const asText = sql`${searchText} like '%' || regexp_replace(fold_text(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  const digits = phoneDigits(text);
  if (digits === undefined || digits === text) return asText;
  return sql`(${asText} or ${searchText} like ${`%${digits}%`})`;
}

/** The digits by which a term finds a phone, or undefined when it is none. */
function phoneDigits(text: string): string | undefined {
  if (!PHONE_LIKE.test(text)) return undefined;
  return [text.replace(COUNTRY_CODE, ''), text]
    .map((part) => part.replaceAll(/\D/g, ''))
    .find((digits) => digits.length >= FEWEST_PHONE_DIGITS);
}
