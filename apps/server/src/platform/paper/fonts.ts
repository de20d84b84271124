import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/**
 * Figtree in static weights, because a PDF cannot have a variable font (SIL Open Font License 1.1). DejaVu Sans is for
 * texts with letters and signs that Figtree lacks: Greek, Cyrillic, '√', '⁻' (Bitstream Vera licence).
 */
const FILES = {
  regular: require.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  medium: require.resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
  bold: require.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
  wide: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
};
export type Weight = keyof typeof FILES;
export const WEIGHTS = Object.keys(FILES) as readonly Weight[];

const loaded = new Map<Weight, Font>();

function loadFont(weight: Weight): Font {
  const font = loaded.get(weight) ?? (create(readFileSync(FILES[weight])) as Font);
  loaded.set(weight, font);
  return font;
}

/**
 * A font for one document. Documents share its decoded tables, but not its glyphs: a glyph keeps the character for
 * which it was first used, which becomes the character of copied text.
 */
export function openFont(weight: Weight): Font {
  return Object.assign(Object.create(loadFont(weight)), { _glyphs: {} });
}

const drawable = new Set(loadFont('regular').characterSet);
let wide: ReadonlySet<number> | null = null;

function drawableBy(weight: Weight): ReadonlySet<number> {
  if (weight !== 'wide') return drawable;
  wide ??= new Set(loadFont('wide').characterSet);
  return wide;
}

/** The weight; 'wide' for a text with characters that Figtree lacks. */
export function weightFor(text: string, weight: Weight): Weight {
  return Array.from(inLine(text)).every((character) => isIn(drawable, character)) ? weight : 'wide';
}

/**
 * A text that a paper can print, in one line. A character that the font lacks loses its accents ('ạ' becomes 'a'),
 * or becomes a question mark, so that the gap is visible.
 */
export function printable(text: string, weight: Weight = 'regular'): string {
  const characters = drawableBy(weight);
  return Array.from(inLine(text), (character) =>
    isIn(characters, character) ? character : substitute(characters, character),
  ).join('');
}

function inLine(text: string): string {
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
