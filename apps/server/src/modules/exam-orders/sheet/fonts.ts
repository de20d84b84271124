import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** Figtree, complete, in the static weights that a PDF needs. SIL Open Font License 1.1. */
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
export type Weight = keyof typeof fonts;

const drawable = new Set((create(fonts.regular) as Font).characterSet);

/**
 * A text that the sheet can print, in one line: a character that the font lacks loses its accents ('ạ'
 * becomes 'a'), or becomes a question mark, so that the gap is visible.
 */
export function printable(text: string): string {
  const line = text
    .normalize('NFC')
    // Bidi controls and zero-width characters would only deceive.
    .replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return Array.from(line, (character) =>
    isDrawable(character) ? character : plain(character),
  ).join('');
}

function isDrawable(character: string): boolean {
  return drawable.has(character.codePointAt(0) ?? 0);
}

function plain(character: string): string {
  const base = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (base === '') return '';
  return [...base].every(isDrawable) ? base : '?';
}
