import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

const texts = (text: string) => splitSentences(text).map((one) => one.text);

describe('the sentences of a report', () => {
  test('together are the text again, byte for byte, each with its position', () => {
    const pieces = fc.constantFrom(
      'Dr. ',
      '1. ',
      '- ',
      'Hay 1.4 ml. ',
      '¿Y?',
      '\n',
      '\r\n',
      '\n \n',
      '…',
      '**',
      'a',
      '👩‍⚕️ ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          const sentences = splitSentences(text);
          expect(sentences.map((one) => one.text).join('')).toBe(text);
          for (const { text: own, start, end } of sentences)
            expect(text.slice(start, end)).toBe(own);
        },
      ),
    );
  });

  test('a decimal, an ordinal and an abbreviation do not end a sentence', () => {
    expect(
      texts(
        'El límite de la OMS (6.ª edición) es 1.4 ml. El Dr. Ferrer y la Dra. Núñez lo vieron. Aprox. Tres.',
      ),
    ).toEqual([
      'El límite de la OMS (6.ª edición) es 1.4 ml. ',
      'El Dr. Ferrer y la Dra. Núñez lo vieron. ',
      'Aprox. Tres.',
    ]);
  });

  test('a heading and each item of a list are one sentence, with the following blank lines', () => {
    expect(
      texts('## Resumen\n\n- Movilidad: 30 %\n- Forma: 4 %\n   \n1. Evita el calor.\n2. Repite.'),
    ).toEqual([
      '## Resumen\n\n',
      '- Movilidad: 30 %\n',
      '- Forma: 4 %\n   \n',
      '1. Evita el calor.\n',
      '2. Repite.',
    ]);
  });

  test('leading blank lines belong to the first sentence; an empty text has no sentences', () => {
    expect(texts('\n\nHola.')).toEqual(['\n\nHola.']);
    expect(texts('')).toEqual([]);
  });
});
