import * as z from 'zod';

/**
 * Characters that no field may have: NUL, which PostgreSQL cannot store, and lone surrogates, which are
 * not text.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

const tooLong = (max: number) => `Como máximo ${max} caracteres.`;

/** A text of any lines, at most `max` UTF-16 units, that PostgreSQL can store. */
export function storableText(max: number) {
  return z
    .string()
    .max(max, tooLong(max))
    .refine(isStorable, 'El texto contiene caracteres no permitidos');
}

/** Control characters, and bidi controls, which can make one name look like another. */
const NOT_OF_A_LINE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text shows in one line as it was written. */
export function isLine(text: string): boolean {
  return text.isWellFormed() && !NOT_OF_A_LINE.test(text);
}

/** A trimmed text of one line, at most `max` UTF-16 units: a name, a label. */
export function lineText(max: number) {
  return z
    .string()
    .trim()
    .max(max, tooLong(max))
    .refine(isLine, 'El texto contiene caracteres no permitidos');
}
