import { expect, test } from 'vitest';
import { wordChanges } from './WordRuns.tsx';

const runs = (before: string, after: string) =>
  wordChanges(before, after).map(
    ({ kind, text }) => `${{ same: '=', added: '+', removed: '-' }[kind]}${text}`,
  );

test('E-10.650: a changed figure is shown completely, and replaced words as one change', () => {
  expect(runs('Su índice es de 23.4 kg/m², ideal.', 'Su índice es de 23.5 kg/m².')).toEqual([
    '=Su índice es de ',
    '-23.4',
    '+23.5',
    '= kg/m²',
    '-, ideal',
    '=.',
  ]);
  expect(
    runs(
      'Fue de 70 millones/ml, un valor muy bueno.',
      'Fue de 14 millones/ml, bajo el percentil 5.',
    ),
  ).toEqual([
    '=Fue de ',
    '-70',
    '+14',
    '= millones/ml, ',
    '-un valor muy bueno',
    '+bajo el percentil 5',
    '=.',
  ]);
});

test('E-10.650: equal texts have no change, and a divided paragraph has one', () => {
  expect(runs('Igual.', 'Igual.')).toEqual(['=Igual.']);
  expect(runs('', 'Nuevo.')).toEqual(['+Nuevo.']);
  expect(runs('Uno. Dos.', 'Uno.\nDos.')).toEqual(['=Uno.', '- ', '+\n', '=Dos.']);
});

test('E-10.650: every change without the added words is the earlier text, and without the removed ones the later', () => {
  const before = 'La movilidad fue de 34 %.\n\nRepetir en 3 meses: «sin prisa».';
  const after = 'La movilidad progresiva fue de 43 %.\nRepetir en tres meses.';
  const changes = wordChanges(before, after);
  const without = (kind: string) =>
    changes
      .filter((one) => one.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect(without('added')).toBe(before);
  expect(without('removed')).toBe(after);
});

test('E-10.650: two long texts without common words are one replaced by the other', () => {
  const text = (word: string) =>
    Array.from({ length: 4_000 }, (_, at) => `${word}${at % 7}x${at}`).join(' ');
  const changes = wordChanges(text('a'), text('b'));
  expect(
    changes
      .filter(({ kind }) => kind === 'removed')
      .map(({ text: gone }) => gone)
      .join('').length,
  ).toBeGreaterThan(20_000);
});
