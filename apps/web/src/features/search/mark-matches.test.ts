import { describe, expect, test } from 'vitest';
import { findMissingWords, markMatches } from './mark-matches.ts';

/** The text with the marked parts in brackets. */
const formatMarks = (text: string, term: string) =>
  markMatches(text, term)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('searched words are marked', () => {
  test.each([
    ['Alejandro Villaseñor', 'vil', 'Alejandro [Vil]laseñor'],
    ['Alejandro Villaseñor', 'villasenor', 'Alejandro [Villaseñor]'],
    ['José Ángel', 'ÁNGEL', 'José [Ángel]'],
    ['Jose\u0301 A\u0301ngel', 'josé ang', '[Jose\u0301] [A\u0301ng]el'],
    ['Jose\u0301', 'jose', '[Jose\u0301]'],
    ['  Ana  ', ' ana ', '  [Ana]  '],
    ['Ana Pérez', 'ana   perez', '[Ana] [Pérez]'],
    ['Ana', 'ana perez', '[Ana]'],
    ['Héctor Hugo Gómez Coronado', 'gomez, hector', '[Héctor] Hugo [Gómez] Coronado'],
    ['Ana Anaya', 'anaya ana', '[Ana] [Anaya]'],
    ['Mariana', 'mari iana', '[Mariana]'],
    ['OE-000264', '264', 'OE-000[264]'],
    ['Ana Zara', 'za', 'Ana [Za]ra'],
    ['Zoraza', 'za', 'Zoraza'],
    ['Ana', 'a', '[A]na'],
    ['100%', '%', '100%'],
    ['𝐀na 😀 Eva', 'eva', '𝐀na 😀 [Eva]'],
    ['ﬁbra', 'fib', '[ﬁb]ra'],
    ['', 'a', ''],
    ['Ana', '', 'Ana'],
  ])('%j, searched by %j', (text, term, expected) => {
    expect(formatMarks(text, term)).toBe(expected);
  });

  test.each([
    ['+52 55 1234 5678', '5512345678', '+52 [55 1234 5678]'],
    ['+52 55 1234 5678', '55 1234', '+52 [55 1234] 5678'],
    ['5512345678', '+52 55 1234', '[551234]5678'],
    ['(55) 1234-5678', '5512', '([55) 12]34-5678'],
  ])('a phone is marked, however it is spaced: %j, %j', (text, term, expected) => {
    expect(formatMarks(text, term)).toBe(expected);
  });

  test('the parts join to the whole text', () => {
    for (const text of ['Íñigo Ñandú', 'a\u0301\u0302b', '\u0301x', '😀', 'ß']) {
      for (const term of ['n', 'ab', 'x', 'ss', '😀', 'ñan']) {
        const parts = markMatches(text, term);
        expect(parts.map((part) => part.text).join('')).toBe(text);
      }
    }
    expect(findMissingWords('Pacientes', 'PÁC')).toEqual([]);
  });
});
