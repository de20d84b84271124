import { expect, test } from 'vitest';
import { openFont } from './fonts.ts';

test('documents share the tables of a font, but not the characters of its glyphs', () => {
  const [first, second] = [openFont('regular'), openFont('regular')];
  expect(Reflect.get(second, 'GPOS')).toBe(Reflect.get(first, 'GPOS'));
  const id = first.glyphForCodePoint(0x41).id;
  expect(first.getGlyph(id, [0x41]).codePoints).toEqual([0x41]);
  expect(second.getGlyph(id, [0x391]).codePoints).toEqual([0x391]);
});
