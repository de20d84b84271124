import * as z from 'zod';

/**
 * Whether a field can store the text: no NUL, which PostgreSQL cannot store, and no lone surrogates, which are not
 * text.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

const tooLong = (max: number) => `Como máximo ${max} caracteres.`;

/** A text with any lines, at most `max` UTF-16 units, that PostgreSQL can store. */
export function storableText(max: number) {
  return z
    .string()
    .max(max, tooLong(max))
    .refine(isStorable, 'El texto contiene caracteres no permitidos.');
}

/**
 * Bidi controls, zero-width characters, soft hyphens and other invisible characters, except those that join emoji.
 */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}|\p{EMod}|\uFE0F)(?:\u200D|\uFE0F))\p{Default_Ignorable_Code_Point}/gu;
const WIDE_SPACE = /[\p{Zs}\t]/gu;
const HYPHEN = /[\u2010\u2011]/g;

/**
 * A text as a reader sees it: with plain spaces and hyphens, and without invisible characters, which texts pasted
 * from WhatsApp, Excel or a web page contain.
 */
export function visibleText(text: string): string {
  return text.replaceAll(INVISIBLE, '').replaceAll(WIDE_SPACE, ' ').replaceAll(HYPHEN, '-');
}

/** Control characters, and bidi controls, which can make one name look like another. */
const CONTROL_CHARACTER = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text is one line, without control or bidi characters that change how it looks. */
export function isLine(text: string): boolean {
  return text.isWellFormed() && !CONTROL_CHARACTER.test(text);
}

/** Whether a text has invisible or control characters, such as direction marks. `personName` removes them. */
export function hasHiddenCharacters(text: string): boolean {
  return text.replaceAll(INVISIBLE, '') !== text || /\p{Cc}/u.test(text.trim());
}

/** Pasted text, trimmed and without invisible characters. */
export const pastedText = z.string().overwrite(visibleText).trim();

/** A pasted text of one line, at most `max` UTF-16 units: a name, a label. */
export function lineText(max: number) {
  return pastedText
    .max(max, tooLong(max))
    .refine(isLine, 'El texto contiene caracteres no permitidos.');
}

/** A pasted e-mail address. JSON Schema describes the pipe's input, on which the format must be repeated. */
export const emailText = pastedText
  .pipe(z.email('El correo no es válido.').max(254))
  .meta({ format: 'email' });

const MAX_NAME_LENGTH = 200;

/** An overlong text aborts the checks, so that the patterns never process it. */
const nameRule = (clean: (text: string) => string) =>
  z
    .string()
    .overwrite(clean)
    .trim()
    .max(MAX_NAME_LENGTH, {
      error: `El nombre tiene como máximo ${MAX_NAME_LENGTH} caracteres.`,
      abort: true,
    })
    .refine(isLine, {
      error: 'El nombre contiene caracteres no permitidos.',
      abort: true,
    })
    .regex(/[\p{L}\p{N}]/u, 'Escribe el nombre.');

/** The name of a partner, or of a sender on the landing page. */
export const nameText = nameRule(visibleText);

/** Replaces control characters, except NUL, and the spaces around them by one space. */
const replaceControls = (text: string) =>
  text
    .split(/[^\P{Cc}\0]/u)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');

/** A person's name that staff write or import. NUL is rejected, because no keyboard or spreadsheet produces it. */
export const personName = nameRule((text) => replaceControls(visibleText(text)));

/** Words of surnames that are written in lower case, except at the beginning. */
const PARTICLES = new Set('da de del den der do dos e el la las los van von y'.split(' '));

/** Converts a name in only capitals or only lower case to normal case; undefined for any other name. */
export function normalCase(name: string): string | undefined {
  const lowerCase = name.toLocaleLowerCase('es');
  if (name !== name.toLocaleUpperCase('es') && name !== lowerCase) return undefined;
  const converted = lowerCase.replaceAll(/\S+/gu, (word, start: number) =>
    start > 0 && PARTICLES.has(word)
      ? word
      : word.replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toLocaleUpperCase('es')),
  );
  return converted === name ? undefined : converted;
}
