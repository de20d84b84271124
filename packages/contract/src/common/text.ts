import * as z from 'zod';

/**
 * Characters that no field of ours may hold: NUL, which PostgreSQL cannot store, and surrogates
 * without their partner, which are not text.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

const tooLong = (max: number) => `Como máximo ${max} caracteres.`;

/** A text of one line or more, at most `max` UTF-16 units, that PostgreSQL can hold. */
export function storableText(max: number) {
  return z
    .string()
    .max(max, tooLong(max))
    .refine(isStorable, 'El texto contiene caracteres no permitidos');
}

/** Control characters, and those that turn the direction of a line, behind which one name reads as another. */
const NOT_OF_A_LINE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text can stand in a line as it was written. */
export function isLine(text: string): boolean {
  return text.isWellFormed() && !NOT_OF_A_LINE.test(text);
}

/** A text of one line without blanks around it, at most `max` UTF-16 units: a name, a label. */
export function lineText(max: number) {
  return z
    .string()
    .trim()
    .max(max, tooLong(max))
    .refine(isLine, 'El texto contiene caracteres no permitidos');
}
