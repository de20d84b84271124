import { describe, expect, test } from 'vitest';
import { type AuthoredSentence, assignAuthors } from './authorship.ts';

const draft: AuthoredSentence[] = [
  'Tu muestra del 12 de octubre tuvo un volumen de 2.1 ml. ',
  'La concentración fue de 70 millones/ml, un valor muy bueno. ',
  'Estos resultados son normales para tu edad.',
].map((text) => ({ text, author: 'ia' }));

describe('R7: author of each sentence', () => {
  test('an unchanged sentence belongs to the program, a changed one is edited, an added one belongs to the doctor', () => {
    expect(
      assignAuthors(draft, [
        { text: 'Tu muestra del 12 de octubre tuvo un volumen de 2.1 ml.\n', origin: 0 },
        { text: 'La concentración fue de 14 millones/ml, bajo el percentil 5. ', origin: 1 },
        { text: 'Conviene repetir el seminograma en tres meses.', origin: null },
      ]),
    ).toEqual(['ia', 'ia_editada', 'medico']);
  });

  test('R7: striking a sentence and typing it again, completely or with another figure, does not make it the doctor’s', () => {
    expect(
      assignAuthors(draft, [
        { text: 'Estos resultados son normales para tu edad.', origin: null },
        { text: 'La concentración fue de 14 millones/ml, un valor muy bueno.', origin: null },
        { text: 'Sí.', origin: null },
      ]),
    ).toEqual(['ia', 'ia_editada', 'medico']);
  });

  test('a sentence written in place of another is an edit of the other', () => {
    expect(assignAuthors(draft, [{ text: 'Hay que repetirlo.', origin: 2 }])).toEqual([
      'ia_editada',
    ]);
  });

  test('each sentence in a correction of a signed version keeps its author', () => {
    const signed: AuthoredSentence[] = [
      { text: 'Uno de la IA, como llegó.', author: 'ia' },
      { text: 'Otro que se editó aquí.', author: 'ia_editada' },
      { text: 'Y uno que escribió la doctora.', author: 'medico' },
    ];
    const working = signed.map(({ text }, origin) => ({ text, origin }));
    expect(assignAuthors(signed, working)).toEqual(['ia', 'ia_editada', 'medico']);
    const changed = working.map(({ text, origin }) => ({ text: `${text} Además.`, origin }));
    expect(assignAuthors(signed, changed)).toEqual(['ia_editada', 'ia_editada', 'medico']);
  });

  test('an unknown origin counts as missing', () => {
    expect(assignAuthors(draft, [{ text: 'Nueva frase del médico aquí.', origin: 9 }])).toEqual([
      'medico',
    ]);
  });
});
