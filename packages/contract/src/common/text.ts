import * as z from 'zod';

/**
 * Characters that no field of ours may hold: NUL, which PostgreSQL cannot store, and surrogates
 * without their partner, which are not text.
 */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** A text of one line or more, at most `max` UTF-16 units, that PostgreSQL can hold. */
export function storableText(max: number) {
  return z.string().max(max).refine(isStorable, 'El texto contiene caracteres no permitidos');
}
