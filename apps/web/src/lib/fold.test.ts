import { expect, test } from 'vitest';
import { hasEveryWord } from './fold.ts';

test.each([
  ['Héctor Hugo Gómez +52 55 1234 5678', 'hector gomez', true],
  ['Héctor Hugo Gómez +52 55 1234 5678', 'gomez 5512 h', true],
  ['Héctor Hugo Gómez +52 55 1234 5678', 'hector ruiz', false],
  ['Estados Unidos', 'unidos est', true],
  ['Estados Unidos', '', true],
  ['Estados Unidos', '%', false],
])(
  'every word of a search is found in the text regardless of accents: %j, %j',
  (text, term, matches) => {
    expect(hasEveryWord(text, term)).toBe(matches);
  },
);
