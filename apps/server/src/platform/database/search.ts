import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** A term made of these is the fragment of a phone, however it was spaced. */
const PHONE_LIKE = /^[\d\s()+.-]+$/;
/** Fewer digits than this say nothing of a phone. */
const FEWEST_PHONE_DIGITS = 3;

/**
 * True where `searchText` (folded by `fold_text`, phone digits last) contains the term, without
 * regard to case or accents; digits are also looked for without their spacing. An empty term is
 * no condition at all.
 */
export function matchesSearch(searchText: AnyPgColumn, term: string | undefined): SQL | undefined {
  const text = term?.trim().replaceAll(/\s+/g, ' ') ?? '';
  if (text === '') return undefined;
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const asText = sql`${searchText} like '%' || fold_text(${escaped}) || '%'`;
  const digits = text.replaceAll(/\D/g, '');
  if (!PHONE_LIKE.test(text) || digits.length < FEWEST_PHONE_DIGITS || digits === text) {
    return asText;
  }
  return sql`(${asText} or ${searchText} like ${`%${digits}%`})`;
}
