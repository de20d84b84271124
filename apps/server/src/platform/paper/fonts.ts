import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** Figtree in static weights, because a PDF cannot have a variable font. SIL Open Font License 1.1. */
export const fonts = {
  regular: readFileSync(
    require.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  ),
  medium: readFileSync(
    require.resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
  ),
  bold: readFileSync(
    require.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
  ),
} as const;
export type Weight = keyof typeof fonts | 'wide';

/** DejaVu Sans, for texts with letters and signs that Figtree lacks: Greek, Cyrillic, '√', '⁻'. Bitstream Vera licence. */
export const readWideFont = () =>
  readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

const getCharacters = (font: Buffer) => new Set((create(font) as Font).characterSet);
const drawable = getCharacters(fonts.regular);
let wide: ReadonlySet<number> | null = null;

function drawableBy(weight: Weight): ReadonlySet<number> {
  if (weight !== 'wide') return drawable;
  wide ??= getCharacters(readWideFont());
  return wide;
}

/** The weight; 'wide' for a text with characters that Figtree lacks. */
export function weightFor(text: string, weight: Weight): Weight {
  return Array.from(toLine(text)).every((character) => isIn(drawable, character)) ? weight : 'wide';
}

/**
 * A text that a paper can print, in one line. A character that the font lacks loses its accents ('ạ' becomes 'a'),
 * or becomes a question mark, so that the gap is visible.
 */
export function printable(text: string, weight: Weight = 'regular'): string {
  const characters = drawableBy(weight);
  return Array.from(toLine(text), (character) =>
    isIn(characters, character) ? character : substitute(characters, character),
  ).join('');
}

function toLine(text: string): string {
  return (
    text
      .normalize('NFC')
      // Bidi controls and zero-width characters could falsify a text.
      .replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
      // Replaces all white space except no-break spaces.
      .replaceAll(/(?:(?!\u00a0)[\p{Cc}\s])+/gu, ' ')
      .trim()
  );
}

function isIn(characters: ReadonlySet<number>, character: string): boolean {
  return characters.has(character.codePointAt(0) ?? 0);
}

function substitute(characters: ReadonlySet<number>, character: string): string {
  const base = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (base === '') return '';
  return [...base].every((part) => isIn(characters, part)) ? base : '?';
}
